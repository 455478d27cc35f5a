"""HTTP routes below `/join`: the page itself, and its POST requests.

Students: seat, news, picture, answer, leave. Teachers: a preview of the answers before the class sees them, approval of
written ones, a remote control of the presenting screen, the results, and the room's end.

A request is JSON of a few hundred bytes from a page of this server. Any other is refused: 400 malformed, 403 another
origin, a full room, an unknown seat or no such room (so that nobody learns which codes exist), 404 no room with a code
that was typed, 409 too late, 413 too long, 415 not JSON, 429 too many wrong codes, 503 the database is unavailable.
"""

import json
from collections.abc import Awaitable, Callable, Mapping
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from explorer.content.lesson.field_validation import LessonError
from explorer.content.lesson.lesson_link import unpack
from explorer.rooms import Answer, EndedError, FullError, RoomStore, UnavailableError, network, parse_code
from explorer.rooms.room_state import LONGEST
from explorer.ui.join.room_polling import Watch, apart
from explorer.ui.join.student_screen_data import Screen, before_reveal, name_of
from explorer.ui.plot import assets
from explorer.ui.room import class_answers, lesson_report, membership
from explorer.ui.room.join_link import PATH, served

MOST_BYTES = 64_000
"""Maximum bytes of a request."""
_HERE = Path(__file__).parent
_HEADERS = {
    "Cache-Control": "no-cache",
    "Content-Security-Policy": "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; base-uri 'none'; form-action 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


class RefusedError(Exception):
    """A refused request: its HTTP status and the reason."""

    def __init__(self, status: int, words: str) -> None:
        super().__init__(words)
        self.status = status


def routes(base: str, rooms: Callable[[], RoomStore] = membership.store) -> list[Route]:
    """Routes for `st.App`; after this call, join links use them."""
    asks = _Asks(rooms)
    root = f"/{base.strip('/')}/{PATH}" if base.strip("/") else f"/{PATH}"
    served.set()
    found = [Route(root, _page, methods=["GET"])]
    for name, work in asks.all().items():
        found.append(Route(f"{root}/{name}", _respond(work), methods=["POST"]))
    return found


async def _page(request: Request) -> Response:
    return HTMLResponse(_html(), headers=_HEADERS)


@lru_cache(maxsize=1)
def _html() -> str:
    page = (_HERE / "join.html").read_text(encoding="utf-8")
    style = "".join((_HERE / name).read_text(encoding="utf-8") for name in ("join.css", "picture_sketch.css"))
    style = f"{class_answers.CSS}{style}{assets.HIGH_CONTRAST}"
    return page.replace("{style}", style).replace("{script}", f"app/static/{assets.file('join')}")


Body = Mapping[str, Any]


class _Asks:
    def __init__(self, rooms: Callable[[], RoomStore]) -> None:
        self._rooms, self._watch = rooms, Watch(rooms)

    def all(self) -> dict[str, Callable[[Request, Body], Awaitable[str]]]:
        """Handlers by the last part of the path."""
        students = self.seat, self.news, self.picture, self.answer, self.leave
        teachers = self.look, self.let, self.press, self.notes, self.lesson, self.results, self.end
        return {each.__name__: each for each in (*students, *teachers)}

    async def seat(self, request: Request, body: Body) -> str:
        """Take a seat for a code as typed, or return the seat that this browser held before."""
        typed, before = str(body.get("code", ""))[:LONGEST], _text(body, "seat", 40, "")
        code = parse_code(typed)
        try:
            seat = await apart(membership.seat_for, self._rooms(), code, before, _address(request), writes=True)
        except EndedError:
            raise RefusedError(404, membership.ENDED if before else membership.no_room(typed)) from None
        except FullError as error:
            raise RefusedError(403, str(error)) from None
        return json.dumps({"code": code, "seat": seat})

    async def news(self, request: Request, body: Body) -> str:
        """Long poll: return the screen once it differs from the known one."""
        code, seat = await self._mine(request, body)
        shown = await self._watch.news(code, seat, _text(body, "known", 40, ""), lambda: _wait_for_disconnect(request))
        mine, result = await apart(self._own, code, seat, shown)
        return f'{{"stamp": "{shown.stamp}", "screen": {shown.body}, "mine": {json.dumps(mine)}, "result": {result}}}'

    def _own(self, code: str, seat: str, shown: Screen) -> tuple[Answer | None, str]:
        """This seat's answer, and once it may be seen the result with it, as JSON."""
        if shown.answers is None:
            return self._rooms().answer_of(code, seat, shown.key, shown.round) if shown.key else None, "null"
        mine = shown.answers.get(seat)
        return mine, shown.result(mine)

    async def picture(self, request: Request, body: Body) -> str:
        """Sketch for a question that is answered in its picture."""
        code, _seat = await self._mine(request, body)
        found = await apart(self._rooms().picture, code, _text(body, "question", 200))
        return f'{{"picture": {found or "null"}}}'

    async def answer(self, request: Request, body: Body) -> str:
        """Take an answer to a question in its current round; it replaces an earlier one of this seat."""
        code, seat = await self._mine(request, body)
        key, round_, value = _text(body, "question", 200), body.get("round"), body.get("value")
        question = (await apart(self._rooms().room, code)).questions.get(key)
        if question is None or question.round != round_:
            raise RefusedError(409, "The class is at another question now.")
        try:
            if not await apart(self._rooms().submit_answer, code, seat, key, value, writes=True):
                raise RefusedError(409, "Too late: the class has seen this round. Wait for the next one.")
        except (ValueError, TypeError) as error:
            raise RefusedError(400, str(error)[:200]) from None
        return json.dumps({"mine": await apart(self._rooms().answer_of, code, seat, key, round_)})

    async def leave(self, request: Request, body: Body) -> str:
        """Give up this seat."""
        await apart(self._rooms().leave, *await self._mine(request, body), writes=True)
        return "{}"

    async def look(self, request: Request, body: Body) -> str:
        """Preview of the class's answers for its teacher."""
        code, _secret = await self._teacher(request, body)
        notes = await apart(self._rooms().load_notes, code)
        pressed = await apart(self._rooms().press_state, code)
        body = await apart(before_reveal, self._rooms(), code)
        return json.dumps({**body, "notes": {**notes, "plan": ""}, "pressed": pressed})

    async def let(self, request: Request, body: Body) -> str:
        """Show the class a written answer, or hide it again."""
        code, secret = await self._teacher(request, body)
        key, name, words = _text(body, "question", 200), _text(body, "id", 40), body.get("words")
        question = (await apart(self._rooms().room, code)).questions.get(key)
        written = await apart(self._rooms().answers_by_seat, code, key, question.round) if question is not None else {}
        seat = next((seat for seat in written if name_of(seat) == name), "")
        if not isinstance(words, str) or written.get(seat) != words:
            raise RefusedError(409, "These words have been changed.")
        await apart(
            self._rooms().release_text, code, secret, key, seat, words if body.get("shown") is True else "", writes=True
        )
        return "{}"

    async def press(self, request: Request, body: Body) -> str:
        """Forward a press of the teacher's button to the presenting screen."""
        code, secret = await self._teacher(request, body)
        what, key, round_ = _text(body, "button", 10), _text(body, "question", 200, ""), body.get("round")
        try:
            await apart(
                self._rooms().press, code, secret, what, key, round_ if isinstance(round_, int) else 0, writes=True
            )
        except ValueError as error:
            raise RefusedError(400, str(error)) from None
        return "{}"

    async def notes(self, request: Request, body: Body) -> str:
        """Notes of the presented step, for the teacher's phone."""
        code, secret = await self._teacher(request, body)
        if not isinstance(notes := body.get("notes"), dict):
            raise RefusedError(400, "Notes are expected as a JSON object.")
        await apart(self._rooms().save_notes, code, secret, notes, writes=True)
        return "{}"

    async def lesson(self, request: Request, body: Body) -> str:
        """The lesson that the room's laptop presents, for another device that goes on with it, however long it is."""
        from explorer.ui.teach import current_lesson, lesson_plan  # which few rooms need

        code, _secret = await self._teacher(request, body)
        plan = str((await apart(self._rooms().load_notes, code)).get("plan") or "")
        if not plan:
            raise RefusedError(409, "This lesson is too long to move. Open its file on this device, under Teach.")
        try:
            lesson = unpack(plan, current_lesson.step_pages(), most=MOST_BYTES)
        except LessonError as error:
            raise RefusedError(400, str(error)) from None
        return json.dumps({"shown": lesson_plan.presentation_data(lesson)})

    async def results(self, request: Request, body: Body) -> str:
        """The lesson's report and table as files, for the teacher's phone, before the room ends."""
        code, _secret = await self._teacher(request, body)
        day, locale = _text(body, "day", 10), _text(body, "locale", 40, "")
        try:
            files = await apart(lesson_report.files, self._rooms(), code, date.fromisoformat(day), locale)
        except ValueError:
            raise RefusedError(400, "“day” is expected as in 2026-01-31.") from None
        return json.dumps({"files": files})

    async def end(self, request: Request, body: Body) -> str:
        """End the room, which deletes everything in it."""
        await apart(self._rooms().end, *await self._teacher(request, body), writes=True)
        return "{}"

    async def _teacher(self, request: Request, body: Body) -> tuple[str, str]:
        """Code and secret of the room's teacher."""
        code, secret = _text(body, "code", 40), _text(body, "secret", 40)
        if not await apart(self._rooms().is_teacher, code, secret):
            _count_wrong(request, code)
            raise RefusedError(403, "This is for the teacher of a room that has not ended.")
        return code, secret

    async def _mine(self, request: Request, body: Body) -> tuple[str, str]:
        """Code and seat of the caller, checked against the room."""
        code, seat = _text(body, "code", 40), _text(body, "seat", 40)
        if not await apart(self._rooms().has_seat, code, seat):
            _count_wrong(request, code)
            raise RefusedError(403, "Nobody has taken this seat, or the room has ended.")
        return code, seat


def _address(request: Request) -> str:
    """The visitor's network address: uvicorn takes it from a proxy's header if the proxy is named in
    `FORWARDED_ALLOW_IPS`, or is this machine.
    """
    return network(request.client.host if request.client else None)


def _count_wrong(request: Request, code: str) -> None:
    """Count a code without a seat or a secret like one that was typed, so that it says no more.

    Raises:
        TooManyError: this address has tried too many.
    """
    address = _address(request)
    membership.stop_guessing(address, code)
    membership.wrong_codes().count(address, code)


def _text(body: Body, name: str, most: int, otherwise: str | None = None) -> str:
    text = body.get(name, otherwise)
    if not isinstance(text, str) or len(text) > most or not text.isascii():
        raise RefusedError(400, f"“{name}” is expected as at most {most} letters, digits and signs.")
    return text


async def _wait_for_disconnect(request: Request) -> None:
    """Return when the browser has closed the connection."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _respond(work: Callable[[Request, Body], Awaitable[str]]) -> Callable[[Request], Awaitable[Response]]:
    async def answer(request: Request) -> Response:
        try:
            return Response(
                await work(request, await _json_body(request)), media_type="application/json", headers=_HEADERS
            )
        except RefusedError as error:
            status, words = error.status, str(error)
        except EndedError:
            status, words = 404, membership.ENDED
        except UnavailableError as error:
            status, words = 503, str(error)
        except membership.TooManyError as error:
            status, words = 429, str(error)
        return JSONResponse({"error": words}, status, headers=_HEADERS)

    return answer


async def _json_body(request: Request) -> Body:
    """Parse the JSON of a same-origin request."""
    headers = request.headers
    site, origin = headers.get("sec-fetch-site"), headers.get("origin")
    hosts = {headers.get("host"), headers.get("x-forwarded-host")}
    if site not in ("same-origin", "none") and (site or (origin and urlsplit(origin).netloc not in hosts)):
        raise RefusedError(403, "This was asked by a page of another site.")
    if headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise RefusedError(415, "JSON is expected.")
    body = b""
    try:
        async for part in request.stream():
            body += part
            if len(body) > MOST_BYTES:
                raise RefusedError(413, f"At most {MOST_BYTES:,} bytes are expected.")
    except ClientDisconnect:  # nobody reads the answer; uncaught it would fill the log
        raise RefusedError(400, "The request has ended in its middle.") from None
    try:
        message = json.loads(body)
    except (ValueError, RecursionError):
        raise RefusedError(400, "JSON is expected.") from None
    if not isinstance(message, dict):
        raise RefusedError(400, "A JSON object is expected.")
    return message
