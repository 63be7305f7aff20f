
(function () {
  "use strict";
  var bar = document.querySelector(".aj-bar");
  if (!bar) { return; }
  var steps = Array.prototype.slice.call(document.querySelectorAll(".aj-step"));
  var links = Array.prototype.slice.call(document.querySelectorAll(".aj-list a"));
  var back = document.getElementById("aj-back");
  var on = document.getElementById("aj-on");
  var all = document.getElementById("aj-all");
  var here = document.getElementById("aj-here");
  var root = document.documentElement;
  var now = -1;

  function named() {
    return steps.findIndex(function (step) { return "#" + step.id === location.hash; });
  }

  function show(i) {
    now = Math.max(0, Math.min(i, steps.length - 1));
    steps.forEach(function (step, j) { step.classList.toggle("aj-now", j === now); });
    links.forEach(function (link, j) {
      if (j === now) { link.setAttribute("aria-current", "step"); } else { link.removeAttribute("aria-current"); }
    });
    back.setAttribute("aria-disabled", String(now === 0));
    on.setAttribute("aria-disabled", String(now === steps.length - 1));
    here.textContent = steps[now].querySelector("h2").textContent + " (" + (now + 1) + " of " + steps.length + ")";
  }

  function leaf(to) {
    if (to === now || to < 0 || to >= steps.length) { return; }
    show(to);
    history.replaceState(null, "", "#" + steps[now].id);
    if (!root.classList.contains("aj-leafing")) { steps[now].scrollIntoView(); }
  }

  function leafing(one) {
    root.classList.toggle("aj-leafing", one);
    all.setAttribute("aria-pressed", String(!one));
  }

  back.addEventListener("click", function () { leaf(now - 1); });
  on.addEventListener("click", function () { leaf(now + 1); });
  all.addEventListener("click", function () { leafing(!root.classList.contains("aj-leafing")); });
  window.addEventListener("hashchange", function () {
    var to = named();
    if (to >= 0) {
      show(to);
      steps[to].querySelector("h2").focus();
    }
  });
  document.addEventListener("keydown", function (event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || event.defaultPrevented) { return; }
    var fixed = event.target.closest ? event.target.closest(".aj-wide") : null;
    if (fixed && fixed.scrollWidth > fixed.clientWidth) { return; }
    var to = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: steps.length - 1 }[event.key];
    if (to === undefined) { return; }
    event.preventDefault();
    leaf(to);
  });

  function clear() {
    root.style.scrollPaddingTop = bar.offsetHeight + 8 + "px";
  }

  bar.hidden = false;
  all.hidden = false;
  clear();
  window.addEventListener("resize", clear);
  leafing(true);
  show(named() >= 0 ? named() : steps.length - 1);
  if (named() >= 0) { steps[now].scrollIntoView(); }
}());
