"""HTTP routes of the student's screen: seat, events, answers, and rejected requests."""

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette

from explorer.content.en.lessons import LESSONS
from explorer.content.lesson.lesson_link import MOST_LINK, pack
from explorer.content.lesson.lesson_steps import Lesson, LessonStep
from explorer.questions import NUMBER, POINT, WORDS, Question
from explorer.rooms import RoomStore
from explorer.rooms.sqlite_backend import SqliteBackend
from explorer.ui.join import http_routes, room_polling, routes
from explorer.ui.room import membership
from explorer.ui.server.lifespan_of_server import polls_end_first
from tests.support import run_async, tally

SECRET_REASON = "because-of-this"


class School:
    """A room with a question, and browsers that ask for it over HTTP."""

    def __init__(self, path: Path) -> None:
        self.rooms = RoomStore(SqliteBackend(path))
        self.app = Starlette(routes=routes("", lambda: self.rooms))
        self.code, self.secret = self.rooms.open()
        self.ask("q", Question("How **many**?", ("one", "two"), "two"))

    def ask(self, key: str, schema: dict[str, Any]) -> None:
        self.rooms.ask(self.code, self.secret, {key: schema})
        self.rooms.move(self.code, self.secret, "./tokens", key)

    async def get(
        self, what: str, body: bytes, method: str = "POST", host: str = "127.0.0.1", **headers: str
    ) -> tuple[int, bytes]:
        """Status and body. The line is closed by the browser when `what` begins with an exclamation mark."""
        sent = [{"type": "http.request", "body": body, "more_body": False}]
        told: list[Any] = []

        async def receive() -> Any:
            if sent:
                return sent.pop()
            if not what.startswith("!"):
                await asyncio.sleep(60)
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            told.append(message)

        pairs = {"host": "a", "content-type": "application/json"} | {
            name.replace("_", "-"): value for name, value in headers.items()
        }
        path = f"/join/{what.lstrip('!')}".rstrip("/")
        scope: dict[str, Any] = {"type": "http", "method": method, "path": path, "query_string": b"", "root_path": ""}
        scope["client"] = (host, 1)
        scope["headers"] = [(name.encode(), value.encode()) for name, value in pairs.items()]
        await self.app(scope, receive, send)
        return told[0]["status"], b"".join(message.get("body", b"") for message in told[1:])

    async def tell(self, what: str, host: str = "127.0.0.1", **told: Any) -> tuple[int, Any]:
        status, body = await self.get(what, json.dumps(told).encode(), host=host)
        return status, json.loads(body)

    async def come(self) -> dict[str, str]:
        status, mine = await self.tell("seat", code=self.code.lower())
        assert status == 200
        return dict(mine)

    async def answer(self, mine: dict[str, str], value: Any, key: str = "q", round_: Any = 1) -> int:
        return (await self.tell("answer", **mine, question=key, round=round_, value=value))[0]


@pytest.fixture
def school(tmp_path: Path) -> Iterator[School]:
    membership.wrong_codes.cache_clear()
    made = School(tmp_path / "rooms.sqlite")
    yield made
    made.rooms.close()
    membership.wrong_codes.cache_clear()


def test_the_page_is_small_and_comes_from_this_server_alone(school: School) -> None:
    status, body = run_async(school.get("", b"", "GET"))
    assert status == 200 and len(body) < 20_000 and b"https://" not in body
    script = Path("static", body.decode().split('src="app/static/')[1].split('"')[0])
    assert len(body) + script.stat().st_size < 150_000


def test_below_another_address_the_screen_is_there_too() -> None:
    assert [route.path for route in routes("/school/")][:2] == ["/school/join", "/school/join/seat"]


