"""The app's own CSS, and presenter mode: large type, controls tucked away. Chart colours live in `figures.theme`."""

import re

import streamlit as st

from explorer.figures import theme
from explorer.ui.frame import step_size
from explorer.ui.plot.assets import HIGH_CONTRAST

MAIN = "[data-testid=stMainBlockContainer]"
"""The block around a page's elements, without the sidebar."""
SIDEBAR = "[data-testid=stSidebar]"
HEADER = "[data-testid=stHeader]"
"""Streamlit's header, with its menu and the button that opens the sidebar."""
TEXT = "[data-testid=stText]"
CAPTION = "[data-testid=stCaptionContainer]"
CODE = "[data-testid=stCode]"
HINT = "[data-testid=InputInstructions]"
"""“Press Ctrl+Enter to apply” in a field; a phone has no such keys, and a tap elsewhere does it."""
TYPED = ".st-key-text, .st-key-g_text, .st-key-x_begin"
"""The fields for a text of one's own."""
PRIMARY = "[data-testid^=stBaseButton-primary]"
"""All `data-testid` names of Streamlit in our styles. Streamlit's own tests use them, but they are no public API, so
all other rules select by key (`st-key-…`), by our own classes, or by tag.
"""

CHART_SCALE, PRESENTER_CHART_SCALE = 16 / theme.FONT_SIZE, 2.0
"""Growth of the type of charts: to 16 px where they are wider than on a phone, and in presenter mode to that of the
page, which the browser knows; heights are computed for this one.
"""


