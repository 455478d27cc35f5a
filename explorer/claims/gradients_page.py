"""Claims of the Gradients page, with their evidence."""

from __future__ import annotations

from explorer.claims.registry import Claim, source, tested
from explorer.gradients.vocabulary_share import HIGH, LOW, ONE_PERCENT, RAREST

CLAIMS = (
    Claim(
        "gradients-tied",
        "With a tied output the rows that are read get a gradient through the lookup and all rows get one through the "
        "softmax; the two add up to the gradient of the tied model.",
        (
            tested("tests/gradients/test_tied_output.py::test_the_two_ends_add_up_to_the_gradient_of_the_tied_model"),
            tested(
                "tests/gradients/test_tied_output.py::"
                "test_through_the_lookup_learn_the_rows_that_are_read_and_through_the_softmax_all"
            ),
            tested("tests/pages/test_gradients.py::test_tied_and_untied_by_the_shipped_model"),
            source("Press and Wolf 2017, section 3", "https://arxiv.org/abs/1608.05859"),
        ),
    ),
    Claim(
        "gradients-rows",
        "Through the lookup the rows of the text's tokens get a gradient and no others; repeated tokens add up "
        "(a scatter-add).",
        (
            tested("tests/core/test_lookup.py::test_backward_equals_transposed_one_hot_product"),
            tested("tests/core/test_modules.py::test_known_gradient_of_repeated_ids"),
            tested("tests/gradients/test_text_batch.py::test_each_touched_row_gets_the_sum_of_its_tokens"),
        ),
    ),
    Claim(
        "gradients-padding",
        "Filler at the ends of lines moves no row.",
        (
            tested("tests/core/test_modules.py::test_padding_row_starts_at_zero_and_learns_nothing"),
            tested("tests/gradients/test_text_batch.py::test_empty_lines_and_filler_touch_nothing"),
        ),
    ),
    Claim(
        "gradients-step",
        "With touched rows only, a step of SGD or Adam changes no other row in a single bit.",
        tested("tests/core/test_optim.py::test_rows_that_are_not_touched_keep_every_bit"),
    ),
    Claim(
        "gradients-momentum",
        "With the gradient as a whole table, Adam and momentum go on moving rows whose token is gone; SGD does not.",
        (
            tested("tests/core/test_optim.py::test_dense_memory_moves_rows_whose_token_is_gone"),
            tested("tests/gradients/test_optimizer_step.py::test_who_moves_with_each_optimizer"),
            source("Kingma & Ba 2015, algorithm 1", "https://arxiv.org/abs/1412.6980"),
        ),
    ),
    Claim(
        "gradients-books",
        "Shares of the vocabulary touched by a batch of the shipped books, by tokenizer and batch size, "
        f"measured by this project. “99 % of the rows get no gradient” holds, through the lookup, up to "
        f"{ONE_PERCENT[0]:,} to {ONE_PERCENT[1]:,} tokens of gpt2, depending on the book.",
        (
            tested("tests/gradients/test_vocabulary_share.py::test_a_book_measured_again_gives_the_shipped_curve"),
            tested("tests/gradients/test_vocabulary_share.py::test_where_99_percent_get_no_gradient"),
        ),
    ),
    Claim(
        "gradients-gpt2-r50k",
        "gpt2 and r50k_base cut a text into the same ids.",
        tested("tests/gradients/test_vocabulary_share.py::test_gpt2_and_r50k_base_cut_alike"),
    ),
    Claim(
        "gradients-zipf",
        f"Zipf's law (the token of rank r comes 1/r as often as the first) holds roughly: in all six books and four "
        f"encodings, ranks 10 to 1,000 come {LOW} to {HIGH} times as often as it says. The rarest token comes "
        f"{RAREST[0]} to {RAREST[1]} times as often, in each of them less than its own ranks 10 to 1,000.",
        (
            tested(
                "tests/gradients/test_vocabulary_share.py::test_zipf_describes_the_middle_roughly_and_the_end_less_than_the_middle"
            ),
            source(
                "Piantadosi 2014, Zipf's word frequency law in natural language",
                "https://doi.org/10.3758/s13423-014-0585-6",
            ),
        ),
    ),
    Claim(
        "gradients-chain",
        "A sum hands its gradient unchanged to both sides; a factor √D on the way there is the same on the way back. "
        "It makes a step of SGD √D times as long, and hardly changes one of Adam.",
        (
            tested("tests/gradients/test_worked_example.py::test_the_board_by_hand"),
            tested(
                "tests/gradients/test_worked_example.py::test_the_factor_doubles_a_step_of_sgd_and_adam_hardly_sees_it"
            ),
            tested("tests/core/test_tensor.py::test_gradients_by_central_differences"),
            source("Vaswani et al. 2017, sections 3.4 and 3.5", "https://arxiv.org/abs/1706.03762"),
        ),
    ),
    Claim(
        "gradients-unseen",
        "With a table of its own for the scores, rows of words that never come stay where they are; with tied tables "
        "they move, since cross-entropy pushes down every word that did not come next.",
        tested("tests/gradients/test_toy_training.py::test_unseen_rows_rest_unless_tables_are_tied"),
    ),
)
