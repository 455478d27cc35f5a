"""Check yourself by AppTest: right, wrong, known mistakes, invalid answers, to the end, and again."""

from dataclasses import replace
from html import unescape
from urllib.parse import parse_qsl, urlparse

import pytest
from streamlit.testing.v1 import AppTest

from explorer.quiz import COURSE, KINDS, PATH, QuizRequest, quiz
from explorer.quiz.games import CUTS, NEXT, ROUNDS, own_round, rounds
from explorer.quiz.quiz_sets import common
from explorer.ui import info
from explorer.ui.check import practice, quiz_progress, quiz_settings
from explorer.ui.frame import back_to_quiz_link
from explorer.views import check as views
from explorer.views.check.settings import AGAIN
from tests.support import plain_texts

MEMORY = QuizRequest(7, 4, ("Memory",))
TWO = QuizRequest(7, 2, ("Memory",))


def everything(app: AppTest) -> str:
    assert not app.exception, app.exception
    kinds = (app.markdown, app.success, app.warning, app.info, app.error, app.caption, app.header)
    return "\n".join([*plain_texts(app), *(element.value for group in kinds for element in group)])


def opened(open_page, request: QuizRequest, **more: object) -> AppTest:
    query = {"k_level": request.level, "k_set": request.set_number, "k_seed": request.seed, "k_n": request.size, **more}
    if request.topics:
        query["k_topics"] = request.topics[0]
    return open_page("check", **query)


def type_in(app: AppTest, text: str) -> None:
    app.text_input[0].set_value(text)
    next(button for button in app.button if button.label == "Check").click().run()


def press(app: AppTest, label: str) -> None:
    next(button for button in app.button if button.label == label).click().run()


def test_a_right_answer_is_said_with_its_explanation_and_its_proof(open_page):
    question = quiz(MEMORY)[0]
    app = opened(open_page, MEMORY)
    assert question.reason not in everything(app)
    type_in(app, f"{question.value:.0f}")
    told = everything(app)
    assert app.success and question.reason in told and question.show.look in told


def test_a_known_mistake_is_called_by_its_name(open_page):
    question = quiz(MEMORY)[0]
    app = opened(open_page, MEMORY)
    type_in(app, f"{float(question.mistakes[0].reply):.0f}")
    assert question.mistakes[0].name in app.warning[0].value
    assert question.mistakes[0].why in everything(app)


@pytest.mark.parametrize("typed", ["many", "1,23,456 GB", "5 apples", ""])
def test_what_cannot_be_read_is_said_and_the_question_stays(open_page, typed):
    app = opened(open_page, MEMORY)
    type_in(app, typed)
    assert len(app.error) == 1
    assert quiz(MEMORY)[0].reason not in everything(app)
    type_in(app, f"{quiz(MEMORY)[0].value:.0f}")
    assert not app.error and app.success


def test_a_comma_with_two_readings_is_asked_about(open_page):
    app = opened(open_page, MEMORY)
    whole = f"{quiz(MEMORY)[0].value:,.0f}"
    typed = ",".join(whole.split(",")[:2])  # one comma, three digits after it
    type_in(app, f"{typed} bytes")
    first, second = [each for each in app.button if each.key.startswith("k_means_")]
    assert (first.label, second.label) == (f"{typed.replace(',', '')} bytes", f"{typed.replace(',', '.')} bytes")
    assert not app.error and quiz(MEMORY)[0].why not in everything(app)
    second.click().run()
    assert app.warning and second.label in everything(app)


def test_nobody_has_to_answer(open_page):
    app = opened(open_page, MEMORY)
    press(app, "Show the answer")
    assert quiz(MEMORY)[0].why in everything(app)
    assert not app.success and not app.warning


def answer(app: AppTest, question) -> None:
    """Answer the question on the screen correctly, as a visitor does."""
    if question.form == "number":
        type_in(app, f"{question.value:.9f}".rstrip("0").rstrip("."))
    elif question.form == "choice":
        app.radio[0].set_value(question.answer)
        press(app, "Check")
    else:
        for item in question.answer:
            press(app, practice.escape_markdown(item))
        press(app, "Check")