_OF_PICTURES = f"""
:root {{
  --explorer-blue: {theme.OKABE_ITO[0]}; --explorer-sky: {theme.OKABE_ITO[5]};
  --explorer-found: {theme.FOUND}; --explorer-grey: {theme.GREY};
}}
"""
TERM = """
.term {all: unset; cursor: help; text-decoration: underline dotted; text-underline-offset: .22em;
  text-decoration-thickness: .1em;}
"""
"""Style of a glossary term."""
_BASE = """
:root {
  --explorer-mark: light-dark(#C2410C, #F59E4B); --explorer-line: light-dark(#B9C4CE, #44515D);
  --explorer-quiet: light-dark(#F1F4F7, #1B242D); --explorer-paper: light-dark(#FFFFFF, #10161C);
  --explorer-faint: light-dark(#55626E, #A7B2BC);
  --explorer-ink: light-dark(#14202B, #F2F5F7); --explorer-strong: light-dark(#005A8F, #4DB2EC);
}
MAIN {
  max-width: 1440px; padding: 3.9rem 2.5rem 3rem;
  h1 {font-size: 2.1rem; font-weight: 600; letter-spacing: -.012em; padding: 0; line-height: 1.18; text-wrap: balance;}
  h2 {font-size: 1.35rem; font-weight: 600; padding: .6rem 0 .2rem;}
  h3 {font-size: 1.15rem; font-weight: 600; padding: .4rem 0 .2rem;}
}
.st-key-part_words p {font-size: 1.1rem; line-height: 1.5; max-width: 62rem;
  text-wrap: pretty;}
/* One control for one value: the slider below the picture has all of theirs. */
.st-key-part_body:has(.explorer-moves) :is(.st-key-p_count, .st-key-p_head, .st-key-p_k, .st-key-p_place,
  .st-key-p_word_place, .st-key-p_pos, .st-key-p_cursor, .st-key-p_distance, .st-key-p_turn, .st-key-g_step,
  .st-key-g_lr, .st-key-g_size, .st-key-j_report, .st-key-t_added, .st-key-t_picked, .st-key-m_moved, .st-key-j_angle,
  .st-key-x_len) {display: none;}
/* These pictures have words of their own in the place of the page's text. */
MAIN:has(.st-key-t_bags_figure, .st-key-t_hand_figure) .st-key-page_before {display: none !important;}
/* A picture's tools are quieter than its controls, and those of a later picture come with the pointer. */
[class*=_under] :is(.explorer-actions, .explorer-actions button, button, button p) {font-size: .875rem;
  color: var(--explorer-faint);}
[class*=_under] button {min-height: 1.75rem;}
[class*=_under] [role=status]:empty {position: absolute;}  /* else it takes a gap */
@media (hover: hover) {
  [class*=_figure]:not(:hover, :focus-within, :has([aria-expanded=true])) [class*=_under] {opacity: 0;}
}
/* Lines of at most 75 characters, also on pages of words. */
:is(.st-key-part_rest, .st-key-claims_lines, .st-key-part_body:not(:has(.st-key-part_columns, .st-key-stage)))
  :is(p, li, TEXT) {max-width: 38rem;}
.st-key-part_body:not(:has(.st-key-part_columns, .st-key-stage)) :is([class*=_guess_box], [role=alert], [role=status])
  {max-width: 42rem;}
@media (min-width: 1100px) {
  /* What follows the picture stands at the left too, however long the words beside them are. */
  .st-key-part_columns {--explorer-around: 420px; display: grid; gap: 1rem 2rem;
    grid-template: auto 1fr / minmax(0, 3fr) minmax(0, 2fr);}
  .st-key-part_columns > :first-child, .st-key-part_columns > :first-child > * {display: contents;}
  .st-key-part_columns > :first-child > * > .stColumn {width: auto;}
  .st-key-part_columns > :first-child > * > .stColumn:last-child {grid-area: 1 / 2 / 3;}
  .st-key-part_columns:has(.st-key-t_counts) {--explorer-chips: 1.6;}  /* there the boxes are the picture */
  .st-key-part_columns:has(.st-key-g_text) {--explorer-around: 450px;}
  .st-key-part_columns:has(.st-key-page_before) {--explorer-around: 560px;}
  .st-key-part_columns:has(.st-key-t_scripts_figure) {--explorer-around: 480px;}
}
.st-key-part_columns :is(.st-key-page_before, .st-key-t_typed_controls) {gap: .4rem;}
/* The counts of whole sentences need the text, not its tokens one by one. */
.st-key-part_columns:has(.st-key-t_scripts_figure) .st-key-t_chips {display: none;}
.st-key-part_look p {border-left: 3px solid var(--explorer-mark); padding-left: .6rem; line-height: 1.4;}
[class*=_guess_box] p {font-size: 1rem;}
.st-key-part_columns [class*=_guess_box] {gap: .4rem;}
.st-key-part_columns [class*=_guess_box] [role=radiogroup]
  {flex-direction: column; align-items: flex-start; gap: .2rem;}
/* Once the answer stands there, it is the one bold line, and guessing is over; a keyboard stays where it was. */
.st-key-part_columns [class*=_guess_box]:has([role=status] p:first-child > strong:first-child) {
  label strong:first-child, [role=radiogroup] > :not(:has(:checked)) {display: none;}
  [role=radiogroup] {position: absolute; clip-path: inset(50%);}
  &:has([role=radiogroup] :focus-visible) {border-color: var(--explorer-strong);}
}
.st-key-part_columns [class*=_guess_box] [role=status] {padding: .5rem .8rem;
  p:first-child > strong:first-child {font-size: 1.1rem;}}
.st-key-part_columns:has([class*=_guess_box]):not(:has(.st-key-x_own)) .explorer-said b {font-weight: inherit;}
label:has(> * > [type=radio]:not(:checked)) > span + div > :first-child {border-color: light-dark(#6B7783, #8C9AA7);}
.st-key-g_board_step button {padding-left: .5rem; padding-right: .5rem;}  /* seven in a row */
[class*=_guess_box] {background: var(--explorer-quiet); border-left: 3px solid var(--explorer-strong) !important;
  padding-left: 1rem; padding-right: 1rem;}
.explorer-rail {display: flex; line-height: 1.2; max-width: 52rem;}
.explorer-rail > div {flex: 1 1 auto; position: relative; padding: .95rem .8rem 0 0; white-space: nowrap;}
.explorer-rail a {display: block; margin-top: -.95rem; padding: .95rem .2rem 0 0; min-width: 24px; min-height: 24px;
  position: relative; z-index: 2; text-decoration: none;}
.explorer-rail a:hover :is(span, b) {text-decoration: underline; text-underline-offset: .2em;}
.explorer-rail a:focus-visible {outline: 3px solid var(--explorer-strong); outline-offset: 2px;}
.explorer-rail > div::before {content: ""; position: absolute; top: .2rem; left: 0; width: .5rem; height: .5rem;
  box-sizing: border-box; border: 2px solid var(--explorer-line); border-radius: 50%; background: var(--explorer-paper);
  z-index: 1;}
.explorer-rail > div:not(:last-child)::after {content: ""; position: absolute; top: calc(.45rem - 1px); left: .5rem;
  right: 0; height: 2px; background: var(--explorer-line);}
.explorer-rail .here::before {border-color: var(--explorer-strong); background: var(--explorer-strong);}
.explorer-rail .here:has(+ .here)::after {background: var(--explorer-strong);}
.explorer-rail span {color: var(--explorer-faint);}
.explorer-rail b {font-weight: 600; color: var(--explorer-strong);}
.explorer-rail i {position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);}
.st-key-step_columns .explorer-said b {font-weight: inherit;}  /* a step's own words say what counts */
:is(TEXT, .explorer-said) {white-space: pre-wrap; overflow-wrap: anywhere; font-family: inherit;}
CAPTION {opacity: 1; color: inherit;}
CAPTION p {font-size: 1rem;}
/* Streamlit's own are 14 px. */
:is(MAIN, SIDEBAR) :is(label, button, summary, a, header) p, MAIN :is(input, textarea),
  body > div:not(#root) label p {font-size: 1rem;}
.katex {font-size: max(1.15em, 1.1rem);}  /* an index is 0.7 of it, and must stay readable */
MAIN table :is(th, td:first-child) {word-break: normal; overflow-wrap: break-word;}
MAIN a:has(p) {padding-left: 0; margin-left: 0;}
MAIN a:has(p):hover {text-decoration: underline;}
/* Streamlit's own contrasts: white on dark's light blue 2.4, code on white 2.2 to 3.7, a disabled button 2.5. */
PRIMARY, [data-tag], [data-tag] span, [data-tag] svg {color: var(--explorer-paper);}
button:disabled, CODE :is(.token.punctuation, .token.comment, .linenumber) {color: light-dark(#5B6370, #A7AFBB);}
CODE {
  .token.keyword {color: light-dark(#0B5CAD, #62B0F5);}
  .token.string {color: light-dark(#0B6B2E, #4CC778);}
  :is(.token.number, .token.boolean) {color: light-dark(#00695C, #4CD1BC);}
  .token.operator {color: light-dark(#A84300, #F2803A);}
  .linenumber {align-self: flex-start !important; flex: none;}
  .linenumber + span {padding-left: 3ch; text-indent: -3ch;}  /* a long line goes on further right */
}
/* Else it takes a gap of its column. */
:has(> .st-key-explorer_connection) {position: absolute; left: 0; pointer-events: none;
  .st-key-explorer_connection > * {pointer-events: auto;}}  /* it lies over the switches of presenter mode */
.st-key-explorer_next a {max-width: 100%;}
.st-key-explorer_next a p {white-space: normal; overflow-wrap: anywhere;}
.st-key-explorer_next {flex-wrap: wrap; border-top: 1px solid rgba(128,128,128,.4); padding-top: .75rem;}
.whole {white-space: nowrap;}
.whole > * {white-space: normal;}
.term:hover {text-decoration-style: solid;}
.term:focus-visible {outline: 3px solid var(--explorer-strong); outline-offset: 2px; border-radius: .2rem;}
.definition {max-width: min(24rem, calc(100vw - 2rem)); padding: .7rem .9rem; border-radius: .5rem; line-height: 1.45;
  border: 1px solid var(--explorer-line); background: var(--explorer-paper); color: var(--explorer-ink);
  font-size: 1rem; box-shadow: 0 4px 18px rgba(0,0,0,.25);}
@supports (position-area: top) {
  .definition {inset: auto; margin: .3rem 1rem; position-area: top span-all; position-try-fallbacks: flip-block;}
}
[class*=_as_list] {display: none;}
[class*=_part_row] button {padding: .25rem .55rem;}  /* parts and pictures in one line */
[role=radiogroup], [role=toolbar] {flex-wrap: wrap;}  /* a choice that is wider than its column has two rows */
.quiz-show, .quiz-back {margin: .2rem 0 0;}
.quiz-show a, .quiz-back a {display: inline-block; border: 1px solid var(--explorer-strong); border-radius: .5rem;
  padding: .35rem .9rem; color: var(--explorer-strong); text-decoration: none; font-weight: 600;}
.quiz-show a:hover, .quiz-back a:hover {text-decoration: underline;}
.explorer-way-back a {color: var(--explorer-strong); font-weight: 600;}
"""

