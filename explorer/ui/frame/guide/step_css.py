"""CSS of a step of the guided path: its margin, highlighted and hidden elements, and what a phone keeps in sight."""

from __future__ import annotations

from explorer.content.guided_path import Step
from explorer.ui.frame import style

_SHADES = """background: linear-gradient(var(--explorer-quiet) 30%, transparent) center top / 100% 3rem no-repeat local,
    linear-gradient(transparent, var(--explorer-quiet) 70%) center bottom / 100% 3rem no-repeat local,
    linear-gradient(#0004, transparent) center top / 100% .8rem no-repeat scroll,
    linear-gradient(transparent, #0004) center bottom / 100% .8rem no-repeat scroll var(--explorer-quiet) !important;"""
"""Scroll shadow at an edge beyond which there is more text; a cover that scrolls along hides it at the text's end."""
LINKS = """
.guide-seen {margin: 0;}
.guide-seen a {color: var(--explorer-strong);}
.guide-onwards {display: block; padding: .55rem .8rem; border-radius: .5rem; font-weight: 600; text-decoration: none;
  background: var(--explorer-strong); color: var(--explorer-paper) !important;}
"""
"""Style of the links below a step's text, and on the page after the last step."""
MARGIN = """
.st-key-guide_strip {gap: .6rem; padding: .9rem 1.1rem 1rem; background: var(--explorer-quiet);}
.st-key-guide_strip h2 {font-size: 1.15rem; padding: 0;}
.st-key-guide_strip p {line-height: 1.5;}
.st-key-guide_left {scroll-margin-bottom: 1.5rem;}
.guide-shown {margin: 0; font-size: max(.9rem, var(--explorer-least, 0px)); line-height: 1.4; padding-left: .6rem;
  border-left: 3px solid var(--explorer-line);}
/* A definition covers what comes after its word, not the way back and on. */
@supports (position-area: top) {
  .st-key-guide_strip .definition {position-area: bottom span-all;}
  @media (min-width: 1100px) {  /* within the margin, whatever word of a line it is below */
    .st-key-guide_strip .definition {position-area: none; position-anchor: auto; inset: anchor(bottom) 0 auto auto;
      width: 21rem; box-sizing: border-box;}
  }
}
.guide-riddle {margin: 0; padding: .6rem .8rem; border: 2px solid var(--explorer-mark); border-radius: .5rem;
  background: var(--explorer-paper); line-height: 1.5;}
LINKS
SIDEBAR, .st-key-explorer_next, [class*="_claims"], [class*=_part_row] {display: none !important;}
@media (min-width: 1100px) {
  .st-key-guide_strip {position: fixed; z-index: 90; top: 0; right: 0; bottom: 0; width: 23rem !important;
    max-width: 23rem; overflow: auto; SHADES border-left: 1px solid var(--explorer-line); padding-top: 4.2rem;}
  MAIN {padding-right: 25.5rem !important; padding-left: 3rem !important; max-width: 1920px !important;
    padding-top: 1.2rem !important; --explorer-around: 390px;}
  HEADER {left: auto; right: 0; width: 23rem;}
}
@media (max-width: 1099px) {
  .st-key-guide_strip {border: 1px solid var(--explorer-line); border-radius: .5rem;}
}
/* On a phone: the path's line, the step's title, its picture, its words with the question and the task, and then the
   part's controls. The strip is dissolved for that, and what the picture stands in (_STAGE). The page's own bar would
   lie on the picture. */
@media (max-width: 640px) {
  HEADER {display: none;}
  MAIN {padding-top: .5rem !important; --explorer-around: 544px;}
  MAIN > * {gap: .5rem !important;}
  [class*=_under], :has(> * > .explorer-rail), MAIN > * > :has(> * > script), MAIN :has(> .st-key-page_head),
    MAIN :has(> .st-key-explorer_next), MAIN :has(> [class*=_part_row]) {display: none;}
  :has(> .st-key-guide_strip), .st-key-guide_strip, .st-key-guide_strip > *, .st-key-guide_strip > * > *
    {display: contents;}
  .st-key-guide_strip h2 {line-height: 1.25;}
  .guide-riddle {padding: .2rem .6rem; font-size: max(.95rem, var(--explorer-least, 0px)); line-height: 1.3;}
  .guide-riddle br {display: none;}
  .st-key-guide_strip > * > * > :has(h2) {padding-bottom: 1rem;}
  .st-key-guide_strip > * > * > * {border-left: 4px solid var(--explorer-mark); padding-left: .7rem;}
  .st-key-guide_strip > * > * > :has(h2) ~ * {order: 1;}
  .st-key-guide_strip :has(> .st-key-guide_after) {order: 3;}
}
.guide-door {display: none;}
@media (max-width: 640px) {
  :root:not(.guide-nothing-more) .guide-door {display: block; padding: .55rem .8rem; border-radius: .5rem;
    border: 1px solid var(--explorer-line);}
  .guide-door summary {cursor: pointer;}
}
@media print {.st-key-guide_strip {position: static; width: auto !important;}}
""".replace("SHADES", _SHADES).replace("LINKS", LINKS)