def test_a_class_waits_answers_and_sees_the_result_and_nothing_says_it_before(school: School) -> None:
    async def lesson() -> None:
        ada, bob = await school.come(), await school.come()
        before = [await school.tell("news", **who, known="") for who in (ada, bob)]
        assert [told["mine"] for _, told in before] == [None, None]
        question = before[0][1]["screen"]["question"]
        assert (question["words"], question["choices"], question["kind"]) == ("How **many**?", ["one", "two"], "choice")
        stamp = before[0][1]["stamp"]
        waiting = [asyncio.create_task(school.tell("news", **who, known=stamp)) for who in (ada, bob)]
        assert await school.answer(ada, 1) == await school.answer(bob, 0) == 200
        assert await school.answer(bob, 1) == 200, "until Reveal a guess may be changed, and counts once"
        await asyncio.sleep(3 * room_polling.EVERY)
        assert not any(task.done() for task in waiting), "others' guesses are no news"
        assert not {"truth", "why", "said"} & set(question) and SECRET_REASON not in str(before)
        assert before[0][1]["result"] is None
        school.rooms.explain(school.code, school.secret, "q", SECRET_REASON)
        school.rooms.reveal(school.code, school.secret, "q")
        school.rooms.explain(school.code, school.secret, "q", SECRET_REASON)
        (_, told), _ = await asyncio.wait_for(asyncio.gather(*waiting), 15)
        status, told = await school.tell("news", **ada, known="")
        result = told["result"]
        assert (status, told["mine"], told["screen"]["question"]["why"]) == (200, 1, SECRET_REASON)
        assert (result["mine"], result["right"]) == ("two", "two")
        assert re.findall(r"(\w+ ✓ right|\d of \d)", result["html"]) == ["0 of 2", "two ✓ right", "2 of 2"]
        assert await school.answer(ada, 0) == 409, "too late"
        assert tally(school.rooms, school.code, "q", 1) == {1: 2}
        school.rooms.ask_again(school.code, school.secret, "q", 1)
        assert not school.rooms.room(school.code).questions["q"].why
        assert await school.answer(ada, 0) == 409 and await school.answer(ada, 0, round_=2) == 200
        school.rooms.reveal(school.code, school.secret, "q")
        _, told = await school.tell("news", **bob, known="")
        assert (told["mine"], told["result"]["mine"]) == (1, "two"), "not guessed again: the one from before the talk"
        assert told["result"]["html"].count("1 of 2") == 2 and "your guess" in told["result"]["html"], (
            "it goes on counting"
        )

    run_async(lesson())