_ABOVE = """
:has(> [class*=_above]):not(:has(> [class*=_title_above])) {margin-bottom: -1.75rem; width: fit-content;
  max-width: 100%; position: relative; z-index: 1;}
"""
"""Text above a picture uses the space above the picture's legend."""

_LIST = """
  [class*=_row]:has(> [class*=_as_list]) > :not([class*=_as_list], :has([class*=_pictures])) {display: none;}
  [class*=_as_list] {display: block; flex: 1 1 12rem; max-width: none;}
  [class*=_as_list] > * {width: 100% !important; max-width: none;}
"""
"""A list of the parts in the place of their tabs, which would have several rows."""
_NARROW = """
@media (max-width: 1099px) {
  /* One column: why, the picture under the token boxes that choose what it shows, the guess and what the picture says,
     the controls, and the rest. The picture stays in sight where the screen is high enough. */
  .st-key-part_columns > :first-child {display: flex; flex-direction: column; gap: 1rem;}
  .st-key-part_columns > :first-child > *, .st-key-part_columns .stColumn, .st-key-part_columns .stColumn > *,
    .st-key-part_columns :is(.st-key-stage-shared, :has(> .st-key-stage-shared), .st-key-page_before,
    :has(> .st-key-page_before), .st-key-page_before :has(.st-key-t_chips)) {display: contents;}
  .st-key-part_columns .stColumn > * > * {order: 3;}
  .st-key-part_columns :is(:has(> .st-key-stage-controls), :has(> .st-key-stage-more), :has(> .st-key-t_typed_controls))
    {order: 2;}
  .st-key-part_columns :is(:has(> .st-key-stage-question), :has(> .st-key-stage-sentence), :has(> .st-key-part_look))
    {order: 1;}
  .st-key-part_columns .stColumn :has(> .st-key-stage-picture) {order: 0;}
  .st-key-part_columns .stColumn :has(> .st-key-part_words) {order: -1;}
  /* Who types sees the picture: a field stands at it. */
  .st-key-part_columns :is(:has(> .st-key-t_typed_controls),
    :has(> .st-key-stage-controls):has(TYPED, .st-key-t_bag_first, .st-key-j_lines, .st-key-g_ids))
    {order: 0;}
}
@media (max-width: 1099px) and (min-height: 740px) {
  /* With a choice and its story above it, or of several maps, the picture would not be whole; a field above it
     scrolls away. */
  .st-key-part_columns :is(:has(> .st-key-stage-picture), .st-key-stage-picture):has(.st-key-g_words_controls)
    {display: contents;}
  .st-key-part_columns :is(.st-key-stage-picture:has(.st-key-g_words_controls) > :not(:has(.st-key-g_words_controls)),
    :has(> .st-key-stage-picture):not(:has(.st-key-stage-choice, .st-key-j_ways_figure, .st-key-j_seeds_figure)))
    {position: sticky; top: 3.75rem; z-index: 80; max-height: 58svh; overflow: hidden auto;
    background: var(--explorer-paper); box-shadow: 0 14px 6px var(--explorer-paper);}
}
@media (pointer: coarse) {
  HINT {position: static; font-size: 0; text-align: right;}
  HINT::after {content: "Tap beside the field to go on"; font-size: 14px;}
  :is(.st-key-step_pane, .stTextInput) HINT {display: none;}  /* read while one types, or at Enter */
}
@media (max-width: 640px) {
  MAIN {
    padding: 3.9rem 1rem 2rem;
    h1 {font-size: 1.5rem;}
  }
  .st-key-part_words p {font-size: 1rem;}
  :has(> * > .explorer-rail) {display: none;}
  LIST
  .st-key-part_body :not([class*=_entry]) > :has(> * > * > * > input[type=text]:not([role=combobox]))
    {min-width: 100%;}
  .st-key-present:has(input:not(:checked)) {display: none;}
}
""".replace("LIST", _LIST).replace("TYPED", TYPED)