_PRESENTED_MARGIN = """
@media (min-width: 1100px) {.st-key-guide_strip {padding-top: .6rem;}}
"""
"""In presenter mode Streamlit's header is hidden, so the margin leaves no room for it."""


def margin() -> str:
    """CSS of the margin beside the page."""
    return style.expand_selectors(style.TERM + MARGIN + (_PRESENTED_MARGIN if style.presenting() else ""))


_DOCK = """
@media (max-width: 640px) {
  .st-key-KEY {position: fixed !important; z-index: 95; left: 0; right: 0; bottom: 0; width: 100% !important;
    max-width: none !important; box-sizing: border-box; padding: .5rem 1.6rem .6rem; background: var(--explorer-paper);
    border-top: 3px solid var(--explorer-mark);}
  MAIN {padding-bottom: 8rem !important;}
  :has(> MAIN) {scroll-padding-bottom: 7.5rem;}
}
"""
"""Sticky control on a phone: the one that a task moves stays at the lower edge, so that the picture is in sight too.
It lets go once question and task are done."""


def look(step: Step, *, finished: bool = False) -> str:
    """CSS of a step's page: what is highlighted, what is hidden, and what stays in sight on a phone."""
    dock = _DOCK.replace("KEY", step.move) if step.move and not finished else ""
    return style.expand_selectors(_ring(step) + _left_out(step.hide) + dock)


_COVER = """
KEY, KEY * {visibility: hidden !important;} KEY {position: relative; max-height: 1.6rem; overflow: hidden;}
KEY::after {visibility: visible; position: absolute; inset: 0 auto auto 0;
  content: "What the picture says is told here after your guess."; font-style: italic;}
"""


def masking_css(keys: tuple[str, ...]) -> str:
    """CSS that masks what gives away the answer: a line stands there, and the picture keeps its width meanwhile."""
    names = (f".st-key-{key.removesuffix('_figure')}{'_said' * key.endswith('_figure')}" for key in keys)
    return "".join(_COVER.replace("KEY", name) for name in names)


FORMULAS_LATER = """[class*="st-key-"]:is([class$="_formula"], [class*="_formula "]) {display: none;}"""
"""Formulas are hidden until then: their numbers may give away the answer, and they distract from the question."""

_LARGE = """
@media (min-width: 1100px) {
  .st-key-MARK {--explorer-chips: SIZE;}
  .st-key-text textarea {font-size: 1.8rem !important; line-height: 1.3;}
}
"""
"""Large token strip: where it is itself the picture, it and the text above it are enlarged."""
_CHIPS, _PRESENTED = 2.3, 1.6
"""Scale factors of the token strip; the second is for presenter mode, where type is larger already."""