def test_one_look_at_the_rooms_serves_all_who_wait_and_says_that_they_are_there(
    school: School, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[int] = []
    versions = school.rooms.versions
    monkeypatch.setattr(school.rooms, "versions", lambda: (looks.append(1), versions())[1])
    monkeypatch.setattr(room_polling, "PATIENCE", 5 * room_polling.EVERY)
    monkeypatch.setattr(room_polling, "PRESENT", room_polling.EVERY)

    async def lesson() -> None:
        seats = [await school.come() for _ in range(20)]
        stamp = (await school.tell("news", **seats[0], known=""))[1]["stamp"]
        for who in seats:
            school.rooms.leave(school.code, who["seat"])
        told = await asyncio.gather(*(school.tell("news", **who, known=stamp) for who in seats))
        assert {(status, each["stamp"]) for status, each in told} == {(200, stamp)}
        assert len(looks) <= 8
        assert len(school.rooms.present_seats(school.code)) == 20

    run_async(lesson())


def test_a_closed_line_ends_the_wait(school: School) -> None:
    async def lesson() -> None:
        mine = await school.come()
        stamp = (await school.tell("news", **mine, known=""))[1]["stamp"]
        asked = json.dumps({**mine, "known": stamp}).encode()
        status, _ = await asyncio.wait_for(school.get("!news", asked), 15)
        assert status == 200

    run_async(lesson())


def test_whoever_waits_is_answered_when_the_server_stops(
    school: School, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    with suppress(RuntimeError):
        asyncio.get_running_loop()  # a browser's, in the one thread that hears signals
        command = [sys.executable, "-m", "pytest", request.node.nodeid]
        subprocess.run(command, cwd=request.config.rootpath, check=True)
        return
    monkeypatch.setattr(room_polling, "PATIENCE", 3600)
    heard: list[int] = []
    before = signal.signal(signal.SIGTERM, lambda number, _: heard.append(number))

    async def lesson() -> None:
        mine = await school.come()
        stamp = (await school.tell("news", **mine, known=""))[1]["stamp"]
        with polls_end_first():
            waiting = asyncio.create_task(school.tell("news", **mine, known=stamp))
            await asyncio.sleep(room_polling.EVERY)
            os.kill(os.getpid(), signal.SIGTERM)
            assert (await asyncio.wait_for(waiting, 300))[1]["stamp"] == stamp
            assert (await asyncio.wait_for(school.tell("news", **mine, known=stamp), 300))[0] == 200

    try:
        run_async(lesson())
        assert heard == [signal.SIGTERM], "what else listens hears it too"
        assert signal.getsignal(signal.SIGTERM) is not None
        os.kill(os.getpid(), signal.SIGTERM)
        assert len(heard) == 2
    finally:
        signal.signal(signal.SIGTERM, before)


def test_a_room_that_ends_sends_everybody_home(school: School) -> None:
    async def lesson() -> None:
        mine = await school.come()
        stamp = (await school.tell("news", **mine, known=""))[1]["stamp"]
        waiting = asyncio.create_task(school.tell("news", **mine, known=stamp))
        await asyncio.sleep(room_polling.EVERY)
        school.rooms.end(school.code, school.secret)
        status, told = await asyncio.wait_for(waiting, 15)
        assert status == 404 and told["error"] == membership.ENDED
        assert (await school.tell("seat", code=school.code))[0] == 404

    run_async(lesson())


def test_forged_votes_are_refused_and_the_room_stays_as_it_is(school: School) -> None:
    school.ask("n", Question("How long?", (), 4, form=NUMBER, low=(0,), high=(10,), tolerance=0))

    async def lesson() -> None:
        mine = await school.come()
        state = school.rooms.room(school.code)
        for value in (2, -1, True, 1.0, "1", None, [], [1], {}, [[1]]):
            assert await school.answer(mine, value) == 400, value
        for value in (4, [11], ["4"], [4, 4], [None], None, {"0": 1}):
            assert await school.answer(mine, value, "n") == 400, value
        assert await school.answer(mine, 1, "other") == 409
        for round_ in (2, None, "1", [1]):
            assert await school.answer(mine, 1, round_=round_) == 409
        assert await school.answer({**mine, "seat": "x" * 22}, 1) == 403
        assert await school.answer({**mine, "code": "QQQQQQ"}, 1) == 403
        for wrong in ({"seat": 5}, {"seat": "\ud800"}, {"seat": "s" * 41}, {"code": ["a"]}):
            assert await school.answer({**mine, **wrong}, 1) == 400
        vote = json.dumps({**mine, "question": "q", "round": 1, "value": 1}).encode()
        for body in (b"", b"{", b"[]", b"5", b"\xff", b"[" * 5000, b'{"code": NaN}', b"1" * 5000):
            assert (await school.get("answer", body))[0] == 400
        assert (await school.get("answer", vote + b" " * http_routes.MOST_BYTES))[0] == 413
        assert (await school.get("answer", vote, content_type="text/plain"))[0] == 415
        for headers in ({"origin": "http://evil"}, {"sec_fetch_site": "cross-site"}, {"sec_fetch_site": "same-site"}):
            assert (await school.get("answer", vote, **headers))[0] == 403
        assert (await school.get("answer", vote, "GET"))[0] == 405
        assert school.rooms.room(school.code) == state and not school.rooms.answers_by_seat(school.code, "q", 1)
        assert (await school.get("answer", vote, origin="http://a", sec_fetch_site="same-origin"))[0] == 200

    run_async(lesson())


def test_the_picture_of_a_question_is_for_those_who_have_a_seat(school: School) -> None:
    schema = {"place": Question("Where?", (), (0.5, 0.5), form=POINT, low=(0, 0), high=(1, 1))}
    school.rooms.ask(school.code, school.secret, schema, pictures={"place": '{"x":[0,1]}'})
    school.rooms.ask(school.code, school.secret, {"q": Question("How?", ("a",))}, pictures={"q": "x" * 50_000})
    assert school.rooms.room(school.code).questions["q"].picture == "", "too long for a phone"
    school.rooms.move(school.code, school.secret, "./positions", "place")

    async def lesson() -> None:
        mine = await school.come()
        question = (await school.tell("news", **mine, known=""))[1]["screen"]["question"]
        assert question["picture"] and "truth" not in question
        assert await school.tell("picture", **mine, question="place") == (200, {"picture": {"x": [0, 1]}})
        assert await school.tell("picture", **mine, question="q") == (200, {"picture": None})
        assert (await school.tell("picture", **{**mine, "seat": "x" * 22}, question="place"))[0] == 403
        for value in (0, [0.5], [0.5, 2], [0.5, "1"], [0.5, None], "0.5", [0.5, float("nan")], [0.5, True]):
            assert await school.answer(mine, value, "place") == 400, value
        assert await school.answer(mine, [0.25, 1], "place") == 200
        assert school.rooms.answers_by_seat(school.code, "place", 1) == {mine["seat"]: (0.25, 1.0)}

    run_async(lesson())


def test_words_are_seen_by_the_class_after_reveal_and_the_teachers_look_only(school: School) -> None:
    school.ask("w", Question("What is a token?", form=WORDS))

    async def lesson() -> None:
        ada, bob = await school.come(), await school.come()
        for value in ("", "  ", "x" * 81, "a\u0000b", "\ud800", 1, ["a"], None, {}):
            assert await school.answer(ada, value, "w") == 400, value
        assert await school.answer(ada, " a <b>  piece ", "w") == await school.answer(bob, "RUDE", "w") == 200
        teacher = {"code": school.code, "secret": school.secret}
        looked = (await school.tell("look", **teacher))[1]
        assert {each["words"]: each["shown"] for each in looked["written"]} == {"a <b> piece": False, "RUDE": False}
        assert ada["seat"] not in json.dumps(looked), "a name of a seat gives nobody its rights"
        for forged in ({"secret": ""}, {"secret": "x" * 22}, {"secret": ada["seat"]}):
            assert (await school.tell("look", **{**teacher, **forged}))[0] == 403
            assert (await school.tell("let", **{**teacher, **forged}, question="w"))[0] == 403
        (mine,) = (each for each in looked["written"] if each["words"] != "RUDE")
        let = {**teacher, "question": "w", "id": mine["id"], "shown": True}
        assert (await school.tell("let", **let, words="other"))[0] == 409
        assert (await school.tell("let", **let, words=mine["words"]))[0] == 200
        before = (await school.tell("news", **bob, known=""))[1]
        assert "piece" not in json.dumps(before), "not before Reveal"
        school.rooms.reveal(school.code, school.secret, "w")
        told = (await school.tell("news", **bob, known=""))[1]
        assert told["mine"] == "RUDE" and told["result"]["right"] == "a <b> piece"
        assert "a &lt;b&gt; piece" in told["result"]["html"] and "RUDE" not in told["result"]["html"]
        waiting = asyncio.create_task(school.tell("news", **bob, known=told["stamp"]))
        await school.tell("let", **{**let, "shown": False}, words=mine["words"])
        again = (await asyncio.wait_for(waiting, 15))[1]
        assert again["result"]["right"] == "", "covered again"

    run_async(lesson())


def test_the_teachers_other_window_sees_the_votes_first_and_presses_for_the_screen_that_presents(
    school: School,
) -> None:
    async def lesson() -> None:
        ada, _ = await school.come(), await school.come()
        assert await school.answer(ada, 1) == 200
        teacher = {"code": school.code, "secret": school.secret}
        told = (await school.tell("look", **teacher))[1]
        assert "two ✓ right" in told["html"] and not told["revealed"]
        assert (told["given"], told["here"]) == (1, 2)
        assert (await school.tell("notes", **teacher, notes={"say": "SAID"}))[0] == 200
        assert (await school.tell("look", **teacher))[1]["notes"] == {"say": "SAID", "plan": ""}
        assert "SAID" not in json.dumps((await school.tell("news", **ada, known=""))[1])
        for what in ("notes", "lesson", "results", "end"):
            assert (await school.tell(what, code=school.code, secret=ada["seat"], notes={}, link="a"))[0] == 403
        press = {"button": "reveal", "question": "q", "round": 1}
        assert (await school.tell("press", **ada, **press))[0] == 400
        assert (await school.tell("press", **{**teacher, "secret": ada["seat"]}, **press))[0] == 403
        assert (await school.tell("press", **teacher, **press | {"button": "end"}))[0] == 400
        assert (await school.tell("press", **teacher, **press))[0] == 200
        assert school.rooms.press_state(school.code) == {"button": "reveal", "missed": False, "alone": False}
        assert school.rooms.take_press(school.code, "another", 1) == "", "what it was about is no longer in sight"
        assert school.rooms.take_press(school.code, "q", 1) == "", "what was missed is not done later"
        assert (await school.tell("look", **teacher))[1]["pressed"] == {
            "button": "reveal",
            "missed": True,
            "alone": False,
        }
        await school.tell("press", **teacher, **press)
        assert [school.rooms.take_press(school.code, "q", 1) for _ in range(2)] == ["reveal", ""]
        assert school.rooms.press_state(school.code) == {}
        await school.tell("press", **teacher, **press | {"button": "go 12"})
        assert school.rooms.take_press(school.code, "q", 1, turns=False) == "", "no lesson is presented"
        await school.tell("press", **teacher, **press | {"button": "go 12"})
        assert school.rooms.take_press(school.code, "q", 1) == "go 12"
        assert (await school.tell("results", **teacher, day="today"))[0] == 400
        files = (await school.tell("results", **teacher, day="2026-01-31"))[1]["files"]
        assert list(files) == ["lesson-2026-01-31.html", "lesson-2026-01-31.csv"] and all(files.values())
        assert (await school.tell("end", **teacher))[0] == 200
        assert (await school.tell("look", **teacher))[0] == 403, "the room has ended"

    run_async(lesson())


def test_a_request_that_ends_in_its_middle_is_refused_without_a_traceback(school: School) -> None:
    async def receive() -> Any:
        return {"type": "http.disconnect"}

    told: list[Any] = []

    async def send(message: Any) -> None:
        told.append(message)

    scope = {"type": "http", "method": "POST", "path": "/join/seat", "query_string": b"", "root_path": ""}
    scope["headers"] = [(b"host", b"a"), (b"content-type", b"application/json")]
    run_async(school.app(scope, receive, send))  # type: ignore[arg-type]
    assert told[0]["status"] == 400


@pytest.mark.parametrize("what", ["seat", "news", "picture", "leave", "look", "end"])
def test_codes_cannot_be_found_by_trying_and_nobody_else_waits(school: School, what: str) -> None:
    school_net, home = "192.0.2.1", "192.0.2.2"
    forged = {"seat": "x" * 22, "secret": "x" * 22, "known": "", "question": "q", "link": "a"}
    other = school.rooms.open()[0]

    async def lesson() -> None:
        mine = await school.come()
        assert (await school.tell(what, school_net, **forged, code=school.code))[0] == (200 if what == "seat" else 403)
        codes = [f"{a}{b}QQQQ" for a in "ABCDEFGH" for b in "ABCDEFGH"]
        tried = [await school.tell(what, school_net, **forged, code=code) for code in codes]
        refusals = 60 if what == "seat" else 59
        assert {status for status, _ in tried[:refusals]} == {404 if what == "seat" else 403}
        assert {status for status, _ in tried[refusals:]} == {429}
        assert (await school.tell(what, school_net, **forged, code=other))[0] == 429, "nor is a right one found"
        assert await school.tell("seat", school_net, **mine) == (200, mine), "a seat comes back"
        assert (await school.tell("seat", school_net, code=school.code))[0] == 200, "where others of a school are"
        assert (await school.tell("seat", home, code=other))[0] == 200
        assert (await school.tell("news", school_net, **mine, known=""))[0] == 200

    run_async(lesson())


def test_no_room_and_a_strangers_room_are_answered_alike(school: School) -> None:
    forged = {"seat": "x" * 22, "secret": "x" * 22, "known": "", "question": "q", "link": "a"}

    async def lesson() -> None:
        for what in (
            "news",
            "picture",
            "answer",
            "leave",
            "look",
            "let",
            "press",
            "notes",
            "lesson",
            "results",
            "end",
        ):
            assert await school.tell(what, **forged, code="QQQQQQ") == await school.tell(
                what, **forged, code=school.code
            )

    run_async(lesson())


def test_a_full_or_closed_room_lets_nobody_else_in_and_a_seat_comes_back(school: School) -> None:
    async def lesson() -> None:
        mine = await school.come()
        school.rooms.close_entry(school.code, school.secret)
        assert (await school.tell("seat", code=school.code))[0] == 403
        assert await school.tell("seat", **mine) == (200, mine)
        assert (await school.tell("leave", **mine))[0] == 200
        assert not school.rooms.present_seats(school.code)

    run_async(lesson())


def test_another_device_gets_the_presented_lesson_too_long_for_a_link_and_hears_why_not(school: School) -> None:
    said = ["".join(sha256(bytes([at, part])).hexdigest() for part in range(3)) for at in range(40)]
    long = Lesson("Long", tuple(LessonStep(str(at), "tokens", say=words) for at, words in enumerate(said)))
    assert len(pack(long)) > MOST_LINK

    async def moves() -> None:
        teacher = {"code": school.code, "secret": school.secret}
        for lesson in (long, LESSONS["twenty"]):
            assert (await school.tell("notes", **teacher, notes={"say": "", "plan": pack(lesson)}))[0] == 200
            status, found = await school.tell("lesson", **teacher)
            assert status == 200 and found["shown"]["plan"] == pack(lesson)
            assert [step["say"] for step in found["shown"]["steps"]] == [step.say for step in lesson.presented]
        for plan, status in (("", 409), ("1damaged", 400)):
            await school.tell("notes", **teacher, notes={"say": "", "plan": plan})
            assert (await school.tell("lesson", **teacher))[0] == status

    run_async(moves())
