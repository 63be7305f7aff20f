//! §4.2 Buying an army: what it costs, which counters there are, and an example.

use super::data::Faction;
use super::orders::Order;
use super::set_up;
use super::setting::Setting;
use super::state::Public;
use crate::kernel::game::Ruling;
use crate::kernel::picture::Symbol;
use std::collections::BTreeMap;

/// §4.2 Purchases keep within the points and the counters.
pub fn check(setting: &Setting, orders: &[Order]) -> Vec<Ruling> {
    let mut rulings = Vec::new();
    let points = setting.rules.buying_armies.unwrap_or(0);
    let mut spent: u32 = 0;
    // Two unit types may share the counters of a symbol.
    let mut taken: BTreeMap<Symbol, u32> = BTreeMap::new();
    for (i, order) in orders.iter().enumerate() {
        let Order::Buy { count, unit } = order else {
            rulings.extend((*order == Order::Pass && orders.len() > 1).then(|| set_up::pass_with_others(i)));
            continue;
        };
        let Some(kind) = setting.kind(unit) else { continue };
        if *count == 0 {
            rulings.push(
                Ruling::on(i, "buy/nothing", "§4.2", "buying none is no purchase")
                    .hinted("take the line out"),
            );
        }
        // A thousand lines of the dearest units that components may hold are more than the number can count.
        let price = u32::from(setting.unit(kind).cost.unwrap_or(0));
        let cost = spent.saturating_add(price * count);
        if cost > points {
            let fact = format!("with this line {cost} points are spent, and there are {points}");
            let hint = fewer((points - spent) / price.max(1), unit);
            rulings.push(Ruling { hint, ..Ruling::on(i, "buy/too-dear", "§4.2", fact) });
        }
        let counters = u32::from(setting.counters[usize::from(kind)]);
        let symbol = setting.unit(kind).symbol;
        let used = taken.get(&symbol).copied().unwrap_or(0) + count;
        if used > counters {
            let fact =
                format!("there are {counters} counters for {unit}, and with this line {used} are needed");
            let left = counters.saturating_sub(used - count);
            let hint = fewer(left, unit);
            rulings.push(Ruling { hint, ..Ruling::on(i, "buy/no-counters", "§4.2", fact) });
        }
        // A line that falls out spends nothing.
        if cost <= points && used <= counters {
            spent = cost;
            taken.insert(symbol, used);
        }
    }
    rulings
}

/// That fewer could be bought.
fn fewer(count: u32, unit: &str) -> Option<String> {
    let line = Order::Buy { count, unit: unit.to_owned() };
    Some(if count > 0 { format!("write {line}") } else { "take the line out".to_owned() })
}

/// What a sheet buys, line by line.
pub fn units(orders: &[Order]) -> Vec<(u8, String)> {
    let unit = |order: &Order| match order {
        Order::Buy { count, unit } => Some((*count as u8, unit.clone())),
        _ => None,
    };
    orders.iter().filter_map(unit).collect()
}

/// What a purchase costs.
pub fn price(setting: &Setting, units: &[(u8, String)]) -> u32 {
    let cost = |id: &str| setting.kind(id).and_then(|k| setting.unit(k).cost).unwrap_or(0);
    units.iter().map(|(count, id)| u32::from(*count) * u32::from(cost(id))).sum()
}

/// A purchase that is allowed: a unit of each type in turn, as long as points, counters and room allow.
pub fn example(setting: &Setting, public: &Public, faction: Faction) -> Vec<Order> {
    let mut sheet: Vec<Order> = Vec::new();
    let types: Vec<&str> =
        setting.card.units.iter().filter(|u| !u.is_headquarters()).map(|u| u.id.as_str()).collect();
    loop {
        let before = sheet.clone();
        for id in &types {
            let with = with_one_more(&sheet, id);
            if check(setting, &with).is_empty() && set_up::has_room(setting, public, faction, &with) {
                sheet = with;
            }
        }
        if sheet == before {
            return sheet;
        }
    }
}

/// A purchase with one more unit of a type.
fn with_one_more(sheet: &[Order], id: &str) -> Vec<Order> {
    let mut sheet = sheet.to_vec();
    let bought = sheet.iter_mut().find_map(|order| match order {
        Order::Buy { count, unit } if unit == id => Some(count),
        _ => None,
    });
    match bought {
        Some(count) => *count += 1,
        None => sheet.push(Order::Buy { count: 1, unit: id.to_owned() }),
    }
    sheet
}