def test_a_quiz_on_all_topics_is_played_to_its_end_and_started_again(open_page):
    request = next(
        r for r in (QuizRequest(1, 10, (), number) for number in range(1, 50)) if {q.form for q in quiz(r)} == FORMS
    )
    app = opened(open_page, request)
    for number, question in enumerate(quiz(request), start=1):
        assert question.prompt in everything(app)
        answer(app, question)
        assert app.success, question.prompt
        if number < request.size:
            press(app, "Next question →")
    assert "10 of 10" in everything(app)
    press(app, "Answer again from the start")
    assert quiz(request)[0].prompt in everything(app) and quiz(request)[0].why not in everything(app)


FORMS = {"number", "choice", "order"}


def test_an_order_can_be_started_over(open_page):
    request = next(
        r for r in (QuizRequest(1, 1, ("Waves",), number) for number in range(1, 99)) if quiz(r)[0].form == "order"
    )
    question = quiz(request)[0]
    app = opened(open_page, request)
    for item in reversed(question.answer):
        press(app, item)
    press(app, "Start over")
    for item in reversed(question.answer):
        press(app, item)
    press(app, "Check")
    assert "Fast and slow swapped" in app.warning[0].value


def test_new_numbers_ask_the_same_kinds_and_other_questions_other_kinds(open_page):
    app = opened(open_page, TWO)
    press(app, "New numbers")
    seed = app.number_input(key="k_seed").value
    assert 1000 <= seed <= 9999
    again = quiz(QuizRequest(seed, 2, ("Memory",)))
    assert again[0].prompt in everything(app)
    assert [q.key for q in again] == [q.key for q in quiz(TWO)]
    press(app, "Other questions")
    other = quiz(QuizRequest(app.number_input(key="k_seed").value, 2, ("Memory",), 2))
    assert other[0].prompt in everything(app) and [q.key for q in other] != [q.key for q in again]
    assert not {q.prompt for q in other} & {q.prompt for q in again}


def test_what_went_wrong_comes_first_among_other_questions(open_page):
    app = opened(open_page, QuizRequest(7, 2, (), level=PATH))
    kinds = [q.key for q in quiz(QuizRequest(7, 2, (), level=PATH))]
    press(app, "Show the answer")
    press(app, "Next question →")
    press(app, "Show the answer")
    app.button(key="k_more").click().run()
    assert app.multiselect(key=AGAIN.key).value == [kind.replace("-", " ") for kind in KINDS if kind in kinds]
    seed = app.number_input(key="k_seed").value
    other = quiz(QuizRequest(seed, 2, (), 2, PATH, tuple(kind for kind in KINDS if kind in kinds)))
    assert other[0].prompt in everything(app)
    press(app, "Show the answer")
    press(app, "Next question →")
    press(app, "Show the answer")
    assert other[1].reason in everything(app)  # to the end, where both buttons stand beside the control


def test_where_every_draw_repeats_a_question_the_one_with_the_fewest_is_taken(open_page, monkeypatch):
    request, seeds = QuizRequest(1007, 20, ("Long texts",)), range(1000, 1006)
    drawn = iter(seed - 1000 for seed in seeds)
    monkeypatch.setattr(quiz_settings.secrets, "randbelow", lambda _: next(drawn))
    repeats = {seed: common(request, replace(request, seed=seed)) for seed in seeds}
    assert min(repeats.values()) > 0 and len(set(repeats.values())) > 1
    app = opened(open_page, request)
    press(app, "New numbers")
    assert repeats[app.number_input(key="k_seed").value] == min(repeats.values())


def test_the_address_carries_the_level_and_a_topic_that_it_does_not_have_goes(open_page):
    request = QuizRequest(5, 10, (), 2, PATH)
    app = open_page("check", **quiz_settings.state_of(request, 3))
    assert quiz(request)[2].prompt in everything(app)
    app = open_page("check", k_level=COURSE, k_topics="Memory", k_n=3)
    app.segmented_control(key="k_level").set_value(PATH).run()
    assert quiz(QuizRequest(1, 3, ("Memory",), 1, PATH))[0].prompt in everything(app)
    app = open_page("check", k_level=COURSE, k_topics="Misconceptions", k_n=3)
    app.segmented_control(key="k_level").set_value(PATH).run()
    assert quiz(QuizRequest(1, 3, (), 1, PATH))[0].prompt in everything(app)


