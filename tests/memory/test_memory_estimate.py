import re
import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.memory import (
    FORMATS,
    MODELS,
    OPTIMIZERS,
    OUTPUTS,
    POSITIONS,
    BillRequest,
    bill,
    layers_bytes,
    shards,
    traffic,
)
from explorer.memory.hardware import BANDWIDTHS, BUDGETS
from explorer.memory.memory_estimate import GRADIENTS

sizes = st.integers(1, 10**7)
requests = st.builds(
    BillRequest,
    sizes,
    st.integers(1, 65_536),
    sizes,
    st.integers(1, 10_000),
    st.integers(1, 10**6),
    st.sampled_from(list(FORMATS)),
    st.sampled_from(POSITIONS),
    st.sampled_from(OUTPUTS),
    st.sampled_from(list(OPTIMIZERS)),
    st.sampled_from(GRADIENTS),
)


def test_the_parts_of_gpt2_small_in_training():
    b = bill(BillRequest(50_257, 768))
    V, L, D, N = 50_257, 1024, 768, 8 * 1024
    assert b["Token table"].bytes == V * D * 4
    assert b["Position table"].bytes == L * D * 4
    assert b["Output layer"].bytes == 0
    assert b["Gradients"].bytes == (V + L) * D * 4
    assert b["Optimizer state"].bytes == 2 * (V + L) * D * 4
    assert b["Activations"].bytes == N * (D * 4 + 8)
    assert b["Logits"].bytes == N * V * 4
    assert b["Gradients of activations and logits"].bytes == N * (D + V) * 4
    assert b["KV cache"].bytes == 2 * 12 * N * 768 * 4
    assert b.parameters == 38_597_376 + 786_432
    assert b.total == sum(item.bytes for item in b.items[:8])


def test_one_hot_of_the_course_is_13_gigabytes():
    b = bill(BillRequest(50_257, 768, batch=32, seq_len=2048))
    assert round(b["One-hot input"].bytes / 1e9, 1) == 13.2
    assert b["One-hot input"].bytes == 32 * 2048 * 50_257 * 4 == 13_174_571_008
    assert not b["One-hot input"].counts


def test_a_table_of_ten_terabytes_is_a_number_and_allocates_nothing():
    tracemalloc.start()
    try:
        b = bill(BillRequest(10**10, 65_536, 10**7, 10**5, 10**6, output="Untied"))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert b["Token table"].bytes == 10**10 * 65_536 * 4
    assert b["One-hot input"].bytes == 10**5 * 10**6 * 10**10 * 4
    assert peak < 100_000


@pytest.mark.parametrize(("name", "bits"), [("FP32", 32), ("BF16 or FP16", 16), ("INT8", 8), ("INT4", 4)])
@pytest.mark.parametrize("width", [1, 2, 31, 32, 33, 768])
def test_row_bytes_are_those_of_the_arrays_one_would_store(name, bits, width):
    scales = {"INT8": 1, "INT4": len(range(0, width, 32))}.get(name, 0)
    packed = np.packbits(np.zeros(width * bits, np.uint8))
    assert FORMATS[name].row_bytes(width) == packed.nbytes + np.zeros(scales, np.float16).nbytes


@pytest.mark.parametrize(("optimizer", "copies"), [("None", 0), ("SGD", 0), ("Momentum", 1), ("Adam", 2)])
def test_optimizer_state_is_what_our_rules_keep(optimizer, copies):
    b = bill(BillRequest(1000, 16, positions="None", optimizer=optimizer))
    assert b["Optimizer state"].bytes == copies * 1000 * 16 * 4
    assert (b["Gradients"].bytes == 0) == (optimizer == "None")


def test_fewer_bits_train_from_a_copy_in_fp32():
    b = bill(BillRequest(1000, 16, positions="None", number="BF16 or FP16", optimizer="SGD"))
    assert b["Optimizer state"].bytes == 1000 * 16 * 4
    assert b["Gradients"].bytes == 1000 * 16 * 2


