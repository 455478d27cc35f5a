"""Claims of the Memory page, with their evidence."""

from __future__ import annotations

from explorer.claims.registry import Claim, source, tested
from explorer.memory import BANDWIDTHS, CARDS_SOURCE, MODELS, Request, bill, decimal, wider_and_deeper
from explorer.memory.quantization_error import QuantizationRequest, results
from explorer.wording import count, fixed, listed, share

_KEPT = {record.scheme: share(record.kept, 1, 3) for record in results()["Whisper"]}
_MARGIN = fixed(100 * max(record.margin for record in results()["Whisper"]), 1)
_OUTPUTS = [model.output for model in MODELS.values()]
_LARGER = [model.name for model in MODELS.values() if model.largest_matrix > model.token_table]
PRINTED = {"GPT-3": 175.0e9, "DeepSeek-V3": 671e9}
"""Parameter counts of models whose total is known only as printed in a paper."""
_PRINTED = [
    f"{name} counts {fixed(MODELS[name].parameters / 1e9, 1)} billion where the paper prints {total / 1e9:g}"
    for name, total in PRINTED.items()
]
_PAIRS = wider_and_deeper()
_ONE_HOT = bill(Request(50_257, 768, batch=32, seq_len=2048))["One-hot input"].bytes

MODEL_SOURCES = tuple(dict.fromkeys(source(model.source, model.url) for model in MODELS.values()))