_PRESENTER = """
:root {font-size: max(14px, 3.45vh) !important; --explorer-least: 1rem; --explorer-bars: 100px;}
SIDEBAR, HEADER, .st-key-explorer_next, [class*=_under], [class*=_claims], :has(> * > .explorer-rail)
  {display: none !important;}
MAIN {
  max-width: none; padding: .25rem .9rem 1rem;
  > * {gap: .3rem;}
  h1 {font-size: 1.5rem; line-height: 1.15;}
  :is(li, label, input, textarea, button, td, th, code, summary, a, TEXT, .explorer-said) {font-size: max(1em, 1rem);}
  p {font-size: 1rem;}
  kbd {font-size: 1rem !important;}
}
CODE :is(pre, code, span) {font-size: 1rem !important;}
body > div:not(#root) :is(p, li, label, button, a, td, th) {font-size: max(1em, 1rem);}
LIST
.st-key-part_rest :is(p, li, TEXT) {max-width: none;}
[class*=_guess_box] {padding-top: .3rem; padding-bottom: .3rem;}
[class*=_guess_box] [role=radiogroup] {min-height: 0;}
[class*=_guess_box] label:has(+ [role=radiogroup]) {margin-bottom: 0;}
[class*=_figure] {gap: .2rem;}
:has(> [class*=_above]):not(:has(> [class*=_title_above])) {margin-bottom: 0;}
label:has(> input[type=checkbox]) :is(div, p) {white-space: normal;}
.st-key-present svg {width: 1rem; height: 1rem;}
.st-key-presenter_pages :is(button, button p) {min-height: 0; padding: 0 .5rem; line-height: 1.2;}
.st-key-presenter_line {padding-top: .25rem; TEXT {font-size: 1rem; font-weight: 600; line-height: 1.2;}}
@media (max-width: 640px) {
  MAIN table {
    :is(th, td) {font-size: 16px !important; padding: 6px 5px !important; overflow-wrap: anywhere;}
    :is(th, td) * {font-size: 1em !important;}
  }
  .explorer-badge {white-space: normal !important;}
}
""".replace("LIST", _LIST)
_TO_READ = ":root {font-size: 28px !important;}"
"""A step of the path has its margin's words beside the picture, and a page without pictures has words alone."""
_STAGE = """
.st-key-stage {flex: none; height: calc(100vh - 10.1rem); display: grid;
  grid-template: auto minmax(0, 1fr) / minmax(0, 1fr); align-items: stretch; gap: .5rem; overflow: hidden;}
.st-key-stage > :has(> .st-key-stage_row) {grid-row: 2; height: 100%; min-height: 0;}  /* also without a heading */
.st-key-stage_heading {padding-bottom: 1rem; h1 {text-wrap: pretty;}}  /* Streamlit's headings end 1rem too early */
.st-key-stage_row {height: 100%; width: 100%; display: grid; grid-template-columns: minmax(0, 62fr) minmax(0, 38fr);
  grid-template-rows: minmax(0, 1fr); gap: 1.2rem;}
.st-key-stage_row > * {min-height: 0; height: 100%;}
:is(.st-key-stage_picture, .st-key-stage_result) {height: 100%; min-height: 0; overflow: auto; flex-wrap: nowrap;}
.st-key-stage_picture :has(.explorer-chart) {flex: 1 1 auto; min-height: 0; display: flex; flex-direction: column;}
.st-key-room_bar {padding: .1rem .9rem; button {min-height: 0; padding: .05rem .5rem;}}
.st-key-stage .st-key-t_chips {--explorer-fit: 1; --explorer-least: .7rem; --explorer-strip: none;}
.st-key-stage_result {
  .room-bars {font-size: 1.15rem; .bar {height: 1.05em;} .said {font-size: 1rem;}}
  .room-bars .before {height: .8em; opacity: .75;}
  .room-bars:has(.before):has(> :nth-child(15)) {font-size: 1rem; .before {height: .6em;} .word {margin-top: .2rem;}
    span {line-height: 1.1;}}
  .room-bars:has(.before):has(> :nth-child(20)) {.bar {height: .8em;} .before {height: .5em;}}
  /* Of two rounds beside a picture the first has no room for names, which are those of the second. */
  .room-rounds > :not(:last-child) :is(.room-flag, .ticks, .room-order) {display: none;}
  .room-rounds:has(> :nth-child(2)) {row-gap: .2rem; p {margin: 0;} .room-cloud {height: 11vh;}}
  :is(p, li, TEXT, .explorer-said) {line-height: 1.25;}
  [role=radiogroup] {row-gap: .2rem;}
  :is([role=alert], [role=status]) {padding: .2rem .5rem;}
}
"""
"""A projector's screen: question, picture, result. All sizes are from its height: 1rem is 3.4 % of it, the heading
5 %."""
_LESSON = """
body {
  [class*=_part_row] {display: none !important;}
  MAIN {padding: .4rem .9rem 0; > * {gap: 0;}}
  .room-space {display: none;}
  .stMain:focus-visible::before {content: none;}  /* nothing scrolls here: a frame would only cross the picture */
  .st-key-stage {height: calc(100vh - 3.7rem);}
  :is(.st-key-lesson_strip, .st-key-room_bar, .st-key-stage_tools) {
    position: fixed; bottom: 0; height: 2.1rem; max-height: none; width: auto; padding: 0; z-index: 999992;
    border: 0; border-radius: 0; background: var(--explorer-quiet); overflow: visible;
    display: flex; flex-flow: row nowrap; align-items: center; gap: .5rem;
    button {min-height: 0; padding: .05rem .5rem; font-size: .8rem;}
    button p {font-size: .8rem; white-space: nowrap;}
  }
  .st-key-lesson_strip {left: .6rem; width: 13rem; > * {min-width: 0; width: auto; flex: none;}}
  .st-key-stage_tools {left: 13.6rem; z-index: 999993;}
  .st-key-room_bar {left: 0; right: 0; padding: 0 .6rem 0 18.6rem; z-index: 999991; justify-content: flex-end;}
  .st-key-explorer_room_keep {position: absolute; width: 0;}
  .st-key-room_bar > :has(.st-key-room_line) {flex: 1 1 auto; min-width: 0;}
  .st-key-room_bar div:has(> div > .st-key-room_line) {gap: 0;}  /* else the line is lower than the lesson's */
  .st-key-room_line {flex-wrap: nowrap; gap: .5rem;}
  .st-key-room_line > * {flex: none;}
  .st-key-room_line > :first-child {flex: 1 1 0; min-width: 0; p {white-space: nowrap; overflow: hidden;
    text-overflow: ellipsis;}}
  .st-key-room_line a {font-size: .8rem !important; white-space: nowrap;}
  .st-key-room_next {font-size: .8rem; --explorer-next: .1rem .6rem;}
}
"""
"""In a lesson the stage has the whole screen but one line, which is the room's and the lesson's."""