def test_too_many_questions_for_the_topics_are_said(open_page):
    app = open_page("check", k_level=COURSE, k_topics="Misconceptions", k_n=40)
    assert app.info


def test_the_data_has_what_was_answered_and_no_other_answer():
    asked = quiz(MEMORY)
    table = views.quiz(**vars(MEMORY), replies={1: "1 MB", 2: ""}).table
    assert table.rows == 4
    assert table["your answer"] == ["1 MB", "", "", ""]
    assert table["the answer"] == [q.text(q.answer) for q in asked[:2]] + ["", ""]
    assert table["right"] == ["no", "no", "", ""]


def test_what_a_browser_sends_is_taken_with_care():
    asked = quiz(MEMORY)
    sent = {"1": "5", "2": ["a", 3], "0": "x", "9": "x", "4": "y" * 5000, "٣": "x", "3": ["a", "b"]}
    assert quiz_progress.usable(sent, asked) == {1: "5", 3: ["a", "b"]}
    assert quiz_progress.usable("nonsense", asked) == {}
    assert not asked[0].judge_stored("what?").right


def controls(app: AppTest) -> list:
    """Everything on the screen that can be set."""
    kinds = ("number_input", "text_input", "text_area", "select_slider", "slider", "selectbox", "radio", "toggle")
    return [w for kind in (*kinds, "checkbox", "multiselect", "button_group", "pills") for w in app.get(kind)]


PROOFS = [(name, seed) for name in KINDS for seed in (0, 1)]


def test_every_proof_opens_as_its_link_says(open_page):
    """Without a warning about an invalid setting in the link, and with the way back at the top."""
    seen = set()
    for name, seed in PROOFS:
        question = KINDS[name](seed)
        address = urlparse(practice.proof(QuizRequest(7), question, 3))
        query = dict(parse_qsl(address.query))
        page = address.path.removeprefix("./")
        state = (page, query[f"{info(page).prefix}_part"], tuple(sorted(question.show.state)))
        if state in seen:
            continue
        seen.add(state)
        app = open_page(page, **query)
        told = [w.value for w in app.warning if "link" in w.value] + [e.value for e in app.error]
        folds = {key for key in question.show.state if key.endswith("_more")}
        assert len(folds) <= len([fold for fold in app.expander if fold.proto.expanded]), (name, question.show)
        missing = set(question.show.state) - {widget.key for widget in controls(app)} - folds
        assert not missing, (name, question.show)
        allowed = ("can't be looked up", "exceeds maximum")
        assert not [text for text in told if not any(words in text for words in allowed)], (name, told)
        assert any("Back to question 3" in html.proto.body for html in app.get("html")), name


def test_the_way_back_is_the_quiz_that_was_left():
    request = QuizRequest(7, 12, ("Memory", "Waves"), 5)
    parameter = dict(parse_qsl(urlparse(practice.proof(request, KINDS["table"](1), 5)).query))["quiz"]
    left = "k_level=Course&k_set=5&k_seed=7&k_n=12&k_topics=Memory&k_topics=Waves&k_at=5"
    assert back_to_quiz_link.quiz_url(parameter) == f"./check?{left}"
    assert back_to_quiz_link.quiz_url("k_seed=1" * 200) == ""
    assert quiz_settings.state_of(QuizRequest(level=PATH)) == {}


@pytest.mark.parametrize(("left", "tools"), [("", True), ("end", False)])
def test_who_comes_from_the_path_sees_the_questions_alone_and_returns_to_them(open_page, left, tools):
    app = open_page("check", **{"path": left} if left else {})
    assert any('data-act="link"' in html.proto.body for html in app.get("html")) == tools
    press(app, "Show the answer")
    (link,) = (html.proto.body for html in app.get("html") if 'class="quiz-show"' in html.proto.body)
    back = dict(parse_qsl(urlparse(unescape(link.partition('href="')[2].partition('"')[0])).query))["quiz"]
    assert ("path=end" in back_to_quiz_link.quiz_url(back)) == (not tools)


def play(app: AppTest, game: str, seed: int, at: int, option: str) -> None:
    """Choose an option of a round, and go on to the next one where there is one."""
    key = f"k_game_{game}_{seed}_{at}_{rounds(game, seed)[at - 1].choices.index(option)}".replace(" ", "_")
    app.button(key=key).click().run()
    if at < ROUNDS:
        app.button(key="k_game_next").click().run()