def test_row_sparse_gradients_hold_only_the_touched_rows_but_not_under_a_tied_output():
    r = BillRequest(50_000, 64, batch=2, seq_len=100, positions="None", output="None", gradients="Row-sparse")
    assert bill(r)["Gradients"].bytes == 200 * (64 * 4 + 8)
    assert bill(r.with_(vocab_size=50))["Gradients"].bytes == 50 * (64 * 4 + 8)
    assert bill(r.with_(output="Tied"))["Gradients"].bytes == 50_000 * 64 * 4
    assert bill(r.with_(output="Untied"))["Gradients"].bytes == 50_000 * 64 * 4 + 200 * (64 * 4 + 8)


def test_learned_positions_cost_a_table_and_sinusoids_nothing():
    learned = bill(BillRequest(1000, 512, 2048))
    assert learned["Position table"].bytes == 2048 * 512 * 4 == 4_194_304
    assert bill(BillRequest(1000, 512, 2048, positions="Sinusoidal"))["Position table"].bytes == 0


@given(requests)
def test_doubling_the_width_doubles_the_table_in_whole_formats(request):
    if request.number in ("FP32", "BF16 or FP16"):
        wide = request.with_(embed_dim=2 * request.embed_dim)
        assert bill(wide)["Token table"].bytes == 2 * bill(request)["Token table"].bytes


@given(requests)
def test_the_bill_adds_up_and_nothing_is_negative(request):
    b = bill(request)
    assert all(isinstance(item.bytes, int) and item.bytes >= 0 for item in b.items)
    assert b.total == sum(item.bytes for item in b.items if item.counts) > 0


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"vocab_size": 0}, "vocab_size must be a whole number of at least 1, got 0"),
        ({"embed_dim": 1.5}, "embed_dim must be a whole number of at least 1, got 1.5"),
        ({"batch": True}, "batch must be a whole number"),
        ({"number": "FP8"}, "number must be one of FP32, BF16 or FP16, INT8, INT4, got 'FP8'"),
        ({"optimizer": "Lion"}, "optimizer must be one of None, SGD, Momentum, Adam, got 'Lion'"),
    ],
)
def test_wrong_requests_say_what_is_wrong(change, message):
    with pytest.raises(ValueError, match=message):
        BillRequest(**{"vocab_size": 10, "embed_dim": 4, **change})


def test_a_lookup_reads_a_row_per_token_whatever_the_vocabulary():
    small, large = (traffic(BillRequest(V, 768, batch=1, seq_len=2048)) for V in (1000, 10**9))
    assert small == large
    assert small.lookups * 768 * 4 == 6_291_456
    assert traffic(BillRequest(50_257, 12_288)).read_per_token - 8 == 48 * 1024
    assert traffic(BillRequest(50_257, 768, batch=32, seq_len=2048)).lookups == 65_536


@pytest.mark.parametrize(("number", "read", "written"), [("INT8", 768 + 2, 2), ("INT4", 384 + 24 * 2, 2)])
def test_integers_are_read_with_their_scales_and_written_as_the_16_bits_that_they_become(number, read, written):
    """One multiplication per number, integer × scale, for 2 or more bytes moved."""
    moved = traffic(BillRequest(50_257, 768, batch=32, seq_len=2048, number=number))
    assert (moved.read_per_token, moved.written_per_token) == (read + 8, 768 * written)
    assert (moved.read_per_token + moved.written_per_token) / 768 > 2


def test_traffic_over_bandwidth_is_a_time():
    t = traffic(BillRequest(50_257, 768, batch=32, seq_len=2048))
    assert t.total == 65_536 * (3080 + 3072)
    assert [band.bytes_per_second for band in BANDWIDTHS] == [38_400_000_000, 819_200_000_000, 3_350_000_000_000]
    assert t.seconds(BANDWIDTHS[0].bytes_per_second) == pytest.approx(0.0105, rel=0.01)


