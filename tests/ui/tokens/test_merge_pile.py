"""The pile of words that a visitor joins pair by pair."""

from collections.abc import Callable

from streamlit.testing.v1 import AppTest

from explorer.tokenizers import merge_ladder
from explorer.tokenizers.learn_merges import count_pairs, join


def test_only_the_commonest_pair_is_joined(open_page: Callable[..., AppTest]) -> None:
    app = open_page("tokens", guide="1c", own="Zoë feeds the fox")

    def choose(pair: str) -> str:
        next(box for box in app.button_group if box.key == "t_pair").set_value(pair).run()
        assert not app.exception
        return next(html.proto.body for html in app.get("html") if 'class="pile"' in html.proto.body)

    assert "joined" not in choose("h e").partition("</style>")[2]
    assert choose("t h").count(">th</b>") == 7 and list(app.session_state["t_joined"]) == ["t h"]


def test_joining_what_is_commonest_makes_the_tokens_of_a_list_made_so() -> None:
    """By the definition of Sennrich, Haddow and Birch 2016 on gpt2's own first merges."""
    words = [tuple("at"), tuple("that"), tuple("hat")]
    (pair, often), *_ = count_pairs(words).most_common(1)
    assert (pair, often) == (("a", "t"), 3) and join(words[1], pair) == ("t", "h", "at")
    assert [step.left + step.right for step in merge_ladder("at", "gpt2").steps] == [b"at"]
