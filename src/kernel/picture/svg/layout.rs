//! Where everything on a board lies: words and pieces make way for arrows, marks find room beside them, and arrows run
//! round all of these.

use super::arrows::Course;
use super::marks::{self, Laid};
use super::room::{Rect, Taken};
use super::standing::Standing;
use super::words::{self, Words};
use crate::kernel::picture::scene::{Place, Scene, Shape};

/// How often marks and arrows make way for each other.
const ROUNDS: usize = 3;

/// What lies on a board, laid out.
pub struct Layout<'a> {
    /// The words of places.
    pub words: Vec<Words>,
    /// The pieces of each place.
    pub standing: Vec<Standing<'a>>,
    /// The heads of places whose names found no room.
    pub left_out: Vec<String>,
    /// Marks of what happened.
    pub marks: Vec<Laid<'a>>,
    /// Arrows, in their order.
    pub courses: Vec<Course<'a>>,
}

impl<'a> Layout<'a> {
    /// Lays a scene out: arrows run first as if words and pieces could all make way for them, or none; what comes of it
    /// tells which was better. Hexes have no room to make way.
    pub fn of(scene: &'a Scene) -> Self {
        let fixed = Self::after(scene, &Furniture::of(scene, &Taken::default()).taken());
        if scene.arrows.is_empty() || scene.places.iter().any(|place| place.shape == Shape::Hex) {
            return fixed;
        }
        let free = Self::after(scene, &Taken::default());
        if free.cost() < fixed.cost() { free } else { fixed }
    }

    /// Lays a scene out after its arrows alone, beside what is taken.
    fn after(scene: &'a Scene, taken: &Taken) -> Self {
        let alone = Course::lay(scene, taken);
        let furniture = Furniture::of(scene, &covered_by(&alone));
        let mut taken = furniture.taken();
        let Furniture { words, standing, left_out } = furniture;
        let mut layout = Self { words, standing, left_out, marks: Vec::new(), courses: alone };
        layout.words.extend(beside_discs(scene, &mut taken));
        layout.settle(scene, &taken);
        layout
    }

    /// What its arrows cost.
    fn cost(&self) -> i32 {
        self.courses.iter().map(|course| course.cost).sum()
    }

    /// Lays marks and arrows upon what is taken, and again as long as they lie on each other.
    fn settle(&mut self, scene: &'a Scene, taken: &Taken) {
        let mut least = i32::MAX;
        let mut arrows = covered_by(&self.courses);
        for _ in 0..ROUNDS {
            let mut taken = taken.clone();
            let marks = marks::lay(scene, &mut taken, &arrows);
            let courses = Course::lay(scene, &taken);
            arrows = covered_by(&courses);
            let marked: i32 = marks.iter().map(|mark| arrows.hidden(mark.rect)).sum();
            let hidden = marked + Course::hidden(&courses);
            if hidden < least {
                (self.marks, self.courses, least) = (marks, courses, hidden);
            }
            if hidden == 0 {
                break;
            }
        }
    }

    /// The room that everything takes.
    pub fn room(&self, scene: &Scene) -> Rect {
        let places = scene.places.iter().map(Rect::of);
        let words = self.words.iter().map(Words::rect);
        let marks = self.marks.iter().map(|mark| mark.rect);
        let room = places.chain(words).chain(marks).reduce(Rect::joined);
        room.unwrap_or(Rect { low: (0, 0), high: (0, 0) })
    }
}

/// What some arrows cover.
fn covered_by(courses: &[Course]) -> Taken {
    let mut covered = Taken::default();
    courses.iter().for_each(|course| course.take(&mut covered));
    covered
}

/// The words and the pieces of all places.
struct Furniture<'a> {
    words: Vec<Words>,
    standing: Vec<Standing<'a>>,
    /// The heads of places whose names found no room.
    left_out: Vec<String>,
}

impl<'a> Furniture<'a> {
    /// Lays them out so that they leave arrows free where they can.
    fn of(scene: &'a Scene, arrows: &Taken) -> Self {
        let mut all = Self { words: Vec::new(), standing: Vec::new(), left_out: Vec::new() };
        for place in &scene.places {
            let (words, pieces, is_named) = furnish(place, arrows);
            if !is_named {
                all.left_out.push(place.head.clone());
            }
            all.words.extend(words);
            all.standing.push(pieces);
        }
        all
    }

    /// What they cover.
    fn taken(&self) -> Taken {
        let mut taken = Taken::default();
        self.words.iter().for_each(|words| taken.add(words.rect()));
        self.standing.iter().for_each(|standing| standing.take(&mut taken));
        taken
    }
}

/// The words and the pieces of a place, and whether it could be named: its name gives way to pieces and marks.
fn furnish<'a>(place: &'a Place, arrows: &Taken) -> (Vec<Words>, Standing<'a>, bool) {
    if let Some(words) = words::named(place, arrows) {
        let standing = Standing::of(place, &words, arrows);
        if !standing.is_crowded() && marks::have_room(place, &words, &standing, arrows) {
            return (words, standing, true);
        }
    }
    let words = words::fixed(place, arrows);
    let standing = Standing::of(place, &words, arrows);
    (words, standing, !words::has_name(place))
}

/// The words of all discs, each where it covers the least.
fn beside_discs(scene: &Scene, taken: &mut Taken) -> Vec<Words> {
    let discs = scene.places.iter().filter(|place| matches!(place.shape, Shape::Disc(_)));
    discs.clone().for_each(|place| taken.add(Rect::of(place)));
    for way in &scene.ways {
        let ends = way.ends.each_ref().map(|end| scene.place(end).map(|place| place.centre));
        if let [Some(a), Some(b)] = ends {
            taken.add_line(&[a, b]);
        }
    }
    let mut words = Vec::new();
    for place in discs {
        let covered = |lines: &Vec<Words>| lines.iter().map(|line| taken.covered(line.rect())).sum::<i32>();
        let Some(own) = words::beside(place).into_iter().min_by_key(covered) else { continue };
        own.iter().for_each(|line| taken.add(line.rect()));
        words.extend(own);
    }
    words
}
