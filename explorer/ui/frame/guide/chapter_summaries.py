"""One-line summaries by the visitor: asked for at each chapter's end, all shown at the path's end with what was done.

The lines and the scores stay in the browser (chapter_summaries.js); the server never gets the lines.
"""

import json
from collections.abc import Callable
from html import escape

from explorer.content.guided_path import Chapter, StepId
from explorer.ui.frame.guide.step_links import start_link
from explorer.ui.frame.step_size import path
from explorer.ui.plot import assets
from explorer.wording import unbroken

_component = assets.register("chapter_summaries", __file__)


def chat(chapter: Chapter) -> str:
    """HTML of the chat that the chapter's riddle is about, for within a `guide-riddle`."""
    return " ".join(f"<q><i>{escape(who)}:</i> {escape(unbroken(said))}</q>" for who, said in chapter.chat)


def ask(chapter: Chapter, href: str) -> None:
    """Draw a field for the visitor's line, and two good examples to compare it with once it is written."""
    _show("guide_line", {"ask": _of(chapter, href) | {"good": chapter.lines}})


def page(link: Callable[[StepId], str], *, shared: bool = False) -> None:
    """Draw all own lines under their chapters' questions, to print or to send; below is what is still open.

    With `shared`, the lines are those that a link has in its fragment, with the way to the first step.
    """
    _show("guide_lines", {**_all(link), "start": start_link(), "shared": shared})


def praise(link: Callable[[StepId], str]) -> None:
    """Draw how many steps are done and how many first guesses were right, with a riddle for a friend."""
    _show("guide_praise", {**_all(link), "praise": True, "riddle": path().chapters[0].riddle})


def best_scores() -> None:
    """Draw the best scores of the games."""
    _show("guide_done", {"scores": True})


def choose(now: str) -> None:
    """Draw links to this page with the other sentences that the visitor has typed on the path, if there are any."""
    _show("guide_own", {"now": now})


def _all(link: Callable[[StepId], str]) -> dict[str, object]:
    chapters = enumerate(path().chapters, start=1)
    steps = [
        {"title": step.title, "former": step.former, "name": f"{at} {step.title}", "href": link(at)}
        for at, step in ((at, path().step(at)) for at in path().step_ids())
    ]
    ends = [_of(chapter, link(StepId(number, len(chapter.steps)))) for number, chapter in chapters]
    return {"all": ends, "steps": steps}


def keep_score(game: str, right: int, total: int) -> None:
    """Have the browser keep a game's score, if it is the best so far, for the path's last page."""
    _show("game_score", {"score": {"game": game, "right": right, "of": total}})


def _of(chapter: Chapter, href: str) -> dict[str, object]:
    return {"name": chapter.name, "question": chapter.question, "href": href}


def _show(key: str, data: dict[str, object]) -> None:
    _component(key=key, data=json.dumps(data).encode(), height="content")
