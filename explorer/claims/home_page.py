"""Claims of the Home page, with their evidence."""

from explorer.claims.registry import Claim, source, tested

CLAIMS = (
    Claim(
        "home-model",
        "The prediction is computed from the numbers shown, by the network that was trained: a slow version in "
        "float64 and the training's own pass give the same.",
        (
            tested("tests/lm/test_predict_next_token.py::test_it_is_the_obvious_model"),
            tested("tests/lm/test_predict_next_token.py::test_it_is_the_network_that_was_trained"),
            tested("tests/lm/test_predict_next_token.py::test_the_chains_numbers_belong_together"),
        ),
    ),
    Claim(
        "home-losses",
        "The losses published for this model and for counting come out again over the same held-out tokens.",
        (
            tested("tests/lm/test_shipped_model.py::test_the_published_losses_come_out_again"),
            tested("tests/lm/test_token_ngrams.py::test_bigram_and_trigram_are_the_definition"),
            source(
                "Chen and Goodman 1999 (interpolated Kneser-Ney)",
                "https://doi.org/10.1006/csla.1999.0128",
            ),
        ),
    ),
    Claim(
        "home-vocabulary",
        "The first 4,096 tokens of gpt2 are a vocabulary of their own: they keep their ids, and any text can be "
        "written in them.",
        (
            tested("tests/lm/test_token_corpus.py::test_the_small_vocabulary_is_gpt2s_first_4096_with_their_ids"),
            tested("tests/lm/test_token_corpus.py::test_every_merge_finds_its_parts_below_it"),
            tested("tests/lm/test_token_corpus.py::test_what_is_not_in_the_vocabulary_is_written_in_smaller_pieces"),
        ),
    ),
    Claim(
        "home-swap",
        "With positions off, the first block gives the last token the same vector after two tokens before it were "
        "swapped; with a second block the prediction can still change, because no token looks ahead.",
        tested(
            "tests/lm/test_predict_next_token.py::"
            "test_without_positions_the_last_token_is_blind_to_a_swap_before_it_in_one_block_and_not_in_two"
        ),
    ),
    Claim(
        "home-row",
        "Another token's row in a token's place gives exactly the numbers of a text with that token there, where there "
        "is such a text.",
        tested("tests/lm/test_predict_next_token.py::test_a_replaced_row_is_all_that_the_model_sees_of_another_word"),
    ),
    Claim(
        "home-length",
        "A learned position table ends: past its last row the core refuses, in the words shown.",
        (
            tested("tests/lm/test_predict_next_token.py::test_past_the_trained_length_there_is_no_row"),
            tested("tests/lm/test_predict_next_token.py::test_past_the_trained_length_the_last_tokens_are_read"),
            tested("tests/lm/test_shipped_model.py::test_what_came_before_helps"),
        ),
    ),
)
