"""Claims of the Positions page, with their evidence."""

from __future__ import annotations

from explorer.claims.registry import Claim, source, tested

_PAPER = source("Vaswani et al. 2017, section 3.5", "https://arxiv.org/abs/1706.03762")
_HERE = "tests/positional_encodings/test"

CLAIMS = (
    Claim(
        "positions-count",
        "Dials whose hands jump put some neighbours further apart than others; hands that glide keep all equally far.",
        tested(f"{_HERE}_counting.py::test_jumping_hands_put_some_neighbours_further_apart_and_gliding_hands_none"),
    ),
    Claim(
        "positions-sine",
        "Within a turn a sine alone is shared by two positions, crest and trough apart; sine and cosine are not.",
        tested(f"{_HERE}_sine_cosine.py::test_two_positions_share_a_sine_and_no_two_share_sine_and_cosine"),
    ),
    Claim(
        "positions-arrows",
        "At width 2 the sums of a word with all positions lie on a circle of radius 1 around its row.",
        tested(f"{_HERE}_vector_addition.py::test_sums_lie_on_a_circle_around_the_row_of_the_word"),
    ),
    Claim(
        "positions-view",
        "Every cell of the heatmap is one value, or the mean of the values it stands for; no row is left out.",
        tested(f"{_HERE}_downsample.py::test_every_cell_is_the_mean_of_what_it_stands_for"),
    ),
    Claim(
        "positions-layouts",
        "Alternating columns and columns in halves hold the same numbers in another order.",
        tested(f"{_HERE}_position_similarity.py::test_one_layout_is_a_permutation_of_the_other"),
    ),
    Claim(
        "positions-nearest",
        "The two nearest rows of a table are found over all pairs of rows.",
        tested(f"{_HERE}_closest_row_pair.py::test_the_nearest_two_rows_are_those_of_brute_force"),
    ),
    Claim(
        "positions-fastest",
        "The columns of pair 0 change fastest: the first two, or with columns in halves the first of each half.",
        tested(f"{_HERE}_position_similarity.py::test_the_columns_that_turn_fastest_are_where_the_page_says"),
    ),
    Claim(
        "positions-base",
        "Doubling the base leaves the fastest wave as it is and stretches the slowest most.",
        tested(
            f"{_HERE}_position_similarity.py::test_doubling_the_base_leaves_the_fastest_wave_and_stretches_the_slowest_most"
        ),
    ),
    Claim(
        "positions-6283",
        "With base 10,000 rows 0 and 6283 are nearly the same at widths 2, 4 and 8, but not at width 128.",
        tested(f"{_HERE}_position_similarity.py::test_rows_0_and_6283_are_alike_where_all_hands_are_back"),
    ),
    Claim(
        "positions-offset",
        "At even widths the dot product of two rows depends on their offset alone.",
        tested(f"{_HERE}_position_similarity.py::test_closeness_depends_on_the_offset_alone_at_even_widths"),
    ),
    Claim(
        "positions-rotation",
        "Moving k positions on is one rotation of every pair, the same at every position.",
        (tested(f"{_HERE}_shift.py::test_the_rotation_holds_at_every_position_of_the_largest_table"), _PAPER),
    ),
    Claim(
        "positions-fit",
        "Up to ridge 0.1 a linear map fitted to 16 to 256 positions has an R² above 0.99 there; beyond, its R² runs "
        "from below 0 to 1. With ridge 10 it can be below 0.2 inside too.",
        tested(f"{_HERE}_shift.py::test_right_inside_at_a_small_ridge_and_anything_from_below_zero_to_one_beyond"),
    ),
    Claim(
        "positions-unseen",
        "With ridge 0.001, fitted to 64 or 128 positions at width 64 and to 64 or 256 at width 128, its root mean "
        "square error beyond is below 0.05 over the waves up to L/6 and above 0.2 over those longer than L; over those "
        "between it is above 0.3, yet single ones just above L/6 are carried on (0.04 and less at 64 positions and "
        "width 64). Without a ridge, there, all three are below 0.02. All this is for a shift by one position.",
        tested(f"{_HERE}_shift.py::test_waves_shorter_than_a_sixth_are_carried_on_and_most_longer_ones_are_not"),
    ),
    Claim(
        "positions-whisper",
        "Whisper's encoder has its columns in halves and divides by D − 2.",
        (
            tested(f"{_HERE}_table_statistics.py::test_whispers_encoder_has_halves_and_the_denominator_d_minus_2"),
            source("Whisper, whisper/model.py, sinusoids", "https://github.com/openai/whisper"),
        ),
    ),
    Claim(
        "positions-row-0",
        "In both learned tables row 0 stands out by its length.",
        tested(f"{_HERE}_table_statistics.py::test_row_0_stands_out_in_both_learned_tables"),
    ),
    Claim(
        "positions-learned",
        "Learned neighbours are alike, and the likeness rises again at far distances by 0.4 or more; the sinusoidal "
        "table of the same size rises too, by 0.05.",
        tested(
            f"{_HERE}_table_statistics.py::test_learned_neighbours_are_alike_and_the_curve_rises_far_more_than_the_waves_do"
        ),
    ),
    Claim(
        "positions-bounds",
        "At V = 50,000 and D = 512 learned positions start 5.7 times as large as Xavier token rows.",
        tested(f"{_HERE}_table_statistics.py::test_start_bounds_of_the_course"),
    ),
    Claim(
        "positions-rope",
        "Rotated queries and keys have scores that depend on their offset alone: how far, and which comes first.",
        (
            tested("tests/nn/test_rotary.py::test_scores_depend_on_the_offset_alone"),
            tested(f"{_HERE}_table_statistics.py::test_a_score_knows_which_comes_first"),
            source("Su et al. 2021, section 3.2", "https://arxiv.org/abs/2104.09864"),
        ),
    ),
    Claim(
        "positions-alibi",
        "ALiBi's slopes for 8 heads are 1/2 to 1/256; other numbers of heads follow the rule of the authors' code.",
        (
            tested(f"{_HERE}_table_statistics.py::test_slopes_of_any_number_of_heads_follow_the_rule"),
            tested("tests/nn/test_attention_bias.py::test_eight_heads_have_the_slopes_of_the_paper"),
            tested("tests/nn/test_attention_bias.py::test_twelve_heads_follow_the_published_rule"),
            source("Press et al. 2022, section 3: 8 heads", "https://arxiv.org/abs/2108.12409"),
            source(
                "The authors’ code: other numbers of heads",
                "https://github.com/ofirpress/attention_with_linear_biases/blob/"
                "4b92f28a005ead2567abe2359f633e73e08f3833/fairseq/models/transformer.py#L742",
            ),
        ),
    ),
    Claim(
        "positions-copying",
        "Models without positions or with ALiBi don't learn to copy the symbol 4 positions back, in 300 steps on "
        "sequences of 32; those with rows, RoPE or T5 do.",
        tested("tests/training/test_findings.py::test_what_learns_to_copy"),
    ),
)
