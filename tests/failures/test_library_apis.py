"""What libraries do, as it was recorded and as they do it here."""

import importlib.metadata
import math

import pytest

from explorer.failures import library_apis
from explorer.failures.case_catalogue import CASES
from explorer.failures.failure_case import RIGHT, STOPS, WRONG, run_in_library
from explorer.failures.library_api_results import ASPECTS, LONGEST, differences, facts, lines, measure, recorded
from explorer.failures.library_apis import CORE, LIBRARY_APIS, ROWS, RUN, WIDTH, find_api
from explorer.failures.mistakes_in_libraries import JAX, RECORDED, TORCH
from explorer.failures.mistakes_in_libraries import recorded as recorded_mistakes_in_libraries
from explorer.ui.failures.failure_case import library_result
from explorer.views import failures as views
from tests.support import run_script


@pytest.mark.parametrize("name", [api.name for api in RUN if api.name != CORE])
def test_what_was_recorded_is_what_the_library_does(name: str) -> None:
    api, kept = find_api(name), recorded()[name]
    pytest.importorskip(api.package)
    if importlib.metadata.version(api.package) != kept["version"]:
        pytest.skip(f"recorded with {api.package} {kept['version']}: record again")
    assert measure(api) == kept["facts"]


def test_every_library_has_every_line_and_where_it_is_from() -> None:
    assert set(recorded()) == {api.name for api in RUN} - {CORE}
    for api in LIBRARY_APIS:
        found = facts(api.name)
        assert set(lines(api.name)) == {*ASPECTS, "drawn from", "positions", "sinusoids"}
        assert all(found.by_aspect.values())
        assert bool(api.source) == bool(api.read) == (not api.package)


def test_the_core_by_hand() -> None:
    core = measure(find_api(CORE))
    # Xavier's uniform numbers up to b = √(6/(V+D)) spread by b/√3; V = 1,000 and D = 64.
    assert float(core["spread at the start"]) == pytest.approx(math.sqrt(6 / 1064) / math.sqrt(3), abs=1e-3)
    assert core["the table's name"] == "weight" and core["its shape"] == "(V, D)"
    assert core["row of a padding id"] == "zeros" and core["its numbers are"] == "float32"
    assert core["id 10 of 10 rows"].startswith("TokenIdError") and core["id −1"].startswith("TokenIdError")
    assert core["id 1.7"].startswith("TokenIdError")


def test_what_the_recorded_ones_do_with_odd_ids() -> None:
    assert recorded()["PyTorch"]["facts"]["id 10 of 10 rows"] == "IndexError: index out of range in self"
    assert recorded()["Flax nnx"]["facts"]["id 10 of 10 rows"] == "not-a-numbers (NaN), no message"
    assert recorded()["Equinox"]["facts"]["id 10 of 10 rows"] == "row 9, no message"
    assert recorded()["TensorWeaver"]["facts"]["id −1"] == "row 9, no message"
    assert recorded()["TensorWeaver"]["facts"]["its numbers are"] == "float64"
    assert recorded()["Hugging Face GPT-2"]["facts"]["spread at the start"] == "0.02"


def test_a_message_that_is_cut_ends_with_dots() -> None:
    said = recorded()["PyTorch"]["facts"]["id 1.7"]
    assert said.endswith("scalar types: Long…") and len(said) > LONGEST


def test_differences_are_the_lines_that_differ() -> None:
    assert differences(CORE, CORE) == []
    found = {aspect: (left, right) for aspect, left, right in differences("PyTorch", "Hugging Face GPT-2")}
    assert found["spread at the start"] == ("1", "0.02") and "its shape" not in found
    assert found["row of a padding id"] == ("zeros", "has none")


def test_the_cores_program_runs() -> None:
    assert run_script(find_api(CORE).snippet()).strip() == "(1, 3, 4)"


@pytest.mark.parametrize("api", LIBRARY_APIS, ids=lambda api: api.name)
def test_every_program_compiles(api: library_apis.LibraryApi) -> None:
    compile(api.snippet(), api.name, "exec")
    assert api.make.format(V=10, D=4) in api.snippet()