def test_bandwidths_follow_from_transfers_and_wires():
    module, stack, card = BANDWIDTHS
    transfers = int(re.fullmatch(r"laptop \(DDR5-(\d+)\)", module.name)[1])
    assert module.bytes_per_second == transfers * 10**6 * 8
    assert module.how.startswith(f"{transfers:,} million transfers")
    assert stack.bytes_per_second // 10**9 == 819  # JEDEC prints 819 GB/s
    # Five stacks of 16 GB make the card; its pins run a little below the standard's 6.4 Gbit/s.
    assert 4 * stack.bytes_per_second < card.bytes_per_second < 5 * stack.bytes_per_second


@given(requests, st.integers(1, 10**12))
def test_shards_hold_all_rows_within_the_budget_with_no_card_to_spare(request, budget):
    row = request.format.row_bytes(request.embed_dim)
    cut = shards(request, budget, row)
    if cut is None:
        assert row > budget
        return
    assert cut.rows_per_card * row <= budget
    assert cut.cards * cut.rows_per_card >= request.vocab_size
    assert (cut.cards - 1) * (budget // row) < request.vocab_size
    assert (cut.owners_sent == 0) == (cut.cards == 1) == (cut.sum_sent == 0)


@given(st.integers(2, 6), st.integers(1, 5), st.sampled_from(["FP32", "INT8"]))
def test_what_shards_send_is_what_a_played_lookup_sends(cards, tokens_each, number):
    """Every card looks up one token from each owner, `tokens_each` times; every byte sent is counted."""
    rows_each, width = 7, 5
    request = BillRequest(cards * rows_each, width, batch=cards, seq_len=cards * tokens_each, number=number)
    vector = width * request.format.computes_in
    cut = shards(request, rows_each * 10, 10)
    assert (cut.cards, cut.rows_per_card) == (cards, rows_each)
    fetched = 0
    for card in range(cards):
        for owner in [other for other in range(cards) for _ in range(tokens_each)]:
            if owner != card:
                fetched += 8 + vector  # the id goes there, the vector comes back
    assert cut.owners_sent == fetched
    # A ring: the result is cut into N pieces; in each of 2 (N − 1) rounds every card sends one piece on.
    result = request.tokens * vector
    assert cut.sum_sent == sum(result / cards for _ in range(2 * (cards - 1)) for _ in range(cards))


def test_memory_sold_in_gb_is_made_in_powers_of_two_or_near():
    held = {budget.sold: budget.bytes for budget in BUDGETS}
    # What their drivers report: 23,034 and 81,559 MiB.
    assert held["24 GB"] == 23_034 * 2**20 == 24_152_899_584
    assert held["80 GB"] == 81_559 * 2**20 == 85_520_809_984
    assert (held["8 GB"], held["16 GB"]) == (8_589_934_592, 17_179_869_184)


def test_the_layers_parameters_are_stored_trained_and_counted_apart():
    gpt3 = MODELS["GPT-3"]
    r = BillRequest(gpt3.vocab_size, gpt3.embed_dim, gpt3.context, 32, 2048)
    # FP32: the number, its gradient, and Adam's two.
    assert layers_bytes(gpt3.others, r) == 16 * gpt3.others
    assert layers_bytes(gpt3.others, r.with_(optimizer="None", number="BF16 or FP16")) == 2 * gpt3.others
    # In 16 bits: the number, its gradient, a copy in FP32, Adam's two.
    assert layers_bytes(gpt3.others, r.with_(number="BF16 or FP16")) == (2 + 2 + 4 + 8) * gpt3.others
    assert layers_bytes(gpt3.others, r.with_(optimizer="SGD", number="INT4")) == -(
        -gpt3.others * (12_288 // 2 + 2 * 384) // 12_288
    ) + gpt3.others * (2 + 4)
    # A former bug: the table's bytes alone would fit on a card, the whole model doesn't.
    used = r.with_(optimizer="None")
    assert bill(used).total < BUDGETS[-1].bytes < bill(used).total + layers_bytes(gpt3.others, used)


def test_used_and_not_trained_there_are_no_gradients_of_any_kind():
    b = bill(BillRequest(1000, 16, optimizer="None"))
    assert b["Gradients"].bytes == b["Gradients of activations and logits"].bytes == b["Optimizer state"].bytes == 0
