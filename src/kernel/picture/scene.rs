//! What a picture draws: places of any shape with pieces on them, ways between them, and what happened last.
//!
//! Every game's board is made of the same things, so that all pictures have one style: a hex, a section of a
//! battlefield, a city on a road and a tile are places; an infantry, a pawn and a flag are pieces. Coordinates are
//! whole numbers, a thousand of them about as wide as a page.

use serde::Serialize;

/// A point of a scene, to the right and down.
pub type Point = (i32, i32);

/// What is drawn.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Scene {
    /// One line above the picture.
    pub title: String,
    /// Everything that pieces can stand on.
    pub places: Vec<Place>,
    /// Lines that join places.
    pub ways: Vec<Way>,
    /// Water between places.
    pub waters: Vec<Water>,
    /// What moved and attacked, in order.
    pub arrows: Vec<Arrow>,
    /// Pieces that are explained, each with its words.
    pub key: Vec<(Piece, String)>,
    /// Lines below the picture.
    pub notes: Vec<String>,
}

/// Something that pieces can stand on.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Place {
    /// The name that orders use.
    pub name: String,
    /// Its middle.
    pub centre: Point,
    /// Its outline.
    pub shape: Shape,
    /// What it is like.
    pub ground: Ground,
    /// Whose it is, for its frame.
    pub holder: Option<Livery>,
    /// Words at its upper end: its name as it is to be read.
    pub head: String,
    /// Words at its lower end.
    pub foot: String,
    /// What stands there.
    pub pieces: Vec<Piece>,
    /// What happened there.
    pub marks: Vec<Mark>,
}

/// Outlines of places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
    /// A flat-topped hex, see [`hexes`](super::hexes).
    Hex,
    /// A rectangle of a width and a height.
    Box(i32, i32),
    /// A disc of a radius, with words beside it.
    Disc(i32),
}

/// Kinds of ground, told apart by colour and pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ground {
    /// Nothing to be said of it.
    Clear,
    /// High ground.
    Hills,
    /// Trees.
    Woods,
    /// Houses.
    Town,
    /// Masonry.
    Wall,
    /// Something that lies face down.
    Covered,
    /// Something out of the ordinary that lies face down.
    Special,
}

/// How the pieces of a side look. Border and filling differ, and not the colour alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Livery {
    /// Light.
    Red,
    /// Dark.
    Blue,
    /// Hatched.
    Green,
    /// Dotted.
    Yellow,
    /// Chequered.
    Purple,
    /// Nobody's.
    Grey,
}

/// A piece.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Piece {
    /// Whose.
    pub livery: Livery,
    /// What it looks like.
    pub sign: Sign,
    /// At most two letters beside it or in it, such as the initial of its side.
    pub initial: String,
    /// A few letters below it.
    pub label: String,
    /// Spoken name.
    pub name: String,
    /// Whether it fell in the last step: it is drawn crossed out.
    pub is_lost: bool,
}

/// What a piece looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sign {
    /// A counter with a sign in the manner of APP-6.
    Unit(super::Symbol),
    /// A pawn.
    Pawn,
    /// A pawn with a plumed hat.
    Marshal,
    /// A gun on its wheel.
    Cannon,
    /// A round counter with the initial in it.
    Disc,
    /// A pennant with the initial in it.
    Flag,
    /// A card with the initial in it.
    Card,
}

/// Why a place is marked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mark {
    /// What happened.
    pub kind: MarkKind,
    /// A few letters in it, such as `3:2`.
    pub text: String,
    /// In words.
    pub name: String,
}

/// What a mark shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum MarkKind {
    /// A fight.
    Fought,
    /// Something was lost.
    Lost,
    /// Something was taken or turned up.
    Taken,
}

/// A line that joins two places.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Way {
    /// The names of the places.
    pub ends: [String; 2],
    /// What it is.
    pub kind: WayKind,
}

/// Kinds of lines that join places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum WayKind {
    /// A road.
    Road,
    /// Straight ahead over a battlefield.
    Lane,
}

/// Water from one point to another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Water {
    /// From and to.
    pub ends: [Point; 2],
    /// What it is.
    pub kind: super::SideKind,
    /// In words.
    pub name: String,
}

