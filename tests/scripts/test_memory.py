"""The displayed scripts run as they stand and print the numbers of the page."""

import pytest

from explorer.memory import BUDGETS, COURSE, MODELS, Request, bill, both, reading, wider_and_deeper
from explorer.memory.measure import Allocate, Curve
from explorer.memory.precision import Quantise, results
from explorer.scripts import memory as scripts
from explorer.ui.memory import bandwidth, bits, stack, units
from explorer.ui.memory import cards as cards_view
from explorer.ui.memory import shares as shares_view
from tests.support import missing_numbers, run_script


def test_the_bill_script_prints_every_item_and_the_total():
    request = Request(30_522, 1024, batch=4, number="BF16 or FP16", output="Untied")
    printed = run_script(scripts.bill(request))
    result = bill(request)
    assert f"Total {result.total} {both(result.total)}" in printed
    assert all(f"{item.name} {item.bytes} {both(item.bytes)}" in printed for item in result.items)


def test_the_bill_script_multiplies_by_hand():
    assert "102400000 bytes by hand" in run_script(scripts.bill(Request(50_000, 512)))


@pytest.mark.parametrize(
    ("request_", "model"),
    [
        (Request(50_257, 768), "GPT-2 small"),
        (Request(30_522, 1000, 512, 3, 700, "INT4", output="Untied", optimizer="None"), None),
    ],
)
def test_the_bill_script_prints_every_number_of_the_sentence(request_, model):
    said = stack.summary(bill(request_), MODELS.get(model or ""))
    missing = missing_numbers(said, run_script(scripts.bill(request_, model)))
    assert not missing


@pytest.mark.parametrize(
    ("model", "tying"), [("GPT-2 small", shares_view.PUBLISHED), ("GPT-3", shares_view.ALL_UNTIED)]
)
def test_the_shares_script_counts_gpt2_small_by_hand_and_prints_every_number_of_the_sentence(model, tying):
    printed = run_script(scripts.shares(model, tying))
    assert printed.splitlines()[-1] == "124439808"
    shown = next(m for m in shares_view._models(tying) if m.name == model)
    assert not missing_numbers(shares_view.summary(shown), printed)
    assert str(wider_and_deeper()) in run_script(scripts.shares("GPT-3", shares_view.PUBLISHED))


@pytest.mark.parametrize("optimizer", ["None", "Adam"])
@pytest.mark.parametrize("budget", BUDGETS, ids=lambda budget: budget.sold)
def test_the_cards_script_prints_every_number_of_the_sentence(optimizer, budget):
    request = Request(50_257, 12_288, optimizer=optimizer)
    printed = run_script(scripts.cards(request, budget.bytes, f"{budget.name}, {budget.sold}"))
    assert not missing_numbers(cards_view.summary(request, budget.sold), printed)
    assert "cannot hold a row of" in run_script(scripts.cards(request, 100, "none"))


@pytest.mark.parametrize("request_", [Request(50_257, 768, batch=32, seq_len=2048), Request(9, 12, number="INT8")])
def test_the_times_script_prints_every_number_of_the_sentence(request_):
    printed = run_script(scripts.times(request_))
    assert not missing_numbers(bandwidth.summary(request_, None), printed)
    assert "15 runs" in printed and "median" in printed


def test_the_measuring_scripts_run():
    printed = run_script(scripts.curve(Curve(embed_dim=8, lookups=1024, largest=2**17)))
    assert "V =       16          512 bytes, ids evenly" in printed and "times as long" in printed
    allocated = run_script(scripts.allocated(Allocate(300, 16, "FP32")))
    assert "300 rows written: formula 19200 nbytes 19200" in allocated
    assert "19.2 kB (18.8 KiB) 19.2 kB (18.8 KiB) 100 % written, grown by" in allocated


@pytest.mark.slow
def test_the_precision_script_prints_every_number_of_the_sentence():
    printed = run_script(scripts.precision(Quantise()))
    assert "the shipped results: True" in printed
    assert not missing_numbers(bits.summary(results()), printed)


def test_the_units_script_prints_every_number_of_the_sentence():
    printed = run_script(scripts.units())
    assert (
        sum(
            line.endswith(f"it is {reading(quoted)}")
            for line, quoted in zip(printed.splitlines()[1:-1], COURSE, strict=True)
        )
        == 12
    )
    assert not missing_numbers(units.summary(), printed)
