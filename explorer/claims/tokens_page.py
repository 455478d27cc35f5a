"""Claims of the Tokens page, with their evidence."""

from explorer.claims.registry import Claim, source, tested

CLAIMS = (
    Claim(
        "tokens-tiktoken",
        "The tokens shown are those of tiktoken, for all five encodings, and nothing is fetched to make them.",
        (
            tested("tests/tokenizers/test_encode_decode.py::test_equal_to_tiktoken"),
            tested("tests/tokenizers/test_encode_decode.py::test_offline_from_an_empty_cache_twice_at_once"),
        ),
    ),
    Claim(
        "tokens-characters",
        "A character that is spread over several tokens is shown whole: \ufffd is shown only where the text has it.",
        (
            tested("tests/tokenizers/test_graphemes.py::test_groups_show_whole_characters"),
            tested("tests/browser/test_tokens.py::test_any_text_is_text_with_a_picture_or_a_message"),
        ),
    ),
    Claim(
        "tokens-merges",
        "Byte-pair encoding starts from bytes and joins the pair of lowest rank until none is left; that gives "
        "tiktoken's tokens.",
        (
            tested("tests/tokenizers/test_merges.py::test_ladders_of_all_words_are_the_tokens"),
            source("Sennrich, Haddow and Birch 2016, section 3.2 (on characters)", "https://arxiv.org/abs/1508.07909"),
        ),
    ),
    Claim(
        "tokens-lookup",
        "Picking a row equals the product one-hot × table, exactly.",
        tested("tests/embedding_pipeline/test_onehot_product.py::test_no_difference_at_all"),
    ),
    Claim(
        "tokens-whisper",
        "The ids of gpt2 and r50k_base are the row numbers of Whisper tiny.en's table.",
        (
            tested("tests/embedding_pipeline/test_stages.py::test_rows_are_whispers_own"),
            tested("tests/embedding_pipeline/test_nearest_tokens.py::test_a_speech_models_neighbours_sound_alike"),
            source("Radford et al. 2022, section 2.2", "https://arxiv.org/abs/2212.04356"),
        ),
    ),
    Claim(
        "tokens-sum",
        "What the transformer receives is row (× √D) + position, as the core's EmbeddingLayer computes it.",
        (
            tested("tests/embedding_pipeline/test_stages.py::test_what_is_shown_is_what_the_cores_layer_computes"),
            tested("tests/embedding_pipeline/test_stages.py::test_rows_times_root_plus_positions"),
            source("Vaswani et al. 2017, sections 3.4 and 3.5", "https://arxiv.org/abs/1706.03762"),
        ),
    ),
    Claim(
        "tokens-order",
        "A mean of vectors is blind to the order of the words, with positions too; a ReLU before the mean sees it, and "
        "needs positions for that.",
        tested(
            "tests/embedding_pipeline/test_order_in_mean_vectors.py::test_means_agree_with_positions_too_and_relu_tells_them_apart"
        ),
    ),
    Claim(
        "tokens-neighbours",
        "Two raw rows of Whisper’s table, taken at random, have a cosine of 0.84 on average; less the mean and the "
        "top components they have almost none. Not every pair is alike: “ the” points away from most rows.",
        (
            tested("tests/embedding_pipeline/test_nearest_tokens.py::test_raw_rows_look_alike_and_treated_ones_do_not"),
            tested(
                "tests/embedding_pipeline/test_nearest_tokens.py::test_the_most_frequent_word_points_away_from_most_rows"
            ),
            source("Mu and Viswanath 2018, All-but-the-Top", "https://arxiv.org/abs/1702.01417"),
        ),
    ),
    Claim(
        "tokens-sound",
        "A speech model's neighbours sound alike: cat, hat, rat.",
        tested("tests/embedding_pipeline/test_nearest_tokens.py::test_a_speech_models_neighbours_sound_alike"),
    ),
    Claim(
        "tokens-scripts",
        "cl100k_base and o200k_base spend fewer tokens than gpt2 on the sentence shown, in all eight languages that "
        "are not written in Latin letters; p50k_base spends as many as gpt2.",
        tested(
            "tests/embedding_pipeline/test_token_counts.py::test_newer_vocabularies_spend_fewer_tokens_on_other_scripts"
        ),
    ),
    Claim(
        "tokens-bags",
        "The sum of a sentence's rows is the same in any order of its tokens, to the last bit.",
        tested("tests/embedding_pipeline/test_bag_of_words.py::test_any_order_is_the_same_bag_to_the_last_bit"),
    ),
)