_STAGE = """
@media (max-width: 640px) {
  MAIN > * :has(.st-key-MARK), :has(> :is(.st-key-stage-above, .st-key-stage-controls,
    .st-key-stage-run, .st-key-stage-shared)) {display: contents;}
  MAIN > * :has(.st-key-MARK) > * {order: 4;}
  .st-key-stage-above, .st-key-stage-controls, .st-key-stage-run, .st-key-stage-shared, :has(> .st-key-h_asked),
    :has(.st-key-MARK) > .st-key-text, :has(> :is(ASKED)) {order: 2 !important;}
  MAIN :has(.st-key-MARK) > :has(ASKED) {order: 2;}
  MAIN :has(> .st-key-h_asked) {flex: none !important;}  /* its width beside the picture would be a height here */
  MAIN .st-key-MARK, :has(> [class*=_above]) {order: 0 !important;}
  MAIN:not(:has(.guide-door[open])) [class*="st-key-"]:is([class$="_formula"], [class*="_formula "]) {display: none;}
  MAIN:not(:has(.guide-door[open])) :has(.st-key-MARK) > :not(:is(KEPT), :has(KEPT))
    {display: none;}
}
""".replace(
    "KEPT",
    ".st-key-stage-above, .st-key-stage-controls, .st-key-stage-run, .st-key-stage-shared, .st-key-h_asked, "
    ".st-key-MARK, .st-key-text, .st-key-guide_strip, .st-key-explorer_connection, "
    "[class*=st-key-room], [class*=_above], .stAlert, .stException, ASKED",
)
"""On a phone the picture comes first: its wrappers get `display: contents`, and its siblings a later `order`. What no
question and no task asks for stands behind a door after the way on.
"""
_ASKED = "[class*=_controls], [class*=_status]"
"""What a task or a question may need, besides what the question itself reveals: controls, and a run's progress."""
_STAYS = """
@media screen and (max-width: 640px) {.st-key-MARK .explorer-chart {max-height: HIGH !important;}}
@media screen and (max-width: 640px) and (min-height: 740px) {
  :root:not(.guide-reached-end) .st-key-MARK {position: sticky !important; top: .5rem; z-index: 80; max-height: 46svh;
    overflow: hidden auto; padding-bottom: .3rem; margin-bottom: .5rem; background: var(--explorer-paper);
    box-shadow: 0 0 0 9px var(--explorer-paper), 0 14px 6px var(--explorer-paper);}
  #SOLVED {scroll-margin-top: 1rem;}
}
"""
"""Sticky picture: it stays in sight while the text below it scrolls. A low window has no room for both, but the same
height of picture, since a browser's own bars come and go while one scrolls. It lets go where the riddle's answer is
reached (guide.js), since below that one writes a line of one's own. Its shadow has the page's colour: up to the outline
and below it no half line is seen.
"""
_HIGH = {"t_ladder": "44svh", "t_rows": "44svh", "t_near": "20rem", "g_ends": "20rem"}
"""Most height of a sticky picture, where it is not `_LOW`: many lines with a name each need more."""
_LOW = "16rem"
SOLVED = "riddle-answer"
"""Anchor of the riddle’s answer, at the end of a chapter's last step."""


def _ring(step: Step) -> str:
    mark = step.mark
    covered = [f".st-key-{key}" for key in step.cover if not key.endswith("_figure")]
    asked = ", ".join((_ASKED, *covered))
    return (
        # Elements above a picture stay outside its outline.
        ":has(> [class*=_above]) {margin-bottom: 0 !important;}"
        f".st-key-{mark} {{scroll-margin-top: 4.5rem;}}"
        # No outline around nothing, while the browser loads what draws the picture.
        f".st-key-{mark}:has([data-drawn], li) "
        "{outline: 3px solid var(--explorer-mark); outline-offset: 6px; border-radius: .4rem;}"
        + _STAGE.replace("MARK", mark).replace("ASKED", asked)
        # What the question reveals comes after the controls of the task.
        + "@media (max-width: 640px) {.st-key-stage-controls {order: 1 !important;}}" * bool(covered)
        + _STAYS.replace("MARK", mark).replace("SOLVED", SOLVED).replace("HIGH", _HIGH.get(mark, _LOW))
        + (
            _LARGE.replace("MARK", mark).replace("SIZE", str(_PRESENTED if style.presenting() else _CHIPS))
            if mark == "t_chips"
            else ""
        )
        if mark
        else ""
    )


def _left_out(keys: tuple[str, ...]) -> str:
    """CSS that hides elements, and columns that hold nothing else, or one picture (`…_figure`)."""
    rules = []
    for key in keys:
        # A container has a wrapper, a widget has none.
        alone = f"> * > :only-child > .st-key-{key}, > * > .st-key-{key}:only-child"
        one = f".st-key-{key}" if key.endswith("_figure") else alone
        rules.append(f".st-key-{key}, .stColumn:has({one}) {{display: none;}}")
    return "".join(rules)
