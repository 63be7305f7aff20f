"""Reports as pages, in a real browser: run.sh starts it with the binary, the package's folder and a folder of its own.

Each page is opened at phone and desk width, light and dark, with and without JavaScript, and printed. Whatever is wrong
is listed; the exit code is 1 then.
"""
import base64
import pathlib
import subprocess
import sys
import time

from browser import DESK, PHONE, Browser

BINARY, ROOT, FOLDER = sys.argv[1:4]
AXE = pathlib.Path(FOLDER, "node_modules/axe-core/axe.min.js").read_text()

# Name, game file, options of report.
LEAFED = [
    ("sealed", "battle/napoleonic-sealed", ["--all", "--why"]),
    ("field", "batalj/field-battle-won", ["--all", "--luck"]),
    ("campaign", "batalj/campaign", ["--all", "--luck"]),
    ("city", "battue/hidden-two", ["--all", "--seat", "red"]),
]
SINGLE = [
    ("fog", "battle/fog-basic", ["--seat", "blue"]),
    ("ambush", "batalj/plundering-ambush", ["--step", "2", "--why"]),
    ("plain", "battue/ready-two", ["--step", "3", "--ascii"]),
]

# Letters are at least so many pixels high on a phone, those of drawings too.
LEGIBLE = 9

# Seconds that a page may take to follow a link, on a machine that does much else.
PATIENCE = 10

counts = {"pages": 0, "loads": 0, "steps leafed": 0, "checks": 0}
wrong = []


def check(holds, what):
    counts["checks"] += 1
    if not holds:
        wrong.append(what)


def build(name, game, options):
    """The page of a game, twice, since the same game must give the same bytes."""
    path = f"{ROOT}/turnfiles/games/{game}/game.yaml"
    command = [BINARY, "report", path, "--format", "html", *options]
    page, again = (subprocess.run(command, check=True, capture_output=True).stdout for _ in range(2))
    check(page == again, f"{name}: two runs differ")
    file = pathlib.Path(FOLDER, f"{name}.html")
    file.write_bytes(page)
    counts["pages"] += 1
    return file.as_uri()


def visible(browser):
    """The ids of the steps that can be seen."""
    return browser.run(
        "return [...document.querySelectorAll('.aj-step')].filter(s => s.offsetHeight > 0).map(s => s.id)")