_EMBEDDED = """
.explorer-source {margin: 0; font-size: .875rem; text-align: right;}
MAIN {
  --explorer-around: calc(255px + var(--explorer-bars, 0px)); --explorer-lowest: 260px;
  padding: .6rem 1rem .8rem; max-width: none;
  > * {gap: .4rem;}
}
h1, SIDEBAR, HEADER, .st-key-explorer_next, .st-key-present, [class*=_part_row], [class*=_claims],
  :has(> * > .explorer-rail) {display: none !important;}
"""

LINKS = """
.guide-seen {margin: 0;}
.guide-seen a {color: var(--explorer-strong);}
.guide-onwards {display: block; padding: .55rem .8rem; border-radius: .5rem; font-weight: 600; text-decoration: none;
  background: var(--explorer-strong); color: var(--explorer-paper) !important;}
"""
"""Style of the links below a step's text, and on the page after the last step."""
_WRITTEN = f".st-key-step_columns:has(.st-key-stage-picture, .st-key-h_guess, .st-key-t_chips_large):has({TYPED})"
"""A step with a field for a text."""
_STEP = f"""
SIDEBAR, HEADER {{display: none !important;}}
MAIN {{padding-top: 1rem; --explorer-around: 330px;}}
@media (min-width: 1100px) {{.st-key-step_columns:has(.st-key-g_text) {{--explorer-around: 480px;}}}}
.st-key-step_columns [class*=_title_above] {{display: none;}}  /* the step has a title */
.st-key-guide_strip p {{line-height: 1.5;}}
@media (min-width: 1100px) {{
  .st-key-guide_strip :is(p, li, label p) {{font-size: 1.08rem;}}
  .st-key-t_chips_large {{--explorer-chips: 2.2;}}
  .st-key-step_pane {{--explorer-strip: 52svh;}}
  .st-key-part_body:has(.st-key-t_chips_large) input {{font-size: 1.8rem; line-height: 1.3;}}
}}
.st-key-guide_ask [role=radiogroup] {{align-items: stretch;}}  /* a click beside a short choice counts too */
.st-key-guide_end {{max-width: 44rem;}}
.guide-shown {{margin: 0; font-size: max(.9rem, var(--explorer-least, 0px)); line-height: 1.4; padding-left: .6rem;
  border-left: 3px solid var(--explorer-line);}}
.guide-riddle {{margin: 0; padding: .6rem .8rem; border: 2px solid var(--explorer-mark); border-radius: .5rem;
  line-height: 1.5;
  q {{display: block; width: fit-content; max-width: 92%; margin-bottom: .35rem; padding: .1rem .7rem; quotes: none;
    border: 1px solid var(--explorer-line); border-radius: .8rem .8rem .8rem .1rem;}}
  q:first-child {{margin-left: auto; border-radius: .8rem .8rem .1rem .8rem; background: var(--explorer-quiet);}}
  i {{font-style: normal; font-size: .85em;}}
}}
{LINKS}
/* The picture stays in sight beside or above the words, which are longer. */
.st-key-step_columns > * > * > .stColumn:first-child {{position: sticky; top: 1rem; align-self: flex-start;}}
.st-key-guide_strip :is(.stAlert, .st-key-guide_told, .st-key-guide_left), .guide-onwards {{scroll-margin: 1.5rem 0;}}
@media (max-width: 1099px) {{
  /* One column: the picture with its controls, which stay, the words, what the picture says, and Next. Where there is a
     field for a text too, the picture alone stays, and feedback and Next stand at the field: further down, they would
     scroll the field under the picture. Boxes are the picture and the field's answer at once: they are whole, and
     scroll. */
  .st-key-step_columns > *, .st-key-step_columns > * > *, .st-key-step_columns > * > * > .stColumn,
    .st-key-step_columns > * > * > .stColumn > *, .st-key-step_columns :has(> .st-key-part_body),
    .st-key-step_columns .st-key-part_body, {_WRITTEN} :is(:has(> .st-key-step_pane), .st-key-step_pane,
    :has(> .st-key-guide_strip), .st-key-guide_strip) {{display: contents;}}
  {_WRITTEN} .st-key-guide_strip > :not(:has(.st-key-guide_told, [data-act=share])) {{order: 1;}}
  .st-key-step_columns :has(> .st-key-step_pane), {_WRITTEN} :has(> :is(.st-key-stage-picture, .st-key-h_guess))
    {{position: sticky; top: 0; z-index: 80; max-height: 60svh; overflow: hidden auto; padding: .3rem 0;
    background: var(--explorer-paper); border-bottom: 1px solid var(--explorer-line);}}
  .st-key-step_columns :has(> .st-key-guide_strip) {{order: 1;}}
  .st-key-step_columns :has(> * > .guide-onwards) {{order: 2;}}
  {_WRITTEN} :has(> * > .guide-onwards) {{order: 0;}}
  .st-key-step_columns .st-key-part_body > :not(:has(> .st-key-step_pane)) {{order: 2;}}
  .st-key-guide_strip :is(.stAlert, .st-key-guide_told, .st-key-guide_left), .guide-onwards
    {{scroll-margin-top: 46svh;}}
}}
@media (max-width: 640px) {{
  MAIN {{padding-top: .5rem; --explorer-around: 594px; --explorer-lowest: 250px;}}
  MAIN > *, .st-key-step_pane, .st-key-step_pane > * > * {{gap: .5rem;}}
  .st-key-step_pane {{--explorer-strip: none;}}
  .st-key-step_pane:has(.st-key-t_rows) {{--explorer-around: 664px; --explorer-lowest: 180px;}}
  .st-key-step_pane:has(.st-key-t_near) {{--explorer-lowest: 280px;}}  /* a line for each name */
  .st-key-step_pane :is(.st-key-j_a, .st-key-j_b, .st-key-j_d) {{min-width: 0 !important; flex: 1 1 28%;}}
  .st-key-p_down button {{padding: .25rem .5rem; min-width: 0;}}  /* all hands in one line */
  .guide-riddle br {{display: none;}}
}}
@media (max-width: 1099px) and (max-height: 739px) {{  /* no room for both */
  .st-key-step_columns :has(> :is(.st-key-step_pane, .st-key-stage-picture, .st-key-h_guess))
    {{position: static; max-height: none;}}
  .st-key-guide_strip :is(.stAlert, .st-key-guide_told, .st-key-guide_left), .guide-onwards
    {{scroll-margin-top: 1.5rem;}}
}}
"""
"""A step of the guided path: a small page without the app's own bars, whose picture stays in sight."""
_PRINTED = """
@media print {
  SIDEBAR, HEADER, .st-key-explorer_next, .st-key-present, [class*=_part_row], [class*=_under], [class*=_claims],
    :has(> * > .explorer-rail) {display: none !important;}
  :has(MAIN) {position: static !important; overflow: visible !important; height: auto !important;
    display: block !important;}
  MAIN {max-width: none; padding: 0 !important;}
  .explorer-chart, :has(> .explorer-chart) {break-inside: avoid; max-width: 100%;}
  .explorer-chart .main-svg {max-width: 100%;}
}
"""