def test_the_other_game_has_rounds_and_scores_of_its_own(open_page):
    app = open_page("check", k_part="Games", k_game_seed=7, k_beat=3)
    assert "3 of 6" in everything(app)
    for at, each in enumerate(rounds(CUTS, 7), start=1):
        play(app, CUTS, 7, at, each.answer)
    assert "6 of 6" in everything(app)
    app.text_input("k_game_word").set_value("Leonie").run()
    options = own_round("Leonie").choices
    app.button(key=f"k_game_Leonie_0_0_{options.index('Leon · ie')}").click().run()
    assert "“Leon · ie”" in everything(app) and "6 of 6" in everything(app), "it does not count"
    app.text_input("k_game_word").set_value("Zoë").run()
    assert not app.exception and "“Zoë”" in everything(app)
    app.button(key="k_game_to_2").click().run()
    assert rounds(NEXT, 7)[0].prompt in everything(app)
    play(app, NEXT, 7, 1, rounds(NEXT, 7)[0].answer)
    game = next(box for box in app.button_group if box.key == "k_game")
    game.set_value(CUTS).run()
    assert "6 of 6" in everything(app)  # what was played stays played
    next(box for box in app.button_group if box.key == "k_game").set_value(NEXT).run()
    assert rounds(NEXT, 7)[1].prompt in everything(app)  # the first that is open
    assert not any(button.key == "k_game_next" for button in app.button)  # a round is played before the next
    play(app, NEXT, 7, 2, rounds(NEXT, 7)[1].answer)
    next(box for box in app.button_group if box.key == "k_game").set_value(CUTS).run()
    app.button(key="k_game_new").click().run()
    assert app.session_state["k_game_seed"] >= 1000 and app.session_state["k_round"] == "1"
    assert "6 of 6" not in everything(app)


def test_after_the_last_round_a_game_leads_back_to_one_that_was_skipped(open_page):
    app = open_page("check", k_part="Games", k_game_seed=7, k_round="2")
    for at, each in enumerate(rounds(CUTS, 7)[1:], start=2):
        play(app, CUTS, 7, at, each.answer)
    assert "5 of 5" in everything(app)
    (onwards,) = (button for button in app.button if button.key == "k_game_next")
    assert "Round 1" in onwards.label
    onwards.click().run()
    first = rounds(CUTS, 7)[0]
    app.button(key=f"k_game_{CUTS}_7_1_{first.choices.index(first.answer)}".replace(" ", "_")).click().run()
    assert "6 of 6" in everything(app)
    assert not any(button.key == "k_game_next" for button in app.button)


def test_any_other_answer_is_just_not_right(open_page):
    app = opened(open_page, MEMORY)
    type_in(app, "3 bytes")
    assert len(app.warning) == 1
    assert quiz(MEMORY)[0].why in everything(app)


def test_missed_topics_are_named_at_the_end(open_page):
    request = QuizRequest(3, 2, ("Waves",))
    app = opened(open_page, request)
    press(app, "Show the answer")
    press(app, "Next question →")
    press(app, "Show the answer")
    assert "0 of 2" in everything(app) and "Waves" in everything(app)


def test_new_numbers_bring_no_question_again(open_page, monkeypatch):
    drawn = iter([7, 4000])
    monkeypatch.setattr(quiz_settings.secrets, "randbelow", lambda _: next(drawn))
    app = opened(open_page, QuizRequest(1007, 4, ("Memory",)))
    press(app, "New numbers")
    assert app.number_input(key="k_seed").value == 5000


def test_a_sheet_shows_its_questions_and_offers_two_files(open_page):
    app = open_page("teach", l_part="Sheets", k_level=COURSE, k_seed=7, k_n=3, k_answers="true")
    assert [b.proto.label for b in app.get("download_button")] == ["HTML to print", "Moodle XML"]
    shown = "".join(html.proto.body for html in app.get("html"))
    assert all(question.reason.partition(":")[0] in shown for question in quiz(QuizRequest(7, 3)))


def test_the_last_seeds_are_enough_for_few_sheets(open_page):
    app = open_page("teach", l_part="Sheets", k_seed=999_999, k_sheets=2)
    assert app.warning and not app.error  # the control takes no more
