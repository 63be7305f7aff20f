//! What cases of Battue say of a position: `BOARD` with a place a line, the same words that a position is told in.
//!
//! A line begins with what it is about: a space (`c4 taberna red 3`, `gate-n red`, `c4 taberna`), a seat's camp, hand,
//! chest, standing answers, plan, answer or state (`red-hand militia,silk`, `red-camp gate-n 6`), or a word (`turn 3 red`,
//! `discards silk`, `events pit`, `specials a9,e1,j5,k11`; of events a position tells the number alone). What is not said is as in a game's first turn, with nobody
//! on the board.

mod show;

use super::case::{Case, number, places};
use super::run::{Ruled, list};
use adjutant::games::battue::Battue;
use adjutant::games::battue::board::Edge;
use adjutant::games::battue::event::Event;
use adjutant::games::battue::orders::Order;
use adjutant::games::battue::state::{Camp, Out, Private, Space, secret, secret_mut};
use adjutant::kernel::game::State;
use adjutant::kernel::orders::lexer::lex;
use adjutant::kernel::orders::typography::fold;

impl Ruled for Battue {
    const SEATS: &'static [&'static str] = &["red", "blue"];

    fn position(case: &Case, first: &State<Self>) -> Result<Option<State<Self>>, String> {
        let Some(board) = case.position.first() else { return Ok(None) };
        if board.word != "BOARD" || !board.rest.is_empty() || case.position.len() > 1 {
            return Err(format!("{} {} cannot be read", board.word, board.rest));
        }
        let mut state = first.clone();
        (state.public.turn, state.public.mover) = (1, Some(0));
        for line in places(&board.body)? {
            let (place, what) = line.split_once(' ').unwrap_or((&line, ""));
            take(&mut state, place, what).map_err(|e| format!("{line}: {e}"))?;
        }
        Ok(Some(state))
    }

    fn words(state: &State<Self>) -> Vec<String> {
        let spaces = state.setting.data.board.ids();
        let mut words: Vec<String> = spaces.map(|id| format!("{id} {}", space(state, id))).collect();
        (0..state.public.hordes.len() as u8).for_each(|seat| words.extend(of_seat(state, seat)));
        let public = &state.public;
        let mover = public.mover.map_or("nobody", |seat| state.setting.seat(seat));
        words.push(format!("turn {} {mover}", public.turn));
        words.push(format!("discards {}", cards(&public.discards)));
        words.push(format!("events {}", public.events.len()));
        words.push(format!("specials {}", cards(&public.specials)));
        words.push(format!("lots {}", public.lots));
        words.push(match &public.battle {
            Some(b) => format!(
                "battle {} round {} against {}{}",
                b.at,
                b.round,
                state.setting.seat(b.defender),
                if b.is_waiting { ", waiting" } else { "" }
            ),
            None => "battle none".to_owned(),
        });
        words.push(match &public.ending {
            Some(ending) => {
                let winners: Vec<&str> =
                    ending.winners.iter().map(|seat| state.setting.seat(*seat)).collect();
                format!("ending {}: {}", list(&winners, ","), ending.reason)
            }
            None => "ending none".to_owned(),
        });
        words
    }

    fn moment(state: &State<Self>) -> String {
        format!("turn {}", state.public.turn)
    }

    fn show(seats: &[String], event: &Event) -> String {
        show::show(seats, event)
    }
}

/// What is on a space: tile, controller, warriors, and attackers behind a star.
fn space(state: &State<Battue>, id: &str) -> String {
    let space = state.public.space(id);
    let mut words: Vec<String> = space.tile.iter().cloned().collect();
    if let Some(seat) = space.controller {
        words.push(state.setting.seat(seat).to_owned());
    }
    if space.warriors > 0 {
        words.push(space.warriors.to_string());
    }
    if space.attackers > 0 {
        words.push(format!("*{}", space.attackers));
    }
    if words.is_empty() { "-".to_owned() } else { words.join(" ") }
}

fn of_seat(state: &State<Battue>, seat: u8) -> Vec<String> {
    let (horde, secret) = (state.public.horde(seat), secret(state, seat));
    let id = &horde.seat;
    let camp = horde.camp.as_ref().map_or("none".to_owned(), |camp| format!("{} {}", camp.at, camp.warriors));
    let mut state: Vec<&str> = Vec::new();
    state.extend(horde.has_captured.then_some("captured"));
    state.extend(match horde.out {
        Some(Out::Eliminated) => Some("eliminated"),
        Some(Out::Withdrew) => Some("withdrew"),
        None => None,
    });
    let state = if state.is_empty() { "new".to_owned() } else { state.join(",") };
    vec![
        format!("{id}-camp {camp}"),
        format!("{id}-hand {}", cards(&secret.hand)),
        format!("{id}-chest {}", cards(&horde.chest)),
        format!("{id}-standing {}", lines(&secret.standing)),
        format!("{id}-plan {}", lines(&secret.plan)),
        format!("{id}-answer {}", lines(&secret.reaction)),
        format!("{id}-state {state}"),
    ]
}

