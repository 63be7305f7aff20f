//! §7 Advances: which unit may follow into a hex that an attack has vacated.
//!
//! The hex is empty once the attack has won, every unit attacks but once and every hex is attacked but once,
//! so two advances never meet.

use super::attack::Attack;
use super::ground::Place;
use super::setting::Setting;
use super::state::Public;

/// What bars an advance, or under Forced advance the attack: code, section, fact, advice.
type Bar = (&'static str, &'static str, String, Option<String>);

/// Judges the advance that an attack names, and under Forced advance whether any is possible.
pub fn bar(setting: &Setting, public: &Public, attack: &Attack) -> Option<Bar> {
    if let Some(unit) = attack.advance {
        return bar_named(setting, public, attack, unit);
    }
    if !setting.rules.forced_advance {
        return None;
    }
    let target = setting.ground.hex(attack.target);
    match able(setting, public, attack).as_slice() {
        [] => {
            let fact = format!(
                "no attacking unit could advance into {target}, so under Forced advance it may not be attacked"
            );
            Some((
                "advance/none-possible",
                "§7",
                fact,
                Some("let a unit join in that may enter the hex".to_owned()),
            ))
        }
        [_] => None,
        several => {
            let names: Vec<String> = several.iter().map(|p| setting.ground.hex(*p).to_string()).collect();
            let fact = format!("under Forced advance one of {} must advance into {target}", names.join(", "));
            Some(("advance/must-name", "§7", fact, Some(format!("write advance {} at the end", names[0]))))
        }
    }
}

fn bar_named(setting: &Setting, public: &Public, attack: &Attack, unit: Place) -> Option<Bar> {
    let (from, target) = (setting.ground.hex(unit), setting.ground.hex(attack.target));
    if !attack.units.contains(&unit) {
        let fact = format!("the unit in {from} does not attack {target}");
        return Some((
            "advance/not-attacker",
            "§7",
            fact,
            Some("name one of the attacking units".to_owned()),
        ));
    }
    if !crosses(setting, unit, attack.target) {
        let fact = format!("a river without a bridge lies between {from} and {target}");
        return Some(("advance/river", "§5.2", fact, None));
    }
    let kind = public.unit(unit)?.kind;
    (!setting.enterable(kind).has(attack.target)).then(|| {
        let terrain = setting.ground.terrain(attack.target).name();
        let fact = format!("{} may not enter {terrain}, and {target} is {terrain}", setting.unit(kind).id);
        ("advance/forbidden-terrain", "§7", fact, None)
    })
}

/// §5.2 Whether a unit may go from one hex to the next: over a bridge, or through water where a rule in force
/// lets units ford.
fn crosses(setting: &Setting, from: Place, to: Place) -> bool {
    let rules = &setting.rules;
    !setting.ground.around(from).river.has(to) || rules.stop_on_crossing || rules.no_attack_on_crossing
}

/// The attacking units that could advance.
pub fn able(setting: &Setting, public: &Public, attack: &Attack) -> Vec<Place> {
    attack
        .units
        .iter()
        .copied()
        .filter(|unit| {
            let kind = public.unit(*unit).map(|u| u.kind);
            let enters = kind.is_some_and(|k| setting.enterable(k).has(attack.target));
            enters && crosses(setting, *unit, attack.target)
        })
        .collect()
}

/// The unit that advances if the attack wins: the one named, or under Forced advance the only one able.
pub fn chosen(setting: &Setting, public: &Public, attack: &Attack) -> Option<Place> {
    attack.advance.or_else(|| {
        let able = if setting.rules.forced_advance { able(setting, public, attack) } else { Vec::new() };
        able.first().copied()
    })
}