def fits(browser, where):
    width, room = browser.run("return [document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    check(width <= room, f"{where}: {width} pixels wide, and {room} are there")


def legible(browser, where):
    """No letters that are shown are too small, however far a drawing is made narrower."""
    smallest, text = browser.run("""
        const sizes = [[99, '']], texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        while (texts.nextNode()) {
          const e = texts.currentNode.parentElement, box = e.getBoundingClientRect();
          if (!texts.currentNode.data.trim() || !box.width || !box.height) continue;
          const to = e.ownerSVGElement ? e.getScreenCTM() : {b: 0, d: 1};
          sizes.push([parseFloat(getComputedStyle(e).fontSize) * Math.hypot(to.b, to.d), texts.currentNode.data]);
        }
        return sizes.reduce((one, other) => one[0] <= other[0] ? one : other);""")
    check(smallest >= LEGIBLE, f"{where}: {text!r} is {smallest:.1f} pixels high")


def quiet(browser, where):
    """Nothing was complained of and nothing fetched."""
    for line in browser.complaints():
        check(False, f"{where}: {line}")
    fetched = [url for url in browser.fetched() if not url.startswith(("file:///", "data:"))]
    check(not fetched, f"{where}: fetched {fetched}")
    check(len(browser.last_fetched) <= 1, f"{where}: loaded {browser.last_fetched}")


def accessible(browser, where):
    """What axe-core has to say. A drawing is one picture with a name and a description; its lines would only cost time."""
    browser.run("document.querySelectorAll('.aj-board svg > :not(title, desc)').forEach(e => e.remove())")
    browser.run(AXE)
    found = browser.run_async("""
        const done = arguments[0];
        axe.run(document, {resultTypes: ['violations']}).then(r => done(r.violations));""")
    for violation in found:
        targets = [" ".join(map(str, node["target"])) for node in violation["nodes"]]
        check(False, f"{where}: axe {violation['id']}: {violation['help']}: {targets[:4]} ({len(targets)})")
    check(True, where)


def structure(browser, name):
    """What a screen reader leans on."""
    facts = browser.run("""
        const all = s => [...document.querySelectorAll(s)];
        const ids = all('[id]').map(e => e.id);
        return {
          lang: document.documentElement.lang, title: document.title,
          twice: ids.filter((id, i) => ids.indexOf(id) !== i),
          unlabelled: all('section').filter(s => !document.getElementById(s.getAttribute('aria-labelledby'))).length,
          scopeless: all('th:not([scope])').length,
          headless: all('table').filter(t => !t.querySelector('th')).length,
          nameless: all('svg').filter(s => !(s.querySelector('title') || {}).textContent).length,
          outside: all('[src],link,[srcset]').length + all('[href]').filter(a => !a.getAttribute('href').startsWith('#')).length,
        };""")
    check(facts["lang"] == "en" and facts["title"], f"{name}: {facts['lang']!r} {facts['title']!r}")
    for fact in ("twice", "unlabelled", "scopeless", "headless", "nameless", "outside"):
        check(not facts[fact], f"{name}: {fact}: {facts[fact]}")


def without_script(browser, url, name):
    browser.open(url, PHONE)
    steps = browser.run("return [...document.querySelectorAll('.aj-step')].map(s => s.id)")
    check(visible(browser) == steps, f"{name}: without JavaScript only {visible(browser)} can be seen")
    shown = browser.run("return [...document.querySelectorAll('button')].filter(b => b.offsetHeight > 0).length")
    check(shown == 0, f"{name}: buttons that do nothing are shown without JavaScript")
    fits(browser, f"{name} without JavaScript")
    quiet(browser, f"{name} without JavaScript")
    return steps


def printed(browser, url, name, steps):
    browser.open(url, DESK)
    with browser.media("print"):
        check(visible(browser) == steps, f"{name}: only {visible(browser)} are printed")
        shown = browser.run("return [...document.querySelectorAll('nav, button')].filter(b => b.offsetHeight > 0).length")
        check(shown == 0, f"{name}: what leafs is printed")
        fits(browser, f"{name} printed")
    pdf = base64.b64decode(browser.driver.execute_cdp_cmd("Page.printToPDF", {})["data"])
    check(pdf.startswith(b"%PDF") and pdf.count(b"/Type /Page\n") >= len(steps) // 8, f"{name}: no PDF of all steps")


def place(browser):
    """Which steps are shown, and where the page says that it is."""
    return [visible(browser)] + browser.run("""
        const of = (id, name) => document.getElementById(id).getAttribute(name);
        return [document.getElementById('aj-here').textContent,
                [...document.querySelectorAll('.aj-list [aria-current]')].map(a => a.getAttribute('href')),
                location.hash, of('aj-back', 'aria-disabled'), of('aj-on', 'aria-disabled')];""")


def is_at(browser, steps, i, where):
    """One step is shown, and all say so: soon, since a browser tells a page of a new fragment only after the click."""
    counts["steps leafed"] += 1
    deadline = time.monotonic() + PATIENCE
    while True:
        shown, here, current, address, back, on = place(browser)
        found = [
            (shown == [steps[i]], f"{where}: {shown} are shown instead of {steps[i]}"),
            (here.endswith(f"({i + 1} of {len(steps)})"), f"{where}: the page says {here!r}"),
            (current == [f"#{steps[i]}"], f"{where}: the list says {current}"),
            (address in ("", f"#{steps[i]}"), f"{where}: the address says {address}"),
            ([back, on] == [str(i == 0).lower(), str(i == len(steps) - 1).lower()], f"{where}: {back} {on}"),
        ]
        if all(right for right, _ in found) or time.monotonic() > deadline:
            break
        time.sleep(0.05)
    for right, wrong in found:
        check(right, wrong)


def leafs(browser, url, name, steps):
    last = len(steps) - 1
    browser.open(url, DESK)
    is_at(browser, steps, last, f"{name} as it opens")
    for key, to in [("HOME", 0), ("ARROW_LEFT", 0), ("ARROW_RIGHT", 1), ("ARROW_RIGHT", 2), ("ARROW_LEFT", 1),
                    ("END", last), ("ARROW_RIGHT", last)]:
        browser.key(key)
        is_at(browser, steps, to, f"{name} after {key}")
    browser.key("HOME")
    for i in range(1, min(last, 9) + 1):
        browser.click("#aj-on")
        is_at(browser, steps, i, f"{name} after Next")
    browser.key("END")
    browser.click("#aj-on")
    is_at(browser, steps, last, f"{name} after Next at the end")
    browser.click("#aj-back")
    is_at(browser, steps, last - 1, f"{name} after Previous")
    browser.open(f"{url}#{steps[1]}", DESK)
    is_at(browser, steps, 1, f"{name} opened at {steps[1]}")
    browser.run("document.querySelector('.aj-nav details').open = true")
    browser.click(f".aj-list a[href='#{steps[0]}']")
    is_at(browser, steps, 0, f"{name} from the list")
    focused = browser.run("return document.activeElement.id")
    check(focused == f"{steps[0]}-name", f"{name}: a link of the list leads the focus to {focused!r}")
    browser.click("#aj-all")
    check(visible(browser) == steps, f"{name}: not all are shown at once")
    browser.click("#aj-all")
    is_at(browser, steps, 0, f"{name} again one by one")


def by_keyboard(browser, url, name):
    """Everything is reached by Tab alone, in the order of the page, and can be seen when it is."""
    browser.open(url, DESK)
    seen = []
    for _ in range(200):
        browser.key("TAB")
        at = browser.run("""
            const e = document.activeElement, box = e.getBoundingClientRect(), style = getComputedStyle(e);
            if (e === document.body) return null;
            return {what: e.id || e.className || e.tagName, place: [...document.querySelectorAll('*')].indexOf(e),
                    seen: box.width > 0 && box.right > 0 && box.bottom > 0 && box.top < innerHeight,
                    ring: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2};""")
        if at is None:
            break
        check(at["seen"] and at["ring"], f"{name}: {at['what']} has the focus, and it cannot be seen")
        seen.append(at)
    places = [at["place"] for at in seen]
    check(places == sorted(places), f"{name}: the focus jumps: {[at['what'] for at in seen]}")
    names = [at["what"] for at in seen]
    check(names[:1] == ["aj-skip"], f"{name}: {names[:1]} comes first")
    for wanted in ("aj-all", "aj-back", "aj-on"):
        check(wanted in names, f"{name}: {wanted} cannot be reached by keyboard")
    browser.open(url, DESK)
    browser.key("TAB")
    browser.key("ENTER")
    check(browser.run("return document.activeElement.id") == "aj-main", f"{name}: the skip link does not skip")


def shown(browser, url, name, is_leafed):
    """Every width and colour, all steps open."""
    papers = set()
    for size in (PHONE, DESK):
        for scheme in ("light", "dark"):
            where = f"{name} at {size[0]} pixels, {scheme}"
            browser.open(url, size, scheme)
            fits(browser, where)
            if is_leafed:
                browser.click("#aj-all")
                fits(browser, f"{where}, all steps")
            if size == PHONE:
                legible(browser, where)
            papers.add((scheme, browser.run("return getComputedStyle(document.body).backgroundColor")))
            if size == PHONE or not is_leafed:
                accessible(browser, where)
            quiet(browser, where)
    check(len(papers) == 2 and len({paper for _, paper in papers}) == 2, f"{name}: {papers}")


def main():
    with Browser(counts) as browser, Browser(counts, script=False) as plain:
        for name, game, options in LEAFED + SINGLE:
            url = build(name, game, options)
            steps = without_script(plain, url, name)
            is_leafed = len(steps) > 2
            shown(browser, url, name, is_leafed)
            browser.open(url, DESK)
            structure(browser, name)
            printed(browser, url, name, steps)
            if is_leafed:
                leafs(browser, url, name, steps)
                by_keyboard(browser, url, name)
            quiet(browser, name)
    for line in wrong:
        print(line)
    print(", ".join(f"{count} {what}" for what, count in counts.items()) + f", {len(wrong)} wrong")
    return 1 if wrong else 0


sys.exit(main())