fn cards(ids: &[String]) -> String {
    if ids.is_empty() { "none".to_owned() } else { ids.join(",") }
}

fn lines(orders: &[Order]) -> String {
    if orders.is_empty() { "none".to_owned() } else { list(orders, "; ") }
}

/// Takes one line of a board.
fn take(state: &mut State<Battue>, place: &str, what: &str) -> Result<(), String> {
    if state.setting.data.board.links(place).is_empty() {
        return take_word(state, place, what);
    }
    let mut space = Space::default();
    for word in what.split(' ') {
        if let Some(seat) = state.setting.place_of(word) {
            space.controller = Some(seat);
        } else if let Some(count) = word.strip_prefix('*') {
            space.attackers = number(count)?;
        } else if word.bytes().all(|b| b.is_ascii_digit()) {
            space.warriors = number(word)?;
        } else if state.setting.data.tile(word).is_some() {
            space.tile = Some(word.to_owned());
        } else {
            return Err(format!("{word} is no tile, seat or number"));
        }
    }
    let owner = space.controller.map(usize::from);
    state.public.spaces.insert(place.to_owned(), space);
    if let Some(owner) = owner {
        state.public.hordes[owner].has_captured = true;
    }
    Ok(())
}

fn take_word(state: &mut State<Battue>, place: &str, what: &str) -> Result<(), String> {
    let ids = || what.split(',').filter(|id| *id != "none").map(str::to_owned).collect::<Vec<_>>();
    match place {
        "turn" => {
            let (turn, mover) = what.split_once(' ').ok_or("write turn NUMBER SEAT")?;
            state.public.turn = number(turn)?;
            state.public.mover = Some(state.setting.place_of(mover).ok_or("no such seat")?);
        }
        "discards" => state.public.discards = ids(),
        "events" => state.public.events = ids(),
        "specials" => state.public.specials = ids(),
        "lots" => state.public.lots = number(what)?,
        _ => {
            let (seat, part) = place.rsplit_once('-').ok_or("no such place")?;
            let seat = state.setting.place_of(seat).ok_or("no such seat")?;
            take_of_seat(state, seat, part, what, ids())?;
        }
    }
    Ok(())
}

fn take_of_seat(
    state: &mut State<Battue>,
    seat: u8,
    part: &str,
    what: &str,
    ids: Vec<String>,
) -> Result<(), String> {
    match part {
        "camp" => {
            let (at, warriors) = what.split_once(' ').ok_or("write SEAT-camp SPACE NUMBER")?;
            let edges = state.setting.data.board.wall(at).map(|wall| wall.edges.clone());
            let edge = edges.and_then(|edges| edges.first().copied()).unwrap_or(Edge::North);
            let camp = Camp { edge, at: at.to_owned(), warriors: number(warriors)? };
            state.public.hordes[usize::from(seat)].camp = Some(camp);
        }
        "hand" => {
            state.public.hordes[usize::from(seat)].hand = ids.len() as u8;
            secret_mut(state, seat).hand = ids;
        }
        "chest" => state.public.hordes[usize::from(seat)].chest = ids,
        "standing" => {
            let orders = orders(state, what)?;
            state.public.hordes[usize::from(seat)].has_standing = !orders.is_empty();
            let secret: &mut Private = secret_mut(state, seat);
            secret.standing = orders;
        }
        "state" => {
            let horde = &mut state.public.hordes[usize::from(seat)];
            horde.has_captured = what.contains("captured");
            horde.out = what.split(',').find_map(|word| match word {
                "eliminated" => Some(Out::Eliminated),
                "withdrew" => Some(Out::Withdrew),
                _ => None,
            });
        }
        other => return Err(format!("a seat has no {other} here")),
    }
    Ok(())
}

fn orders(state: &State<Battue>, what: &str) -> Result<Vec<Order>, String> {
    let lines = what.split("; ").filter(|line| *line != "none");
    let grammar = &state.setting.forms.any;
    lines
        .map(|line| {
            let folded = fold(line).text;
            grammar.read(&lex(&folded), folded.len()).map(|r| r.value).map_err(|m| m.message)
        })
        .collect()
}
