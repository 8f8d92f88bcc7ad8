"""Random actions on everything that a widget shows, drawn from a seed.

What can be acted on is read off the page before each action, so that nothing has to be told of new
controls; what comes late (a fit, a question) makes two runs of one seed differ.
"""

import numpy as np

CONTROLS = """root => [...root.querySelectorAll(
    'button, select, input, summary, [role=menuitem], [role=option], [role=slider], [role=radio]')]
  .flatMap((node, at) => {
    const box = node.getBoundingClientRect();
    const usable = box.width > 2 && !node.disabled && node.getAttribute('aria-disabled') !== 'true'
      && !node.closest('[inert], [hidden]') && node.checkVisibility();
    return usable ? [[at, node.tagName, node.type ?? '',
      node.getAttribute('aria-label') ?? node.textContent.slice(0, 30)]] : [];
  })"""

ACT = """(root, [at, choice, text]) => {
  const node = [...root.querySelectorAll(
    'button, select, input, summary, [role=menuitem], [role=option], [role=slider], [role=radio]')
    ][at];
  if (!node || node.disabled) return;
  node.scrollIntoView({block: 'nearest'});
  node.focus({preventScroll: true});
  const say = type => node.dispatchEvent(new Event(type, {bubbles: true}));
  if (node.tagName === 'SELECT') {
    const open = [...node.options].filter(option => !option.disabled);
    if (!open.length) return;
    node.value = open[Math.floor(choice * open.length)].value;
    say('change');
  } else if (node.tagName === 'INPUT' && !['checkbox', 'radio'].includes(node.type)) {
    if (node.type === 'range')
      node.value = Number(node.min) + choice * (Number(node.max) - Number(node.min));
    else node.value = text;
    say('input');
    say('change');
  } else if (node.click) node.click();
  return node.getAttribute('role') === 'slider';
}"""

WITHIN = "() => !!document.activeElement?.closest('.ssc-root')"

KEYS = (
    *("m", "c", "s", "k", "n", "l", "f", "Control+z", "Control+Shift+z", "+", "-", "0", "Enter"),
    *("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Escape", "1", "2", "3", "9", "/"),
    *("Shift+ArrowLeft", "Shift+ArrowRight"),
    *("Tab", "Shift+Tab", "Space", "?", "Home", "End", "PageDown", "Delete", "Backspace", "F2"),
)

# What takes a pointer that is pressed, moved and let go.
GRIPS = """root => [...root.querySelectorAll(
    '.ssc-card, .ssc-figure, svg[role=slider], .ssc-dendrogram')]
  .filter(node => node.checkVisibility() && !node.closest('[inert]'))
  .map(node => node.getBoundingClientRect())
  .filter(box => box.width > 2 && box.top >= 0 && box.bottom <= innerHeight)
  .map(box => [box.x, box.y, box.width, box.height])"""

TEXTS = ("1", "2", "3", "4", "5", "12", "0.5", "-1", "", "versicolor", "<b>", "900", "x" * 300)
LEFT_OUT = ("Full screen", "Leave full screen")


class Monkey:
    """Acts on the views of a page."""

    def __init__(self, page, seed: int, views: int) -> None:
        self.page, self.views = page, views
        self.rng = np.random.default_rng(seed)
        self.did: list[str] = []

    def act(self) -> None:
        """One action, on any of the views."""
        view = int(self.rng.integers(self.views))
        first = (self.use_a_control, self.press_a_key, self.click_a_point)
        acts = (*first, self.lasso, self.turn, self.drag)
        self.rng.choice(acts, p=(0.5, 0.22, 0.17, 0.05, 0.03, 0.03))(view)

    def use_a_control(self, view: int) -> None:
        root = self.page.root(view)
        found = [each for each in root.evaluate(CONTROLS) if each[3] not in LEFT_OUT]
        at, tag, kind, name = found[self.rng.integers(len(found))]
        text = str(self.rng.choice(TEXTS))
        self.say(f"{view}: {tag} {kind} {name!r} {text if tag == 'INPUT' else ''}")
        if root.evaluate(ACT, [at, float(self.rng.random()), text]):
            self.page.press(str(self.rng.choice(("ArrowLeft", "ArrowRight", "Home", "End"))))

    def press_a_key(self, view: int) -> None:
        key = str(self.rng.choice(KEYS))
        # outside the widget keys are the notebook's own, and so are the buttons that Tab leads to
        if self.rng.random() < 0.7 or not self.page.tab.evaluate(WITHIN):
            self.page.root(view).locator(".ssc-figure").first.focus()
        self.say(f"{view}: key {key}")
        self.page.press(key)

    def click_a_point(self, view: int) -> None:
        dots = self.page.dots(view)
        if dots:
            index, x, y, _ = dots[self.rng.integers(len(dots))]
            self.say(f"{view}: point {index}")
            self.page.tab.mouse.click(x, y)

    def lasso(self, view: int) -> None:
        dots = self.page.dots(view)
        if not dots:
            return
        _, x, y, _ = dots[self.rng.integers(len(dots))]
        self.say(f"{view}: lasso")
        self.page.root(view).locator(".ssc-figure").first.focus()
        self.page.press("l")
        mouse = self.page.tab.mouse
        mouse.move(x - 30, y - 30)
        mouse.down()
        for dx, dy in ((30, -30), (30, 30), (-30, 30), (-30, -29)):
            mouse.move(x + dx, y + dy, steps=2)
        mouse.up()

    def turn(self, view: int) -> None:
        dots = self.page.dots(view)
        if dots:
            _, x, y, _ = dots[self.rng.integers(len(dots))]
            self.say(f"{view}: wheel")
            self.page.tab.mouse.move(x, y)
            self.page.tab.keyboard.down("Control")
            self.page.tab.mouse.wheel(0, float(self.rng.choice((-120, 120))))
            self.page.tab.keyboard.up("Control")

    def drag(self, view: int) -> None:
        """From one of the grips to another, or a little way."""
        grips = self.page.root(view).evaluate(GRIPS)
        if not grips:
            return
        self.say(f"{view}: drag")
        mouse = self.page.tab.mouse
        for k in range(2):
            x, y, wide, high = grips[self.rng.integers(len(grips))]
            share = self.rng.random(2)
            mouse.move(x + 1 + share[0] * (wide - 2), y + 1 + share[1] * (high - 2), steps=3)
            mouse.up() if k else mouse.down()

    def say(self, text: str) -> None:
        self.did.append(text)
