//! What is against the rules in a sheet of the campaign, and what may be written next.

use super::data::Effect;
use super::orders::{Activity, Counted, Item, Order as Line, Reason};
use super::round::{halved, text_of};
use super::state::Court;
use super::{Country, Decision, Order, Public, Setting, Text};
use super::{archbishop, ledger};
use crate::kernel::game::Ruling;

const ARCHBISHOP: &str = "The Archbishop";
const ENTRIES: &str = "The new Regent cards";

/// Judges a sheet.
pub fn check(
    setting: &Setting,
    public: &Public,
    family: u8,
    decision: Decision,
    orders: &[Order],
) -> Vec<Ruling> {
    let Some(court) = &public.court else { return Vec::new() };
    let mut judge = Judge { setting, public, court, family, orders, rulings: Vec::new() };
    judge.once();
    for (i, order) in orders.iter().enumerate() {
        match order {
            Order::Pass => judge.pass(i),
            Order::Court(line) if !line.belongs(decision) => judge.foreign(i, decision, line),
            Order::Court(line) => judge.line(i, decision, line),
            _ => {}
        }
    }
    judge.sums(decision);
    judge.decide(decision);
    judge.rulings
}

/// A sheet being judged.
struct Judge<'a> {
    setting: &'a Setting,
    public: &'a Public,
    court: &'a Court,
    family: u8,
    orders: &'a [Order],
    rulings: Vec<Ruling>,
}

