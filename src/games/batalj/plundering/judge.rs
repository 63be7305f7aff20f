//! What is against the rules in a plunderer's sheet, and what he may write next.

use super::map::{Kind, Map, Place};
use super::orders::Order as Line;
use super::plan::Plan;
use super::state::Expedition;
use super::{Decision, Order, Public, Setting};
use crate::kernel::game::Ruling;

const PROCEEDS: &str = "How the plundering proceeds";
const RETURNING: &str = "Returning with the loot";
const RULES: &str = "Rules for plundering";

/// Judges a sheet.
pub fn check(setting: &Setting, public: &Public, decision: Decision, orders: &[Order]) -> Vec<Ruling> {
    let judge = Judge { map: &setting.map, orders, rulings: Vec::new() };
    match (decision, public.plundering.as_ref().and_then(|p| p.expedition.as_ref())) {
        (Decision::Announcement, _) => judge.announcement(),
        (_, Some(expedition)) => judge.plan(expedition),
        (_, None) => Vec::new(),
    }
}

/// A sheet being judged.
struct Judge<'a> {
    map: &'a Map,
    orders: &'a [Order],
    rulings: Vec<Ruling>,
}

impl Judge<'_> {
    fn announcement(mut self) -> Vec<Ruling> {
        for i in 1..self.orders.len() {
            let fact = "a family sets out once or stays".to_owned();
            self.against(i, "plunder/twice", RULES, fact, "keep one of the lines");
        }
        self.rulings
    }

    fn plan(mut self, expedition: &Expedition) -> Vec<Ruling> {
        self.alone();
        self.once();
        let Some(party) = expedition.party(expedition.mover) else { return self.rulings };
        let Some(here) = self.map.place(&party.at) else { return self.rulings };
        let stands = self.orders.len() == 1 && party.standing(self.map).is_some();
        let lines = lines(self.orders);
        let plan = Plan::of(self.map, here, &lines);
        let route = lines.iter().any(|line| matches!(line, Line::Route(_)));
        for (i, order) in self.orders.iter().enumerate() {
            match order {
                Order::Plundering(Line::Route(places)) => self.route(i, here, places),
                Order::Plundering(Line::TurnUp(cities)) => self.turn_up(i, here, &plan, cities, expedition),
                Order::Plundering(Line::CarryOn) if !stands && !route && plan.returns.is_empty() => {
                    let fact = "there is no plan to carry on with".to_owned();
                    self.against(i, "carry-on/no-plan", PROCEEDS, fact, "add a route or a return");
                }
                _ => {}
            }
        }
        self.rulings
    }

    /// Who passes or asks plans nothing.
    fn alone(&mut self) {
        if self.orders.len() < 2 {
            return;
        }
        for (i, order) in self.orders.iter().enumerate() {
            match order {
                Order::Pass => {
                    let fact = "who passes does not move".to_owned();
                    self.against(i, "order/pass-with-others", PROCEEDS, fact, "take one of the lines out");
                }
                Order::Plundering(Line::Ask) => {
                    let fact = "who asks for the die plans when he has seen it".to_owned();
                    self.against(i, "ask/with-others", PROCEEDS, fact, "take one of the lines out");
                }
                _ => {}
            }
        }
    }

    /// One route, one line of tiles, and no line twice.
    fn once(&mut self) {
        for (i, order) in self.orders.iter().enumerate() {
            let is_second = self.orders[..i].iter().any(|other| match (other, order) {
                (Order::Plundering(a), Order::Plundering(b)) => {
                    let is_single = matches!(b, Line::Route(_) | Line::TurnUp(_));
                    a == b || is_single && std::mem::discriminant(a) == std::mem::discriminant(b)
                }
                (a, b) => a == b,
            });
            if is_second {
                let fact = format!("a line like {order} is there already");
                self.against(i, "plan/twice", PROCEEDS, fact, "join the lines or take one out");
            }
        }
    }

    fn route(&mut self, i: usize, here: Place, places: &[String]) {
        let mut at = self.map.id(here).to_owned();
        for place in places {
            if *place == at {
                let fact = format!("{at} to {place} is no step");
                return self.against(i, "route/no-step", PROCEEDS, fact, "name each place once in a row");
            }
            at.clone_from(place);
        }
        if let Some((port, _)) = beyond_port(self.map, places) {
            let fact = format!("the expedition is over as soon as {port} is reached");
            self.against(i, "route/beyond-port", RETURNING, fact, "end the route there");
        }
    }

    fn turn_up(&mut self, i: usize, here: Place, plan: &Plan, cities: &[String], expedition: &Expedition) {
        let way = plan.way(self.map, here);
        if way.is_empty() {
            let fact = "a tile is turned up in the move that comes to it, and there is no route".to_owned();
            return self.against(i, "turn-up/no-route", PROCEEDS, fact, "add a route through the city");
        }
        for city in cities {
            let place = self.map.place(city);
            if place.is_none_or(|p| self.map.kind(p) != Kind::City) {
                let fact = format!("{city} is no city, and tiles lie in cities");
                return self.against(i, "turn-up/no-city", PROCEEDS, fact, "name a city");
            }
            if place.is_none_or(|p| !way.contains(&p)) {
                let fact = format!("the route does not lead through {city}");
                return self.against(i, "turn-up/off-route", PROCEEDS, fact, "name a city of the route");
            }
            if !expedition.has_tile(city) {
                let fact = format!("no tile lies in {city} any more");
                return self.against(i, "turn-up/no-tile", PROCEEDS, fact, "name another city");
            }
        }
        if cities.is_empty() && !plan.turn_up.iter().any(|city| expedition.has_tile(city)) {
            let fact = "the route names no city in which a tile lies".to_owned();
            self.against(i, "turn-up/no-tile", PROCEEDS, fact, "name a city with a tile in the route");
        }
    }

    fn against(&mut self, i: usize, code: &'static str, rule: &'static str, fact: String, hint: &str) {
        self.rulings.push(Ruling::on(i, code, rule, fact).hinted(hint));
    }
}