CLAIMS = (
    Claim(
        "memory-bill",
        "Every size in the bill follows from V, D, L, B, T and the bytes of a number (the KV cache, shown beside it, "
        "from the layers and their key width, window and encoder too), exact to the byte and without "
        "allocating anything. The layers' parameters are not in it.",
        (
            tested("tests/memory/test_memory_estimate.py::test_the_parts_of_gpt2_small_in_training"),
            tested(
                "tests/memory/test_memory_estimate.py::test_a_table_of_ten_terabytes_is_a_number_and_allocates_nothing"
            ),
            tested(
                "tests/memory/test_memory_estimate.py::test_the_layers_parameters_are_stored_trained_and_counted_apart"
            ),
        ),
    ),
    Claim(
        "memory-one-hot",
        f"32 × 2,048 one-hot vectors over 50,257 tokens would take {decimal(_ONE_HOT)} in FP32.",
        tested("tests/memory/test_memory_estimate.py::test_one_hot_of_the_course_is_13_gigabytes"),
    ),
    Claim(
        "memory-optimizer",
        "SGD keeps nothing per weight, momentum one number, Adam two; training in fewer bits keeps a copy in FP32.",
        (
            tested("tests/memory/test_memory_estimate.py::test_optimizer_state_is_what_our_rules_keep"),
            tested("tests/memory/test_memory_estimate.py::test_fewer_bits_train_from_a_copy_in_fp32"),
            source("Kingma and Ba 2015, algorithm 1", "https://arxiv.org/abs/1412.6980"),
            source("Micikevicius et al. 2018, section 3.1", "https://arxiv.org/abs/1710.03740"),
        ),
    ),
    Claim(
        "memory-sparse",
        "A row-sparse gradient holds only the touched rows, but a tied output layer gives every row a gradient.",
        tested(
            "tests/memory/test_memory_estimate.py::"
            "test_row_sparse_gradients_hold_only_the_touched_rows_but_not_under_a_tied_output"
        ),
    ),
    Claim(
        "memory-shares",
        f"Parameters of the {count(len(MODELS), 'model')} shown are counted from their published configurations. For "
        f"{len(MODELS) - len(PRINTED)} they agree to the parameter with the released weights; of the others "
        f"{listed(_PRINTED)}.",
        (
            tested("tests/memory/test_model_catalogue.py::test_counted_parameters_are_those_of_the_released_weights"),
            tested("tests/memory/test_model_catalogue.py::test_counted_parameters_are_near_the_printed_figure"),
            *MODEL_SOURCES,
        ),
    ),
    Claim(
        "memory-gpt3",
        f"GPT-3's token table is {share(MODELS['GPT-3'].token_share)} of its parameters.",
        (
            tested(
                "tests/memory/test_model_catalogue.py::test_the_token_table_of_gpt3_is_a_third_of_a_percent_not_twenty"
            ),
            source(MODELS["GPT-3"].source, MODELS["GPT-3"].url),
        ),
    ),
    Claim(
        "memory-largest",
        f"In {len(MODELS) - len(_LARGER)} of the {len(MODELS)} models shown no matrix of the layers is larger than the "
        f"token table (not so in {listed(_LARGER)}).",
        tested(
            "tests/memory/test_model_catalogue.py::test_the_token_table_is_the_largest_matrix_of_all_models_but_t5_11b"
        ),
    ),
    Claim(
        "memory-tied",
        f"{_OUTPUTS.count('Tied')} of the {len(MODELS)} models score with their token table (tied), so their output "
        f"reads all its rows; {_OUTPUTS.count('Untied')} have an output matrix of the same size.",
        tested("tests/memory/test_model_catalogue.py::test_which_models_read_all_rows_at_their_output"),
    ),
    Claim(
        "memory-wider",
        f"In {_PAIRS.smaller} of {_PAIRS.all} pairs of the models shown the wider and deeper one has the smaller "
        "embedding share, so it is a tendency, not a law.",
        tested("tests/memory/test_model_catalogue.py::test_wider_and_deeper_is_no_law"),
    ),
    Claim(
        "memory-bandwidth",
        "A lookup moves one row per token whatever V is; bytes over bandwidth estimates its time and bounds it neither "
        "way.",
        (
            tested("tests/memory/test_memory_estimate.py::test_a_lookup_reads_a_row_per_token_whatever_the_vocabulary"),
            tested("tests/memory/test_memory_estimate.py::test_traffic_over_bandwidth_is_a_time"),
            tested("tests/memory/test_memory_estimate.py::test_bandwidths_follow_from_transfers_and_wires"),
            *(source(band.source, band.url) for band in BANDWIDTHS),
        ),
    ),
    Claim(
        "memory-shards",
        "Cut by rows, the fewest cards are used, and what a lookup sends follows from N, B·T and the bytes of a row.",
        (
            tested(
                "tests/memory/test_memory_estimate.py::test_shards_hold_all_rows_within_the_budget_with_no_card_to_spare"
            ),
            tested("tests/memory/test_memory_estimate.py::test_what_shards_send_is_what_a_played_lookup_sends"),
            source("Shoeybi et al. 2019, section 3", "https://arxiv.org/abs/1909.08053"),
            source("Modal, memory of cards by nvidia-smi", CARDS_SOURCE),
            source("Patarasuk and Yuan 2009, section 3", "https://doi.org/10.1016/j.jpdc.2008.09.002"),
        ),
    ),
    Claim(
        "memory-checked",
        "The formula equals nbytes, and the process grows by as much once every row has been written, not before.",
        tested(
            "tests/memory/test_memory_benchmarks.py::"
            "test_the_formula_is_nbytes_and_the_process_grows_by_it_once_all_pages_are_touched"
        ),
    ),
    Claim(
        "memory-caches",
        "On the machine that runs the tests, random rows of a table larger than its last cache take more than 1.5 "
        "times as long as those of a table of 64 rows. What the page says about its own server is measured there, with "
        "first runs and repeated runs kept apart.",
        (
            tested("tests/memory/test_memory_benchmarks.py::test_rows_of_a_table_beyond_the_caches_take_longer"),
            tested("tests/memory/test_memory_benchmarks.py::test_cold_and_warm_runs_are_kept_apart"),
            tested("tests/pages/test_memory.py::test_the_caches_compare_what_this_run_measured"),
        ),
    ),
    Claim(
        "memory-alone",
        "Times measured here say so if another run, such as a training, was at work on this server meanwhile.",
        (
            tested("tests/jobs/test_job_queue.py::test_runs_at_the_same_time_know_it_and_a_new_run_starts_unmarked"),
            tested("tests/ui/frame/test_job_progress.py::test_times_taken_beside_a_training_say_so"),
        ),
    ),
    Claim(
        "memory-precision",
        f"Of ten nearest neighbours in Whisper's token table FP16 keeps {_KEPT['FP16']}, INT8 with a scale per row "
        f"{_KEPT['INT8, a scale per row']}, INT4 with a scale per 32 numbers {_KEPT['INT4, a scale per 32']}; "
        f"measured on {QuantizationRequest().queries} rows drawn at random, so known to ± {_MARGIN} percentage points "
        "(95 %).",
        tested(
            "tests/memory/test_quantization_error.py::test_the_real_table_measured_again_gives_the_shipped_results_and_the_claim"
        ),
    ),
    Claim(
        "memory-units",
        "MB is 10⁶ bytes and MiB 2²⁰: a table of 50,000 × 512 FP32 numbers takes 102.4 MB, which is 97.7 MiB.",
        (
            tested("tests/test_wording.py::test_one_table_has_two_sizes_in_mb_and_in_mib"),
            source("IEC 80000-13, prefixes for binary multiples", "https://www.iso.org/standard/87648.html"),
        ),
    ),
)