impl Judge<'_> {
    fn against(
        &mut self,
        i: usize,
        code: &'static str,
        rule: &'static str,
        fact: String,
        hint: Option<&str>,
    ) {
        self.rulings.push(Ruling { hint: hint.map(str::to_owned), ..Ruling::on(i, code, rule, fact) });
    }

    /// A line sent ahead can meet a decision that it does not belong to.
    fn foreign(&mut self, i: usize, decision: Decision, line: &Line) {
        let fact = format!("{line} does not belong to the {decision}");
        self.against(i, "order/not-now", ENTRIES, fact, Some("take the line out"));
    }

    /// Whoever passes does nothing; objections he may still make.
    fn pass(&mut self, i: usize) {
        let is_other = |order: &Order| !matches!(order, Order::Pass | Order::Court(Line::Object(_)));
        if self.orders.iter().any(is_other) {
            let fact = "who passes does nothing else".to_owned();
            self.against(i, "order/pass-with-others", ENTRIES, fact, Some("take one of the lines out"));
        }
    }

    /// Numbers may change twice for two reasons; all else is said once.
    fn once(&mut self) {
        for (i, order) in self.orders.iter().enumerate() {
            let is_same = |other: &Order| match (other, order) {
                (
                    Order::Court(Line::Enter(Item::Count { .. })),
                    Order::Court(Line::Enter(Item::Count { .. })),
                ) => false,
                (Order::Court(Line::Play { card: a, .. }), Order::Court(Line::Play { card: b, .. })) => {
                    a == b
                }
                (Order::Court(Line::Enter(a)), Order::Court(Line::Enter(b))) => id_of(a) == id_of(b),
                (Order::Court(a), Order::Court(b)) => {
                    let is_choice = matches!(b, Line::War(_) | Line::Choose(_) | Line::Activity(_));
                    a == b || is_choice && std::mem::discriminant(a) == std::mem::discriminant(b)
                }
                (a, b) => a == b,
            };
            if self.orders[..i].iter().any(is_same) {
                let fact = format!("there is already a line for what {order} is about");
                self.against(i, "order/twice", ENTRIES, fact, Some("take one of the lines out"));
            }
        }
    }

    fn line(&mut self, i: usize, decision: Decision, line: &Line) {
        match line {
            Line::Object(number) => self.object(i, *number),
            Line::Play { card, on } => self.play(i, decision, card, on.as_deref()),
            Line::Choose(regent) => self.choose(i, regent),
            Line::Enter(item) => {
                let is_count = matches!(item, Item::Count { by, .. } if *by != 0);
                if let Some((code, fact)) = ledger::bar(self.setting, self.public, self.family, item)
                    && !is_count
                {
                    self.against(i, code, ENTRIES, fact, Some(entry_hint(code)));
                }
            }
            Line::War(_) | Line::Activity(_) => {}
        }
    }

    fn object(&mut self, i: usize, number: u32) {
        let fact = match self.court.entry(number) {
            None if number >= self.court.next_entry => format!("there is no entry {number}"),
            None => format!("entry {number} stands or is struck; nobody can object to it any more"),
            Some(entry) if entry.family == self.family => format!("entry {number} is your own"),
            Some(entry) if !entry.open_to.contains(&self.family) => {
                format!("you have sent orders since entry {number} was made")
            }
            Some(_) => return,
        };
        self.against(i, "object/not-open", ENTRIES, fact, Some("a report lists the entries that are open"));
    }

    fn play(&mut self, i: usize, decision: Decision, card: &str, on: Option<&str>) {
        if !self.public.family(self.family).events.iter().any(|held| held == card) {
            let fact = format!("{} does not hold {card}", self.setting.name(self.family));
            return self.against(
                i,
                "play/not-held",
                ARCHBISHOP,
                fact,
                Some("enter it first, in an earlier turn"),
            );
        }
        let Some(known) = self.setting.data.court.card(card) else { return };
        // Several cards of a sheet are played in their order, so one may prepare the other.
        let others = self.orders.iter().filter(|o| matches!(o, Order::Court(Line::Play { .. }))).count() > 1;
        if let Some(why) = archbishop::bar(self.court, self.family, known.effect)
            && !others
        {
            return self.against(i, "play/useless", ARCHBISHOP, why.to_owned(), None);
        }
        let own_turn = matches!(decision, Decision::FamilyTurn);
        if known.effect == Effect::BlockadeRunner && !own_turn {
            let fact = "it frees the trade of one's own turn".to_owned();
            return self.against(i, "play/own-turn", "Trade blockade", fact, Some("play it in your turn"));
        }
        match (known.effect, on) {
            (Effect::ManipulatedElection, None) => {
                let fact = "whoever plays it decides who becomes Archbishop".to_owned();
                self.against(i, "play/for-whom", ARCHBISHOP, fact, Some("add for and a family"));
            }
            (Effect::ManipulatedElection, Some(id)) => {
                let place = self.setting.families.iter().position(|family| family == id);
                if place.is_none_or(|place| self.public.families[place].conceded) {
                    let fact = format!("{id} is not in the game any more");
                    self.against(i, "play/for-whom", ARCHBISHOP, fact, None);
                }
            }
            (_, Some(_)) => {
                let fact = format!("{card} is played for nobody in particular");
                self.against(i, "play/for-whom", ARCHBISHOP, fact, Some("leave for and the family out"));
            }
            (_, None) => {}
        }
    }

    fn choose(&mut self, i: usize, regent: &str) {
        let open = choosable(self.setting, self.public);
        let hint =
            open.first().map(|id| format!("choose {id}, or another one that the blank turn file lists"));
        if !self.public.pile.iter().any(|card| card == regent) {
            let fact = format!("{regent} is not in the pile of Regent cards");
            self.against(i, "choose/not-in-pile", "Chancellor", fact, hint.as_deref());
        } else if text_of(self.setting, regent, self.court.era) == Text::Chancellor {
            let fact = format!("{regent} would only bring another Chancellor");
            self.against(i, "choose/chancellor", "Chancellor", fact, hint.as_deref());
        }
    }

    /// No figure that cannot sink below nothing does so by all lines together.
    fn sums(&mut self, decision: Decision) {
        let runs = self.orders.iter().any(|order| match order {
            Order::Court(Line::Play { card, .. }) => {
                let known = self.setting.data.court.card(card);
                known.is_some_and(|known| known.effect == Effect::BlockadeRunner)
            }
            _ => false,
        });
        for of in [Counted::Gold, Counted::Merchants] {
            let mut sum = ledger::figure(self.court.ledger(self.family), of);
            if of == Counted::Gold && decision == Decision::FamilyTurn {
                sum += archbishop::due(self.public, self.court, self.family).len() as i32;
            }
            let (mut last_loss, mut lost) = (None, false);
            for (i, order) in self.orders.iter().enumerate() {
                let Order::Court(Line::Enter(item)) = order else { continue };
                let item = if runs { item.clone() } else { halved(self.court, self.family, item).0 };
                if let Item::Count { of: what, by, .. } = item
                    && what == of
                {
                    sum += by;
                    lost |= by < 0;
                    last_loss = if by < 0 { Some(i) } else { last_loss };
                }
            }
            if let Some(i) = last_loss.filter(|_| lost && sum < 0) {
                let fact =
                    format!("{} would be left with {}", self.setting.name(self.family), of.counted(sum));
                let hint =
                    format!("{} more than there is: enter less, or what is won first", of.counted(-sum));
                self.against(i, "entry/too-little", ENTRIES, fact, Some(&hint));
            }
        }
    }

    /// What a decision must answer.
    fn decide(&mut self, decision: Decision) {
        let has = |what: fn(&Line) -> bool| {
            self.orders.iter().any(|order| matches!(order, Order::Court(line) if what(line)))
        };
        let missing = match decision {
            Decision::Country if !has(|line| matches!(line, Line::War(_))) => Some((
                "war/no-country",
                "War",
                "the war must be against some country",
                "war against ryssland",
            )),
            Decision::Regency if !has(|line| matches!(line, Line::Choose(_))) => Some((
                "choose/nothing",
                "Chancellor",
                "one Regent card must be chosen",
                "choose and the id of a card in the pile",
            )),
            _ => None,
        };
        if let Some((code, rule, fact, hint)) = missing {
            self.rulings.push(Ruling::of_sheet(code, rule, fact).hinted(format!("write {hint}")));
        }
    }
}

