"""What is used of Streamlit beyond its documentation; seen in Streamlit 1.67. tiktoken's are in `explorer.tokenizers`.

Public and documented, so not here: `persist_state`, `bind`, `st.context.is_embedded`, components v2, `st.html` with
scripts, the classes `st-key-…`, the theme's custom properties `--st-…`, and the configuration in
`.streamlit/config.toml` except for the hidden option below.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from streamlit import error_util
from streamlit import logger as streamlit_logger
from streamlit.delta_generator import DeltaGenerator
from streamlit.errors import FragmentHandledException
from streamlit.navigation.page import Page

from explorer.jobs import events
from explorer.ui.undocumented import Use

SEEN = "1.67"
HIDDEN_OPTION = "runner.postScriptGC"

__all__ = [
    "HIDDEN_OPTION",
    "SEEN",
    "TEST_IDS",
    "USES",
    "DeltaGenerator",
    "Page",
    "instead_of_the_error_box",
    "log_without_words",
]

_error_box = error_util.show_uncaught_app_exception


def instead_of_the_error_box(kind: type[Exception], show: Callable[[str], object]) -> None:
    """From now on an error of this kind, wherever it ends a run or a fragment, is shown by its own text."""

    def shown(ex: BaseException) -> None:
        if isinstance(ex, FragmentHandledException):
            return  # a fragment within a fragment has shown it
        if isinstance(ex, kind):
            show(str(ex))
        else:
            _error_box(ex)

    error_util.show_uncaught_app_exception = shown


def log_without_words() -> None:
    """From now on errors are logged as `explorer.jobs.events` writes them, or, where asked for, all as its lines."""
    how = events.asked()
    if how == events.WHOLE:
        return
    if how != events.LINES:
        events.leave_out()
        # Rich, where it is installed, would write the whole error.
        _log_by(lambda ex: error_util._LOGGER.error("Uncaught", exc_info=ex), how)
        return
    events.start()
    lines = logging.root.handlers

    def set_up(logger: logging.Logger) -> None:
        logger.handlers = list(lines)

    streamlit_logger.setup_formatter = set_up  # of those that it makes later
    _log_by(lambda ex: events.tell("error", **events.raised(type(ex), ex.__traceback__)), how)


def _log_by(otherwise: Callable[[BaseException], object], how: str) -> None:
    def log(ex: BaseException) -> None:
        if not isinstance(ex, FragmentHandledException):  # the fragment within has logged what it stands for
            events.log(ex, otherwise, how)

    error_util._log_uncaught_app_exception = log


TEST_IDS = {
    "stApp": "its data-test-script-state says whether a run is under way; printing and waiting tests need it",
    "stAlert": "a page that says what is wrong instead of being drawn: the first words give way to it",
    "stAppViewContainer": "printing: lets the page grow beyond the screen",
    "stBaseButton-primary": "text of the main button, whose contrast is too low in the dark theme",
    "stBaseButton-secondary": "text of a button that can't be pressed now, whose contrast is too low",
    "stBidiComponentRegular": "printing: no page break within a chart",
    "stButtonGroup": "choices side by side go on in a second line in presenter mode and on a phone",
    "stCaptionContainer": "captions at full contrast and a readable size",
    "stCheckbox": "a switch's words go on in a second line in presenter mode",
    "stCode": "colours of code with enough contrast",
    "stColumn": "on a phone the switch of presenter mode takes no line of its own",
    "stElementContainer": "the line with a page's place on the chain: its margin; hidden on the path and on paper",
    "stException": "as stAlert, where an error ended the run",
    "stExpandSidebarButton": "hidden with the sidebar",
    "stHeader": "hidden in presenter mode, in frames and on paper",
    "stHeading": "a heading's distance from what it is the heading of",
    "stHorizontalBlock": "on the path the line of title and switch gives its place to the step's words",
    "stLayoutWrapper": "on a phone, in a frame and in presenter mode the picture comes before the controls",
    "stMain": "what stands beside the sidebar",
    "stMainBlockContainer": "width and margins of the page",
    "stMarkdown": "text sizes in presenter mode and in the guide",
    "stMarkdownContainer": "a heading's distance from what it is the heading of",
    "stPageLink": "links to neighbouring pages may wrap",
    "stPopoverBody": "text size in presenter mode of what opens above the page",
    "stRadio": "a question is the largest text in presenter mode",
    "stRadioGroup": "and its answers take no more height than they need",
    "stSidebar": "hidden in presenter mode, in frames, on the path and on paper; closed by room.js",
    "stSidebarCollapseButton": "on a phone it closes the sidebar in which a room's code was typed",
    "stSlider": "on a phone a slider stands right below the picture that it changes",
    "stSliderThumbValue": "text size in presenter mode",
    "stSliderTickBar": "the ends of a slider's scale at a readable size",
    "stText": "long plain text wraps",
    "stTextInput": "on a phone a field for words is as wide as the screen",
    "stToolbar": "hidden on paper",
    "stVerticalBlock": "less space between parts in a frame",
    "stWidgetLabel": "text size in presenter mode",
}
"""Values of `data-testid` in our CSS and JavaScript: Streamlit's tests use them; nothing promises that they stay."""