fn lines(orders: &[Order]) -> Vec<Line> {
    orders
        .iter()
        .filter_map(|order| match order {
            Order::Plundering(line) => Some(line.clone()),
            _ => None,
        })
        .collect()
}

/// The first start square that a route goes on from, and the place after it.
fn beyond_port<'a>(map: &Map, places: &'a [String]) -> Option<(&'a String, &'a String)> {
    places
        .windows(2)
        .find(|pair| map.place(&pair[0]).is_some_and(|place| map.kind(place) == Kind::Port))
        .map(|pair| (&pair[0], &pair[1]))
}

/// What a line sent ahead depends on.
///
/// Errors: what is against the rules in every case that can be reached.
pub fn foresee(map: &Map, line: &Line) -> Result<String, Ruling> {
    match line {
        Line::Route(places) => match beyond_port(map, places) {
            Some((port, _)) => Err(Ruling::of_sheet(
                "route/beyond-port",
                RETURNING,
                format!("the expedition is over as soon as {port} is reached"),
            )),
            None => Ok("depends on where you stand then, on the die and on the other plunderers".to_owned()),
        },
        Line::Plunder { .. } => Ok("depends on the Regent card".to_owned()),
        Line::TurnUp(_) => Ok("depends on the route and on the tiles that lie there then".to_owned()),
        Line::Return { .. } => Ok("depends on where you stand then and on the die".to_owned()),
        Line::Ask | Line::CarryOn => Ok("depends on your being under way then".to_owned()),
    }
}

/// The single next orders that keep a sheet completable.
pub fn next(setting: &Setting, public: &Public, decision: Decision, so_far: &[Order]) -> Vec<Order> {
    let map = &setting.map;
    let expedition = public.plundering.as_ref().and_then(|p| p.expedition.as_ref());
    let candidates = match (decision, expedition) {
        (Decision::Announcement, _) if so_far.is_empty() => {
            let ports = map.of_kind(Kind::Port).map(|port| Line::Plunder { from: map.id(port).to_owned() });
            return ports.map(Order::Plundering).chain([Order::Pass]).collect();
        }
        (_, Some(expedition)) => plans(map, expedition, so_far),
        _ => Vec::new(),
    };
    candidates
        .into_iter()
        .filter(|order| {
            let sheet: Vec<Order> = so_far.iter().cloned().chain([order.clone()]).collect();
            check(setting, public, decision, &sheet).is_empty()
        })
        .collect()
}

/// Lines that may go on a sheet, some of them perhaps not beside those that are there.
fn plans(map: &Map, expedition: &Expedition, so_far: &[Order]) -> Vec<Order> {
    let mut lines: Vec<Line> = Vec::new();
    lines.extend(map.all().map(|place| Line::Route(vec![map.id(place).to_owned()])));
    lines.push(Line::TurnUp(Vec::new()));
    for port in [None].into_iter().chain(map.of_kind(Kind::Port).map(|p| Some(map.id(p).to_owned()))) {
        lines.push(Line::Return { to: port, when: None });
    }
    lines.push(Line::CarryOn);
    if expedition.die.is_none() {
        lines.push(Line::Ask);
    }
    let mut orders: Vec<Order> = lines.into_iter().map(Order::Plundering).collect();
    orders.push(Order::Pass);
    orders.retain(|order| !so_far.contains(order));
    orders
}

/// What happens when no orders come: a family stays at home, a plunderer keeps to his plan or goes home.
pub fn defaults(setting: &Setting, public: &Public, decision: Decision, family: u8) -> Vec<Order> {
    let expedition = public.plundering.as_ref().and_then(|p| p.expedition.as_ref());
    let party = expedition.and_then(|expedition| expedition.party(family));
    match decision {
        Decision::Announcement => vec![Order::Pass],
        _ if party.is_some_and(|party| party.standing(&setting.map).is_some()) => {
            vec![Order::Plundering(Line::CarryOn)]
        }
        Decision::Expedition | Decision::March => {
            let home = Line::Return { to: None, when: None };
            vec![Order::Plundering(home), Order::Plundering(Line::CarryOn)]
        }
    }
}
