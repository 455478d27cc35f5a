"""What the Gradients page says, and what stands behind it."""

from __future__ import annotations

from explorer.claims.registry import Claim, source, tested

CLAIMS = (
    Claim(
        "gradients-rows",
        "Only the rows of the text's tokens get a gradient; repeated tokens add up (a scatter-add).",
        (
            tested("tests/core/test_lookup.py::test_backward_equals_transposed_one_hot_product"),
            tested("tests/core/test_modules.py::test_known_gradient_of_repeated_ids"),
            tested("tests/gradients/test_batch.py::test_each_touched_row_gets_the_sum_of_its_tokens"),
        ),
    ),
    Claim(
        "gradients-padding",
        "Filler at the ends of lines moves no row.",
        (
            tested("tests/core/test_modules.py::test_padding_row_starts_at_zero_and_learns_nothing"),
            tested("tests/gradients/test_batch.py::test_empty_lines_and_filler_touch_nothing"),
        ),
    ),
    Claim(
        "gradients-step",
        "With touched rows only, a step of SGD or Adam changes no other row in a single bit.",
        tested("tests/core/test_optim.py::test_rows_that_are_not_touched_keep_every_bit"),
    ),
    Claim(
        "gradients-momentum",
        "Adam and momentum with the gradient as a whole table go on moving rows whose token is gone; SGD does not.",
        (
            tested("tests/core/test_optim.py::test_dense_memory_moves_rows_whose_token_is_gone"),
            tested("tests/gradients/test_step.py::test_who_moves_with_each_optimizer"),
            source("Kingma & Ba 2015, algorithm 1", "https://arxiv.org/abs/1412.6980"),
        ),
    ),
    Claim(
        "gradients-books",
        "Shares of the vocabulary touched by a batch of the shipped books, by tokenizer and batch size, "
        "measured by this project. “99 % of the rows get no gradient” holds up to about a thousand tokens of gpt2.",
        (
            tested("tests/gradients/test_touched.py::test_a_book_measured_again_gives_the_shipped_curve"),
            tested("tests/gradients/test_touched.py::test_where_99_percent_get_no_gradient"),
        ),
    ),
    Claim(
        "gradients-gpt2-r50k",
        "gpt2 and r50k_base cut a text into the same ids.",
        tested("tests/gradients/test_touched.py::test_gpt2_and_r50k_base_cut_alike"),
    ),
    Claim(
        "gradients-zipf",
        "The token of rank r comes about 1/r as often as the most frequent one (Zipf's law).",
        (
            tested("tests/gradients/test_touched.py::test_counts_fall_about_as_one_over_rank"),
            source(
                "Piantadosi 2014, Zipf's word frequency law in natural language",
                "https://doi.org/10.3758/s13423-014-0585-6",
            ),
        ),
    ),
    Claim(
        "gradients-ways",
        "A loop, np.add.at, a CSR product and touched rows only give the same gradient to the last bit.",
        tested("tests/gradients/test_ways.py::test_the_four_ways_agree_to_the_last_bit"),
    ),
    Claim(
        "gradients-chain",
        "A sum hands its gradient unchanged to both sides; a factor √D on the way there is the same on the way back.",
        (
            tested("tests/gradients/test_blackboard.py::test_the_board_by_hand"),
            tested("tests/core/test_tensor.py::test_gradients_by_central_differences"),
            source("Vaswani et al. 2017, sections 3.4 and 3.5", "https://arxiv.org/abs/1706.03762"),
        ),
    ),
    Claim(
        "gradients-unseen",
        "With a table of its own for the scores, rows of words that never come stay where they are; with tied tables "
        "they move, since cross-entropy pushes down every word that did not come next.",
        tested("tests/gradients/test_toy.py::test_unseen_rows_rest_unless_tables_are_tied"),
    ),
)
