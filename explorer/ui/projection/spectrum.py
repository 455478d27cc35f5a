"""Spectrum of a table beside a random one of the same shape: a view of the Map."""

from streamlit.delta_generator import DeltaGenerator

from explorer import ui
from explorer.content.en import shared_page_questions
from explorer.ui.projection.table import table_choice
from explorer.views import projection as views
from explorer.views.projection import variance_text
from explorer.views.projection.component_shares import GUESSED, first_two, random_of
from explorer.views.projection.table_source import Source
from explorer.wording import share

KEY = "j_scree"


def answer(held: float) -> str:
    """The right option for the share of two components.

    >>> [answer(variance_text) for variance_text in (0, 0.099, 0.1, 0.29, 0.3, 0.6, 1)]
    ['under 10 %', 'under 10 %', '10 to 30 %', '10 to 30 %', '30 to 60 %', 'over 60 %', 'over 60 %']
    """
    return [name for name, (low, _) in GUESSED.items() if 100 * held >= low][-1]


def show(where: Source, line: DeltaGenerator) -> None:
    """Draw the components' shares of the variance beside a random table's, and the effect of the three switches."""
    recipe = table_choice.preprocessing_switches(where, line)
    picked = line.container(width="content")
    settings = ui.ask(views.spectrum, "shown", given={"table": where, **vars(recipe)}, folded=(KEY, "More"))
    space, gone = table_choice.space(where, recipe), variance_text.removed_note(recipe)
    two = space.pca.explained(first_two(space))
    in_random = share(float(random_of(where)[:2].sum()), digits=3)
    guess = ui.predict(
        shared_page_questions.MAP_SHARE.with_values(what=f"the variance{gone}" if gone else "this table's variance"),
        answer=answer(two),
        hint=f"in a random table of this shape, components 1 and 2 hold {in_random}; words are more alike than that.",
        because=f"Components 1 and 2 hold {share(two, digits=3)}.",
    )
    if guess:
        settings = ui.ask(views.spectrum, "kept", at=picked, given=settings)
    view = guess.draw_in(views.spectrum(**settings))
    last = min(settings["shown"], len(space.pca.components))
    moves = ui.moves(views.spectrum, "kept", range(1, last + 1), play=True)
    ui.show(KEY, view, moves=moves if guess else None, formulas=True)