def test_spreads_follow_the_size_of_the_table() -> None:
    # At 1,000 × 64 GPT-2's 0.02 is the least; at GPT-2's own size √(2 / 51,025) is. 1 / √64 is drawn as it is.
    assert "least in Hugging Face GPT-2 (0.02)" in views.library_apis().sentence
    assert "least in this core and TinyTorch (0.00626)" in views.library_apis(vocab_size=50_257, embed_dim=768).sentence
    assert 0.125 in views.library_apis().spec.to_dict()["data"][0]["x"]
    assert "spread at the start" not in {aspect for aspect, _, _ in differences(CORE, "TinyTorch")}


def compare(library: str, package: str) -> None:
    version = importlib.metadata.version(package)
    for case in CASES:
        kept = recorded_mistakes_in_libraries()[case.name][library]
        if version != kept.version:
            pytest.skip(f"recorded with {package} {kept.version}, installed is {version}: record again")
        outcome, verdict = run_in_library(case.elsewhere[library])
        assert (case.name, verdict, outcome.message, outcome.printed) == (
            case.name,
            kept.verdict,
            kept.message,
            kept.printed,
        )


def test_pytorch_still_does_what_was_recorded() -> None:
    pytest.importorskip("torch")
    compare(TORCH, "torch")


def test_jax_still_does_what_was_recorded() -> None:
    pytest.importorskip("jax")
    compare(JAX, "jax")


def test_every_case_is_recorded_for_both() -> None:
    assert set(recorded_mistakes_in_libraries()) == {case.name for case in CASES}
    for libraries in recorded_mistakes_in_libraries().values():
        assert set(libraries) == set(RECORDED)
        for kept in libraries.values():
            assert kept.verdict in (STOPS, WRONG, RIGHT)
            assert bool(kept.message) == (kept.verdict == STOPS)


# As recorded: "s" raises, "w" runs and is wrong, "r" runs and is right; PyTorch, then JAX.
VERDICTS = {
    "Index out of range": "sw",
    "Sequence too long": "sw",
    "Widths that don't match": "ss",
    "2D where 3D is expected": "rr",
    "Negative ids wrap": "sw",
    "Fractions cut to ids": "ss",
    "A gradient that gets lost": "wr",
}


def test_the_verdicts_that_were_recorded() -> None:
    letters = {STOPS: "s", WRONG: "w", RIGHT: "r"}
    for case, libraries in recorded_mistakes_in_libraries().items():
        told = "".join(letters[libraries[library].verdict] for library in (TORCH, JAX))
        assert told == VERDICTS.get(case, "ww"), case
        assert all(bool(kept.message) == (kept.verdict == STOPS) for kept in libraries.values())


def test_jax_takes_the_last_row() -> None:
    kept = recorded_mistakes_in_libraries()["Index out of range"][JAX]
    assert (kept.verdict, kept.printed) == (WRONG, ("[15496. 49999.]",))
    assert (
        recorded_mistakes_in_libraries()["Index out of range"][TORCH].message
        == "IndexError: index out of range in self"
    )


def test_numpy_and_the_core_run_here() -> None:
    found = {library: [library_result(case.name, library)[0] for case in CASES] for library in ("NumPy", "this core")}
    assert {library: verdicts.count(STOPS) for library, verdicts in found.items()} == {"NumPy": 3, "this core": 7}
    lost = [case.name for case in CASES].index("A gradient that gets lost")
    assert [verdicts[lost] for verdicts in found.values()] == [WRONG, RIGHT]


@pytest.mark.parametrize("api", RUN, ids=lambda api: api.name)
def test_the_measured_spread_is_that_of_the_words(api: library_apis.LibraryApi) -> None:
    found = measure(api) if api.name == CORE else recorded()[api.name]["facts"]
    assert float(found["spread at the start"]) == pytest.approx(api.spread(ROWS, WIDTH), rel=0.05)


def test_a_normal_cut_at_three_spreads_a_little_less() -> None:
    # Var of N(0, 1) cut at ±c: 1 − 2 c φ(c) / (2 Φ(c) − 1), here with c = 3.
    density = math.exp(-4.5) / math.sqrt(2 * math.pi)
    spread = math.sqrt(1 - 6 * density / math.erf(3 / math.sqrt(2)))
    assert spread == pytest.approx(find_api("CS336, assignment 1").spread(10, 10), abs=1e-3)