_HIGH_CONTRAST = """
@media (forced-colors: active) {
  .explorer-rail .here::before {forced-color-adjust: none; background: Highlight; border-color: Highlight;}
  .explorer-rail .here:has(+ .here)::after {forced-color-adjust: none; background: Highlight;}
  /* Streamlit's switches, boxes and circles are all background. */
  label:has(> * > [type=checkbox]) > span + div {outline: 1px solid CanvasText;}
  label > span + div > div:empty {forced-color-adjust: none; background: CanvasText;}
  label:has(> * > [type=checkbox]:checked) > span + div,
    label:has(> * > [type=radio]:checked) > span + div > :first-child
    {forced-color-adjust: none; background-color: Highlight; border-color: CanvasText;}
  label:has(> * > :checked) > span + div > div:empty {background: HighlightText;}
}
"""


def expand_selectors(css: str) -> str:
    """Replace MAIN, SIDEBAR and the like by selectors of Streamlit's elements, and join the CSS into one line.

    One line, because Streamlit dedents an element's text line by line in each run.
    """
    for name in ("MAIN", "SIDEBAR", "HEADER", "TEXT", "CAPTION", "CODE", "HINT", "PRIMARY"):
        css = re.sub(rf"\b{name}\b", globals()[name], css)
    return " ".join(css.split())