/// Something that moved or attacked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Arrow {
    /// Whose.
    pub livery: Livery,
    /// What it did.
    pub kind: ArrowKind,
    /// Names of the places, first to last; of one place alone, that something came there.
    pub path: Vec<String>,
    /// A few letters beside it.
    pub label: String,
    /// In words.
    pub name: String,
}

/// What an arrow shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ArrowKind {
    /// A movement.
    Move,
    /// An attack.
    Attack,
    /// A retreat.
    Retreat,
}

impl Scene {
    /// The place of a name.
    pub fn place(&self, name: &str) -> Option<&Place> {
        self.places.iter().find(|place| place.name == name)
    }

    /// The place of a name, to be changed.
    pub fn place_mut(&mut self, name: &str) -> Option<&mut Place> {
        self.places.iter_mut().find(|place| place.name == name)
    }

    /// Whether there is a mark of a kind anywhere.
    pub fn has_mark(&self, kind: MarkKind) -> bool {
        self.places.iter().any(|place| place.marks.iter().any(|mark| mark.kind == kind))
    }

    /// Everything on the board in words, for those who hear it: what stands where and what happened.
    pub fn in_words(&self) -> String {
        let mut words = Vec::new();
        for place in &self.places {
            let standing = place.pieces.iter().map(Piece::in_words);
            let told: Vec<String> =
                standing.chain(place.marks.iter().map(|mark| mark.name.clone())).collect();
            if !told.is_empty() {
                words.push(format!("{}: {}.", place.name, told.join(", ")));
            }
        }
        words.extend(self.arrows.iter().map(|arrow| format!("{}.", arrow.name)));
        words.extend(self.notes.iter().cloned());
        words.join(" ")
    }
}

impl Piece {
    /// What it is, and whether it fell.
    pub fn in_words(&self) -> String {
        if self.is_lost { format!("{} lost", self.name) } else { self.name.clone() }
    }
}

impl Place {
    /// An empty place without words.
    pub fn new(name: impl Into<String>, centre: Point, shape: Shape, ground: Ground) -> Self {
        Self {
            name: name.into(),
            centre,
            shape,
            ground,
            holder: None,
            head: String::new(),
            foot: String::new(),
            pieces: Vec::new(),
            marks: Vec::new(),
        }
    }
}

impl Shape {
    /// Half the width and half the height.
    pub fn half(self) -> Point {
        match self {
            Self::Hex => super::hexes::HALF,
            Self::Box(width, height) => (width / 2, height / 2),
            Self::Disc(radius) => (radius, radius),
        }
    }
}

impl Ground {
    /// The word for it in a key; what goes without saying has none.
    pub fn word(self) -> &'static str {
        match self {
            Self::Hills => "hills",
            Self::Woods => "woods",
            Self::Town => "town",
            Self::Covered => "face down",
            Self::Special => "special, face down",
            Self::Clear | Self::Wall => "",
        }
    }
}

impl Livery {
    /// All of them.
    pub const ALL: [Self; 6] = [Self::Red, Self::Blue, Self::Green, Self::Yellow, Self::Purple, Self::Grey];

    /// The livery of a side that is named after a colour; grey for others.
    pub fn of(side: &str) -> Self {
        Self::ALL.into_iter().find(|livery| livery.word() == side).unwrap_or(Self::Grey)
    }

    /// The word for it.
    pub fn word(self) -> &'static str {
        ["red", "blue", "green", "yellow", "purple", "grey"][self as usize]
    }
}

impl MarkKind {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Fought, Self::Lost, Self::Taken];

    /// The word for it in a key.
    pub fn word(self) -> &'static str {
        ["fought", "lost", "taken"][self as usize]
    }

    /// The words for it in a key where the sign has text in it.
    pub fn word_with_text(self) -> &'static str {
        ["fought", "loss of this side", "taken"][self as usize]
    }
}

impl ArrowKind {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Move, Self::Attack, Self::Retreat];

    /// The word for it in a key.
    pub fn word(self) -> &'static str {
        ["moved", "attacked", "retreated"][self as usize]
    }
}