/// What to do about an entry that cannot be made.
fn entry_hint(code: &str) -> &'static str {
    match code {
        "entry/held" => "take the line out, or let the family that holds it enter it as lost first",
        "entry/not-held" => "take the line out, or name a card that you hold",
        _ => "take the line out",
    }
}

fn id_of(item: &Item) -> Option<&str> {
    match item {
        Item::Fief { id, .. } | Item::Card { id, .. } => Some(id),
        Item::Count { .. } => None,
    }
}

/// Chancellor: the Regent cards that may be chosen, another Chancellor being none.
pub fn choosable(setting: &Setting, public: &Public) -> Vec<String> {
    let Some(court) = &public.court else { return Vec::new() };
    let fits = |id: &&String| text_of(setting, id, court.era) != Text::Chancellor;
    public.pile.iter().filter(fits).cloned().collect()
}

/// The single next orders that keep a sheet completable. Numbers are shown by an example of each kind.
pub fn next(
    setting: &Setting,
    public: &Public,
    family: u8,
    decision: Decision,
    so_far: &[Order],
) -> Vec<Order> {
    let Some(court) = &public.court else { return Vec::new() };
    if so_far.contains(&Order::Pass) {
        return Vec::new();
    }
    let mut lines: Vec<Line> = Vec::new();
    match decision {
        Decision::Country => lines.extend(Country::ALL.map(Line::War)),
        Decision::Regency => lines.extend(choosable(setting, public).into_iter().map(Line::Choose)),
        Decision::Opening => lines.extend(entries(setting, public)),
        Decision::FamilyTurn => {
            lines.extend(Activity::ALL.map(Line::Activity));
            lines.extend(plays(setting, public, family));
            lines.extend(entries(setting, public));
        }
        Decision::Cards => lines.extend(plays(setting, public, family)),
        Decision::Closing => {}
    }
    lines
        .extend(court.entries.iter().filter(|e| e.open_to.contains(&family)).map(|e| Line::Object(e.number)));
    let mut candidates: Vec<Order> = lines.into_iter().map(Order::Court).collect();
    if so_far.is_empty() && !matches!(decision, Decision::Country | Decision::Regency) {
        candidates.push(Order::Pass);
    }
    let is_open = |order: &Order| {
        let sheet: Vec<Order> = so_far.iter().cloned().chain([order.clone()]).collect();
        // A choice that is still to be made is no fault of the line beside it.
        check(setting, public, family, decision, &sheet).iter().all(|ruling| ruling.order.is_none())
    };
    candidates.into_iter().filter(|order| !so_far.contains(order) && is_open(order)).collect()
}

fn plays(setting: &Setting, public: &Public, family: u8) -> Vec<Line> {
    let mut lines = Vec::new();
    for card in public.family(family).events.iter().filter_map(|id| setting.data.court.card(id)) {
        if card.effect == Effect::ManipulatedElection {
            let for_each =
                setting.families.iter().map(|id| Line::Play { card: card.id.clone(), on: Some(id.clone()) });
            lines.extend(for_each);
        } else {
            lines.push(Line::Play { card: card.id.clone(), on: None });
        }
    }
    lines
}

fn entries(setting: &Setting, public: &Public) -> Vec<Line> {
    let _ = public;
    let mut items = Vec::new();
    for fief in &setting.data.fiefs.fiefs {
        items.extend([false, true].map(|lost| Item::Fief { id: fief.id.clone(), lost }));
    }
    for id in setting.card_ids() {
        items.extend([false, true].map(|lost| Item::Card { id: id.to_owned(), lost }));
    }
    for of in Counted::ALL {
        items.extend([1, -1].map(|by| Item::Count { of, by, reason: None }));
    }
    items.push(Item::Count { of: Counted::Gold, by: 7, reason: Some(Reason::Trade) });
    items.into_iter().map(Line::Enter).collect()
}
