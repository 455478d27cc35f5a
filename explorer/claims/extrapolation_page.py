"""Claims of the Extrapolation page, with their evidence."""

from explorer.claims.registry import Claim, source, tested

_ALIBI = "https://arxiv.org/abs/2108.12409"
_FINDINGS = "tests/training/test_findings.py"
_ABLATIONS = "tests/training/ablations/test_loss_rises.py"

CLAIMS = (
    Claim(
        "x-no-row",
        "A learned table of 64 rows has none for position 64: the core says so with a ValueError.",
        tested("tests/nn/test_transformer.py::test_a_learned_table_has_no_row_past_its_end"),
    ),
    Claim(
        "x-ways-out",
        "Clamp, wrap, interpolate and spare rows give every position a "
        "row, and change nothing in texts no longer than the trained length.",
        (
            tested("tests/nn/test_transformer.py::test_the_ways_out_of_a_learned_table"),
            tested("tests/nn/test_transformer.py::test_inside_the_trained_length_every_way_out_is_the_plain_reading"),
        ),
    ),
    Claim(
        "x-stretched",
        "A learned table stretched over the window is better than the bigram at 65 positions and worse at 512.",
        tested(f"{_FINDINGS}::test_a_stretched_table_is_judged_in_a_window_of_its_own_length"),
    ),
    Claim(
        "x-best-way",
        "No way out is best everywhere: a window on attention is for RoPE, and for the sinusoidal model it is not.",
        tested(f"{_FINDINGS}::test_no_way_out_is_best_everywhere"),
    ),
    Claim(
        "x-falls",
        "Here the sinusoidal model gets worse right after its trained length; "
        "ALiBi doesn't, up to 8 times that length.",
        (
            tested(f"{_FINDINGS}::test_the_shipped_runs_fall_as_the_page_says"),
            source("Press, Smith and Lewis 2022, abstract and figure 1", _ALIBI),
        ),
    ),
    Claim(
        "x-mean-hides",
        "A mean over a long window hides the rise: for RoPE and T5 the end of a window of 512 is worse than its mean.",
        tested(f"{_FINDINGS}::test_a_window_mean_hides_the_fall"),
    ),
    Claim(
        "x-alibi",
        "ALiBi isn't best at everything: inside the trained length RoPE has the lower loss here.",
        tested(f"{_FINDINGS}::test_the_shipped_runs_fall_as_the_page_says"),
    ),
    Claim(
        "x-why-rows",
        "New rows alone are enough for the sinusoidal rise; new distances alone are enough for RoPE's, not for T5's.",
        (
            tested(f"{_ABLATIONS}::test_one_thing_at_a_time"),
            tested(
                "tests/training/ablations/test_changed_window_losses.py::test_a_model_without_positions_reads_the_same_everywhere"
            ),
        ),
    ),
    Claim(
        "x-why-seen",
        "A sinusoidal model that saw all rows and distances in windows of 64 gets worse by less than 0.1 nats per "
        "character in windows of 512.",
        (
            tested(f"{_ABLATIONS}::test_rows_seen_take_the_fall_away_and_distances_seen_the_rest"),
            source("Kiyono et al. 2021, SHAPE (random starts)", "https://arxiv.org/abs/2109.05644"),
            source("Zhu et al. 2024, PoSE (a jump within the window)", "https://arxiv.org/abs/2309.10400"),
        ),
    ),
    Claim(
        "x-why-bases",
        "New rows do harm at bases 3 and 10 too, where training saw all waves whole.",
        tested(f"{_ABLATIONS}::test_new_rows_do_harm_at_bases_whose_waves_were_all_seen"),
    ),
    Claim(
        "x-model",
        "The model is built of published parts: attention and feed-forward layers, here with a norm before each "
        "instead of after it, and positions by RoPE, ALiBi, T5 bias, none, learned or sinusoidal.",
        (
            tested("tests/nn/test_transformer.py::test_the_forward_pass_is_the_papers"),
            source("Vaswani et al. 2017, sections 3.2 and 3.3", "https://arxiv.org/abs/1706.03762"),
            source("Su et al. 2021, section 3.2 (RoPE)", "https://arxiv.org/abs/2104.09864"),
            source("Press, Smith and Lewis 2022, section 3 (ALiBi)", _ALIBI),
            source("Raffel et al. 2020, section 2.1 (T5)", "https://arxiv.org/abs/1910.10683"),
            source("Chen et al. 2023 (position interpolation)", "https://arxiv.org/abs/2306.15595"),
            source("Peng et al. 2023, section 3.1 (NTK scaling)", "https://arxiv.org/abs/2309.00071"),
        ),
    ),
    Claim(
        "x-gradients",
        "Its gradients, written by hand, equal central differences to one part in 10⁹ under every encoding.",
        tested("tests/nn/test_transformer_gradients.py::test_every_gradient_equals_central_differences"),
    ),
    Claim(
        "x-again",
        "The shipped runs come out again: the same request gives the same numbers.",
        (
            tested("tests/training/test_train_transformer.py::test_a_shipped_run_comes_out_again"),
            tested("tests/training/test_train_transformer.py::test_the_same_request_gives_the_same_bits"),
        ),
    ),
    Claim(
        "x-once",
        "The same settings are trained once for everybody, at most two at a time, in processes of low priority.",
        (
            tested("tests/jobs/test_job_queue.py::test_the_same_request_runs_once_for_everybody"),
            tested("tests/jobs/test_job_queue.py::test_a_fixed_number_run_and_the_others_know_their_queue_position"),
            tested("tests/jobs/test_job_queue.py::test_the_process_is_polite_alone_and_quiet"),
        ),
    ),
    Claim(
        "x-published",
        "Llama 2 70B read plainly past 4,096 tokens loses its grip; a copy trained further with YaRN does not.",
        (
            tested(f"{_FINDINGS}::test_published_lines_are_complete_and_as_the_papers_have_them"),
            source(
                "Peng et al. 2024, YaRN's repository, data/proofpile-long-small-32k-70b.csv",
                "https://github.com/jquesnelle/yarn/blob/995db5b/data/proofpile-long-small-32k-70b.csv",
            ),
            source("Yarn-Llama-2-70b-32k, model card", "https://huggingface.co/NousResearch/Yarn-Llama-2-70b-32k"),
        ),
    ),
    Claim(
        "x-published-alibi",
        "Trained at 512 on WikiText-103, sinusoidal, RoPE and T5 get worse far past it; ALiBi does not (published).",
        (
            tested(f"{_FINDINGS}::test_published_lines_are_complete_and_as_the_papers_have_them"),
            source(
                "Press, Smith and Lewis 2022, tables 2, 5 and 15, as in the authors’ copy",
                _ALIBI,
            ),
        ),
    ),
    Claim(
        "x-rope",
        "Past 64 a window on attention serves this RoPE model best; NTK scaling keeps its loss in windows of 128.",
        tested(f"{_FINDINGS}::test_rope_read_otherwise"),
    ),
)