_CSS = ("explorer/ui/frame/style.py", "explorer/ui/frame/guide/style.py", "explorer/ui/frame/guide/guide.js")
_SHELL = "explorer/serve/undocumented.py"

USES = (
    Use(
        "data-testid, the name of an element in Streamlit's own tests",
        "Streamlit's CSS classes change with each build; presenter mode, frames and printing need names.",
        (
            *_CSS,
            "explorer/serve/first.js",
            "explorer/ui/frame/address.js",
            "explorer/ui/frame/lesson/__init__.py",
            "explorer/ui/frame/order.py",
            "explorer/ui/plot/js/fill.js",
            "explorer/ui/home/chain.py",
            "explorer/ui/check/questions.py",
            "explorer/ui/room/bars.py",
            "explorer/ui/room/offer.js",
            "explorer/ui/room/room.js",
            "explorer/ui/room/sight.js",
            "explorer/ui/teach/guard.js",
        ),
        "tests/ui/undocumented/test_of_streamlit.py::test_every_name_is_in_streamlits_own_files",
        sign="data-testid",
        ours=r"data-testid",
    ),
    Use(
        "data-test-script-state of the app's element is notRunning when nothing runs",
        "A changed address is reported, to the guide and to the line of presenter mode, only when the page is calm; a "
        "handout waits for each picture, and browser tests wait for it.",
        ("explorer/ui/frame/address.js", "explorer/ui/teach/handout.js"),
        "tests/browser/guide/test_walked.py",
        sign="data-test-script-state",
        ours=r"data-test-script-state",
    ),
    Use(
        "data-tag, the attribute of a chosen entry in a multiple choice",
        "White on the dark theme's light blue has a contrast of 2.4.",
        ("explorer/ui/frame/style.py",),
        "tests/browser/test_parts.py",
        sign="[data-tag]",
        ours=r"\[data-tag\]",
    ),
    Use(
        "the classes of KaTeX and of the code's colours",
        "An index in a formula would be under 12 pixels, and comments in code too faint.",
        ("explorer/ui/frame/style.py",),
        "tests/browser/test_parts.py",
        sign="katex",
        ours=r"\.katex|\.token\.",
    ),
    Use(
        "the script of Streamlit's page lies below /static/js/, and static/ of the app below /app/static/",
        "A component asks the server for its module wherever the app is mounted; nothing else says where that is.",
        ("explorer/ui/plot/js/streamlit.js", "explorer/ui/plot/assets.py", _SHELL),
        "tests/ui/undocumented/test_of_streamlit.py::test_the_page_loads_its_script_from_static_js",
        ours=r"/static/js/",
    ),
    Use(
        "the form of its index.html, and the names of its scripts and fonts before their hash",
        "Words stand there while its JavaScript loads, and it names the files that are asked for later.",
        (_SHELL,),
        "tests/serve/test_undocumented.py::test_streamlits_page_has_the_form_that_is_known",
        ours=r"<title>Streamlit</title>",
    ),
    Use(
        "window.__streamlit.BACKEND_BASE_URL says where the server is",
        "Otherwise a page asks below its own address first, and waits for the refusal before it asks at the root.",
        (_SHELL,),
        "tests/browser/test_first.py::test_a_page_asks_for_its_server_where_it_is",
        sign="BACKEND_BASE_URL",
        ours=r"BACKEND_BASE_URL",
    ),
    Use(
        "the theme that a visitor has chosen lies in localStorage under stActiveTheme-<path>-v2",
        "The first words would be white for somebody who chose dark.",
        ("explorer/serve/first.js",),
        "tests/browser/test_first.py::test_the_first_words_have_the_colours_that_were_chosen",
        sign="stActiveTheme-",
        ours=r"stActiveTheme",
    ),
    Use(
        "up to three entries in the browser's history for one change of page, by history.pushState",
        "One press of Back would leave a third of a page.",
        ("explorer/ui/frame/history.js", "explorer/serve/first.js"),  # the second before Streamlit has begun
        "tests/browser/test_navigation.py::test_one_press_of_back_or_forward_is_one_page_with_its_values",
        sign="window.history.pushState",
        ours=r"history\.(push|replace)State",
    ),
    Use(
        "a field's value is read by React when it hears an event, and a lone surrogate ends the connection",
        "Half an emoji would leave the page waiting for ever, so it is repaired by the setter that React ignores.",
        ("explorer/ui/tokens/mend.js",),
        "tests/browser/test_tokens.py::test_half_an_emoji_typed_is_mended_before_it_stops_the_page",
        ours=r"getOwnPropertyDescriptor",
    ),
    Use(
        "a folder pages/ beside app.py makes a fresh server run the page of a deep link alone, without app.py",
        "A link would open a page without navigation, beside a sidebar of its own width. The server passes the folder "
        "over; where app.py is run as a plain script, every page builds the navigation and asks for a second run.",
        ("explorer/ui/undocumented/folder.py", "explorer/ui/frame/navigation.py"),
        "tests/ui/undocumented/test_of_streamlit.py::test_a_folder_of_pages_is_still_seen_before_app_py",
        ours=r"^_built: ",
    ),
    Use(
        f"the hidden option {HIDDEN_OPTION}",
        "By default a full garbage collection holds the interpreter for 35 to 50 ms after every rerun.",
        (".streamlit/config.toml",),
        "tests/ui/undocumented/test_of_streamlit.py::test_the_hidden_option_is_there",
    ),
    Use(
        "the classes Page and DeltaGenerator, as types only",
        "Signatures name what st.navigation and st.container return.",
        ("explorer/ui/undocumented/of_streamlit.py", "explorer/ui/undocumented/sessions.py"),
        "tests/ui/undocumented/test_of_streamlit.py::test_the_types_are_what_streamlit_returns",
        ours=r"^from streamlit\.",
    ),
    Use(
        "a running session can be told to run again, and knows its widgets with their keys and bindings",
        "In a room sixty browsers follow the teacher; each asking every second would cost half a core.",
        (
            "explorer/ui/undocumented/sessions.py",
            "explorer/ui/undocumented/unreadable.py",
            "explorer/ui/undocumented/lookups.py",
        ),
        "tests/browser/test_room.py",
        ours=r"\._session_mgr|\._client_state|\._key_id_mapper|\._new_widget_state",
    ),
    Use(
        "ScriptRunner._run_script, which runs the script once",
        "Runs are counted for Prometheus, and may be let in a few at a time when a hundred come at once.",
        ("explorer/ui/undocumented/run_limit.py",),
        "tests/ui/undocumented/test_run_limit.py::test_streamlit_still_has_the_method_that_is_wrapped",
        ours=r"_run_script",
    ),
    Use(
        "AppSession._on_scriptrunner_event and ScriptRunner._enqueue_forward_msg, called with each element of a run",
        "Each call wakes the server's event loop: forty times per run. Handed over together, a run costs a tenth less.",
        ("explorer/ui/undocumented/together.py",),
        "tests/ui/undocumented/test_together.py::test_streamlit_still_has_the_methods_that_are_used",
        ours=r"_on_scriptrunner_event|_call_soon_on_event_loop|_create_scriptrunner|_clear_queue|_enqueue_forward_msg",
    ),
    Use(
        "ScriptRunner.start, which begins the thread of a run, and _started of Python's threads",
        "The server's loop would wait until the run has begun, on one core mostly until it has ended; and each new "
        "thread costs a twentieth of a change.",
        ("explorer/ui/undocumented/starting.py",),
        "tests/ui/undocumented/test_starting.py::test_streamlit_starts_a_run_as_it_did",
        ours=r"_run_script_thread|\._started\b",
    ),
    Use(
        "Runtime._enqueued_some_message, AppSession.flush_browser_queue and on_flushed_messages_sent, "
        "StarletteSessionClient.write_forward_msg, and uvicorn's connection_made and run_asgi",
        "Each element costs two calls of the system, a turn of the event loop and the way through two queues and five "
        "layers; in one go a run costs a sixth less.",
        ("explorer/ui/undocumented/sending.py",),
        "tests/ui/undocumented/test_sending.py::test_streamlit_and_uvicorn_still_have_what_is_wrapped",
        ours=r"_enqueued_some_message|flush_browser_queue|on_flushed_m|connection_made|write_forward_msg|run_asgi",
    ),
    Use(
        "WebSocketsSansIOProtocol.keepalive_timeout and shutdown of uvicorn, and the store of sessions that have ended",
        "Whoever never reads would keep a line and a server from ending, and the last 128 visitors their sessions.",
        ("explorer/ui/undocumented/leaving.py",),
        "tests/ui/undocumented/test_leaving.py::test_streamlit_and_uvicorn_still_have_what_is_used",
        ours=r"keepalive_timeout|_session_storage",
    ),
    Use(
        "ScriptRunner._maybe_handle_execution_control_request, and how places on a page are copied",
        "Asked two hundred times per run whether to stop, and copied with each fragment: a tenth of a run.",
        ("explorer/ui/undocumented/shortcuts.py", "explorer/ui/undocumented/together.py"),
        "tests/ui/undocumented/test_shortcuts.py::test_streamlit_still_has_what_is_shortened",
        ours=r"_maybe_handle_execution_control_request|__deepcopy__",
    ),
    Use(
        "clean_text, _html_only_style_tags and calc_hash, as elements import them, and populate_hash_if_needed",
        "Long searches of each text for what it seldom has, copies, hashes that nobody reads: a tenth of a map's run.",
        ("explorer/ui/undocumented/messages.py",),
        "tests/ui/undocumented/test_messages.py::test_streamlit_still_has_what_is_shortened",
        ours=r"clean_text|_html_only_style_tags|mounting\.calc_hash|populate_hash_if_needed",
    ),
    Use(
        "AppSession._create_new_session_message, which tells the browser theme, settings and pages with each run",
        "Gathered from all options and pages each time: a sixth of an empty page's run.",
        ("explorer/ui/undocumented/beginning.py",),
        "tests/ui/undocumented/test_beginning.py::test_streamlit_still_has_what_is_wrapped",
        ours=r"_create_new_session_message|_populate_app_pages|_set_run_identity",
    ),
    Use(
        "gather_metrics, the function around each command that counts it, and what it wraps",
        "Sixty times a run it looks at the clock twice and finds that nobody counts.",
        ("explorer/ui/undocumented/uncounted.py",),
        "tests/ui/undocumented/test_uncounted.py::test_streamlit_still_counts_by_one_function",
        ours=r"gather_metrics",
    ),
    Use(
        "ScriptRunner._run_script, with the page and the address in the session's keeping",
        "A press that comes when the teacher has taken the class to another page would leave a white page.",
        ("explorer/ui/undocumented/late.py",),
        "tests/ui/undocumented/test_late.py::test_streamlit_still_has_what_is_used",
        ours=r"current_page_script_hash",
    ),
    Use(
        "AppSession._handle_rerun_script_request and SessionState._seed_widget_from_url, and known widgets' readers",
        "A forged value would raise in the script, at this run and at every later one of that session.",
        ("explorer/ui/undocumented/unreadable.py",),
        "tests/ui/undocumented/test_unreadable.py::test_streamlit_still_has_the_method_that_is_wrapped",
        ours=r"_handle_rerun_script_request|unpack_widget_state_value|_seed_widget_from_url|_clear_url_param",
    ),
    Use(
        "MemoryUploadedFileManager.add_file, and what it keeps",
        "One visitor could send files without end: each stays until the session ends.",
        ("explorer/ui/undocumented/uploads.py",),
        "tests/ui/undocumented/test_uploads.py::test_streamlit_still_has_the_method_that_is_wrapped",
        ours=r"MemoryUploadedFileManager|file_storage",
    ),
    Use(
        "SafeSessionState.filtered_state, the presenter of a component's value, and QueryParamsProxy.get",
        "All values are gathered to ask for one, and a class is made to read a component's: a sixth of a run.",
        ("explorer/ui/undocumented/lookups.py",),
        "tests/ui/undocumented/test_lookups.py::test_streamlit_still_has_the_names_that_are_wrapped",
        ours=r"filtered_state|make_bidi_component_presenter|QueryParamsProxy",
    ),
    Use(
        "error_util.show_uncaught_app_exception, which draws the error box",
        "A damaged shipped file can be met in any part, also in a fragment; its name must be on the screen.",
        ("explorer/ui/undocumented/of_streamlit.py",),
        "tests/ui/undocumented/test_of_streamlit.py::test_a_damaged_file_is_named_instead_of_the_error_box",
        ours=r"error_util",
    ),
    Use(
        "error_util._log_uncaught_app_exception and logger.setup_formatter, by which it writes its log",
        "A traceback holds values, which may be a visitor's words; none may be in the log.",
        ("explorer/ui/undocumented/of_streamlit.py",),
        "tests/jobs/test_events.py::test_a_server_writes_no_words_of_a_visitors",
        ours=r"_log_uncaught|setup_formatter",
    ),
    Use(
        "the messages of Streamlit's WebSocket",
        "A health check must see that a page renders, not only that the port answers; load is measured by them.",
        (
            "tools/health.py",
            "benchmarks/crowd.py",
            "benchmarks/visitor.py",
        ),
        "tests/tools/test_health.py",
    ),
)
