"""The displayed scripts run as they stand and print the numbers of the page."""

from explorer.memory import COURSE, MODELS, Request, bill, both, reading, shards, traffic
from explorer.memory.measure import Allocate, Curve
from explorer.memory.precision import SCHEMES, Quantise
from explorer.scripts import memory as scripts
from tests.support import run_script


def test_the_bill_script_prints_every_item_and_the_total():
    request = Request(30_522, 1024, batch=4, number="BF16 or FP16", output="Untied")
    printed = run_script(scripts.bill(request))
    result = bill(request)
    assert f"Total {result.total} {both(result.total)}" in printed
    assert all(f"{item.name} {item.bytes} {both(item.bytes)}" in printed for item in result.items)


def test_the_bill_script_multiplies_by_hand():
    assert "102400000 bytes by hand" in run_script(scripts.bill(Request(50_000, 512)))


def test_the_shares_script_counts_gpt2_small_by_hand():
    lines = run_script(scripts.shares()).splitlines()
    assert lines[-1] == "124439808"
    assert "GPT-3 617558016 174604259328 0.35% 0.37%" in lines
    assert len(lines) == len(MODELS) + 1


def test_the_cards_script_prints_what_the_page_says():
    request = Request(50_257, 12_288, optimizer="None")
    cut = shards(request, 10**9, 4 * 12_288)
    assert cut is not None
    printed = run_script(scripts.cards(request, 10**9))
    assert f"{cut.cards} cards with {cut.rows_a_card} rows each" in printed
    assert f"{cut.owners_sent} {both(cut.owners_sent)}" in printed
    assert f"{cut.sum_sent} {both(cut.sum_sent)}" in printed
    assert "cannot hold a row of 49152 bytes" in run_script(scripts.cards(request, 100))


def test_the_times_script_prints_bytes_and_times():
    request = Request(50_257, 768, batch=32, seq_len=2048)
    printed = run_script(scripts.times(request))
    assert f"65536 lookups move {traffic(request).total} bytes" in printed
    assert "DDR5-4800 module 10.5 ms" in printed and "this machine" in printed


def test_the_measuring_scripts_run():
    assert "V =       16  evenly" in run_script(scripts.curve(Curve(embed_dim=8, lookups=1024, largest=2**12)))
    assert "300 rows written: formula 19200 nbytes 19200" in run_script(scripts.allocated(Allocate(300, 16, "FP32")))


def test_the_precision_script_prints_every_scheme():
    printed = run_script(scripts.precision(Quantise(queries=20)))
    assert [line.split("  ")[0].strip() for line in printed.splitlines()] == list(SCHEMES)
    assert "38597376 bytes  error 0.00%  kept 100.0%" in printed


def test_the_units_script_prints_the_courses_table():
    printed = run_script(scripts.units()).splitlines()
    assert len(printed) == len(COURSE)
    assert all(line.endswith(f"it is {reading(quoted)}") for line, quoted in zip(printed, COURSE, strict=True))