_USUAL = expand_selectors(f"{_OF_PICTURES}{TERM}{_BASE}{_ABOVE}{_NARROW}{_PRINTED}{HIGH_CONTRAST}{_HIGH_CONTRAST}")
_PRESENTED, _FRAMED, _OF_STEP = map(expand_selectors, (_PRESENTER, _EMBEDDED, _STEP))
_STAGED, _TAUGHT = map(expand_selectors, (_STAGE, _LESSON))


def presenting() -> bool:
    """Whether presenter mode is on (URL: `present=true`, which holds until the switch itself has been drawn)."""
    switch = st.session_state.get("present")
    return bool(st.query_params.get("present") == "true" if switch is None else switch)


def is_embedded() -> bool:
    """Whether the page is embedded in another page (URL: `embed=true`): one part, its picture first."""
    return bool(st.context.is_embedded)


def apply(*, stage: bool = False, lesson: bool = False) -> None:
    """Put the CSS on the page; `stage`: of a projector's screen, `lesson`: which presents a lesson's step."""
    more = (_PRESENTED + (_STAGED if stage else _TO_READ) if presenting() else "") + (_TAUGHT if lesson else "")
    more += (_FRAMED if is_embedded() else "") + (_OF_STEP if step_size.step() is not None else "")
    st.html(f"<style>{_USUAL} {more}</style>")
