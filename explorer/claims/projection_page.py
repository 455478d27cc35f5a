"""Claims of the Projection page, with their evidence."""

from explorer.claims.registry import Claim, source, tested

_PCA = "tests/vectors/test_pca.py"
_NEAR = "tests/vectors/test_neighbours.py"
_WORDS = "tests/words/test_analogies.py"
_SKIPGRAM = "tests/training/test_skipgram.py"
_DRAWN = "tests/ui/projection/comparing/test_browser_maps.py"
_BROWSER = "tests/browser/test_projection.py"
_SENTENCES = "tests/sentences/test_sentence_vectors.py"

CLAIMS = (
    Claim(
        "j-shadow",
        "The line with the longest shadow is the first principal component; words far apart can meet in a shadow.",
        (
            tested("tests/vectors/test_line_projection.py::test_the_longest_shadow_lies_along_the_first_component"),
            tested("tests/vectors/test_line_projection.py::test_two_words_far_apart_meet_in_the_first_shadow"),
        ),
    ),
    Claim(
        "j-exact",
        "The principal components are exact: centred, from all rows, the same as a full singular value decomposition.",
        (
            tested(f"{_PCA}::test_it_equals_scikit_learns_full_svd_with_its_signs"),
            tested(f"{_PCA}::test_a_shipped_table_agrees_with_scikit_learn_to_ten_digits"),
        ),
    ),
    Claim(
        "j-all",
        "Every row of the table is a dot in the 2D map, with WebGL and without.",
        (
            tested(f"{_BROWSER}::test_on_the_map_every_row_is_drawn_kinds_are_pressed_and_names_stay_apart"),
            tested(f"{_BROWSER}::test_without_webgl_every_row_is_painted_named_and_clicked"),
        ),
    ),
    Claim(
        "j-labels",
        "No name in the map covers another, whatever the width of the window, in 2D and in 3D.",
        (
            tested("tests/figures/test_label_placement.py::test_labels_never_overlap_at_any_size"),
            tested(f"{_BROWSER}::test_on_the_map_every_row_is_drawn_kinds_are_pressed_and_names_stay_apart"),
            tested(f"{_BROWSER}::test_the_names_of_a_scene_do_not_cover_each_other"),
        ),
    ),
    Claim(
        "j-variance",
        "Shares of the variance are about the mean row, subtracted or not; the mean's part is said apart.",
        tested(f"{_PCA}::test_the_share_of_the_variance_is_about_the_mean_whatever_was_subtracted"),
    ),
    Claim(
        "j-kept",
        "Kept means: of the k nearest in all numbers, how many are still nearest in the picture.",
        tested(f"{_NEAR}::test_kept_is_one_count"),
    ),
    Claim(
        "j-scale",
        "One unit is as long across as up in the map, so what looks near is near in the picture's numbers.",
        tested("tests/figures/test_projection.py::test_a_unit_is_as_long_across_as_up_wherever_distances_are_read_off"),
    ),
    Claim(
        "j-switches",
        "Removing the top k directions leaves exactly the later components; unit length is the last step.",
        (
            tested(f"{_PCA}::test_removing_directions_leaves_the_later_components"),
            tested(f"{_PCA}::test_unit_length_is_the_last_step"),
            source("Mu and Viswanath 2018", "https://arxiv.org/abs/1702.01417"),
        ),
    ),
    Claim(
        "j-mean",
        "Without centring the first component leans on the mean row: their cosine is 0.78 (MiniLM), 0.96 (GloVe) and "
        "1.00 (Whisper, where the mean row makes up 84 % of the sum of squares).",
        tested(f"{_PCA}::test_without_centring_the_first_component_leans_on_the_mean"),
    ),
    Claim(
        "j-whisper",
        "Two rows of Whisper have a cosine of 0.84 on average; once the mean row is subtracted, 0.00.",
        tested(f"{_NEAR}::test_the_rows_of_whisper_point_one_way_until_their_mean_is_taken_off"),
    ),
    Claim(
        "j-flat",
        "The flat PCA of MiniLM keeps fewer than 5 % of the true neighbours (10 nearest by cosine in all numbers).",
        tested(f"{_NEAR}::test_the_flat_picture_of_minilm_keeps_few_neighbours"),
    ),
    Claim(
        "j-trust",
        "Trustworthiness and continuity are Venna and Kaski's, over a sample whose size is shown.",
        (
            tested(f"{_NEAR}::test_trustworthiness_and_continuity_are_the_published_ones"),
            tested(f"{_NEAR}::test_a_sample_says_its_size_and_comes_near_the_whole"),
            source(
                "scikit-learn, trustworthiness",
                "https://scikit-learn.org/stable/modules/generated/sklearn.manifold.trustworthiness.html",
            ),
        ),
    ),
    Claim(
        "j-analogies",
        "MiniLM answers 75.5 % of the 12,154 Google analogy questions whose words it has (47 % of all 19,544); under 5 "
        "% once the given words may answer.",
        tested(f"{_WORDS}::test_minilm_solves_most_analogies_unless_the_given_words_may_answer"),
    ),
    Claim(
        "j-parallelogram",
        "The three given words and b − a + c lie exactly in the plane that is drawn.",
        tested(f"{_WORDS}::test_the_parallelogram_is_one_and_lies_in_its_plane"),
    ),
    Claim(
        "j-skipgram",
        "A skip-gram step has the loss of the paper and its gradient, and moves no row that it did not read.",
        (
            tested(f"{_SKIPGRAM}::test_a_step_has_the_papers_loss_and_its_gradient"),
            tested(f"{_SKIPGRAM}::test_only_rows_that_were_read_or_drawn_move"),
            source("Mikolov et al. 2013, §2.2", "https://arxiv.org/abs/1310.4546"),
        ),
    ),
    Claim(
        "j-limits",
        "A table made here by counting in the State of the Union has only number words among the five nearest of two "
        "to ten, and answers 7 % of the 3,576 analogy questions whose words it has.",
        tested("tests/training/test_ppmi.py::test_counting_finds_numbers_beside_numbers_but_few_analogies"),
    ),
    Claim(
        "j-moments",
        "All moments of a training are drawn on the same two axes through the same point, found once a fifth of the "
        "run is done, so a word moves in the picture where its row turns.",
        (
            tested(f"{_WORDS}::test_one_plane_serves_all_moments_and_a_later_one_is_turned_towards_it"),
            tested(f"{_WORDS}::test_a_row_that_stays_keeps_its_place_while_all_others_move"),
        ),
    ),
    Claim(
        "j-tsne",
        "t-SNE keeps more near neighbours than flat PCA; distances between its islands change with the seed and "
        "agree in part with the true ones: a rank correlation above 0.5 (kinds of words, GloVe, perplexity 5).",
        (
            tested("tests/vectors/test_sklearn_tsne.py::test_two_seeds_keep_neighbours_but_make_different_pictures"),
            tested("tests/vectors/test_sklearn_tsne.py::test_distances_between_islands_change_with_the_seed"),
            source("Wattenberg, Viégas and Johnson 2016", "https://distill.pub/2016/misread-tsne/"),
        ),
    ),
    Claim(
        "j-maps",
        "t-SNE and UMAP are drawn by the visitor's own browser and keep what scikit-learn's and umap-learn's keep of "
        "the same points: neighbours to within 3 in a hundred, trustworthiness and continuity to within 0.01.",
        (
            tested(f"{_DRAWN}::test_the_browsers_maps_keep_what_the_libraries_maps_keep"),
            tested(f"{_BROWSER}::test_two_maps_are_drawn_in_the_browser_and_share_a_selection"),
            source("van der Maaten and Hinton 2008, t-SNE", "https://www.jmlr.org/papers/v9/vandermaaten08a.html"),
            source("McInnes, Healy and Melville 2018, UMAP", "https://arxiv.org/abs/1802.03426"),
        ),
    ),
    Claim(
        "j-rule",
        "What a map keeps is counted by one rule for PCA, t-SNE, UMAP and word axes: neighbours in all numbers, by the "
        "page's one measure, against neighbours by distance in the map.",
        (
            tested(f"{_DRAWN}::test_kept_has_one_definition"),
            tested(f"{_NEAR}::test_trustworthiness_and_continuity_are_the_published_ones"),
        ),
    ),
    Claim(
        "j-near",
        "One switch decides what is near on this page: by cosine, straight line or dot product; analogies "
        "keep to cosine and say so. Centring alone changes no straight line; "
        "where all rows are equally long, every measure gives the same order.",
        (
            tested("tests/vectors/test_similarity_measures.py::test_it_is_the_plain_way_behind_every_recipe"),
            tested(
                "tests/vectors/test_similarity_measures.py::test_cosine_is_what_it_was_and_a_centred_table_keeps_its_distances"
            ),
            tested("tests/vectors/test_similarity_measures.py::test_rows_of_equal_length_have_one_order_by_all_three"),
            tested(
                "tests/pages/projection/test_similarity_switch.py::test_the_maps_lists_and_shares_follow_the_switch"
            ),
            tested(
                "tests/pages/projection/test_similarity_switch.py::test_a_part_with_a_published_measure_says_so_and_does_not_change"
            ),
        ),
    ),
    Claim(
        "j-pairs",
        "The interval beside the accuracy of analogies comes from drawing the word pairs anew, not the questions: "
        "questions that share a pair go right or wrong together, and would make it too narrow.",
        (
            tested("tests/words/test_analogy_accuracy_bootstrap.py::test_it_is_the_slow_count_over_the_same_draws"),
            tested(
                "tests/words/test_analogy_accuracy_bootstrap.py::test_the_interval_covers_the_truth_about_95_times_in_100"
            ),
            source("Efron 1979", "https://projecteuclid.org/euclid.aos/1176344552"),
        ),
    ),
    Claim(
        "j-axes",
        "An axis of many pairs of words is the mean of their differences; the grey line of a word holds the middle of "
        "its places when the pairs are drawn anew.",
        (
            tested(
                "tests/words/test_analogy_accuracy_bootstrap.py::test_an_axis_of_many_pairs_is_the_mean_of_their_differences"
            ),
            tested(
                "tests/words/test_analogy_accuracy_bootstrap.py::test_resampled_coordinates_are_those_of_axes_made_of_the_drawn_pairs"
            ),
            source("Kozlowski, Taddy and Evans 2019", "https://arxiv.org/abs/1803.09288"),
        ),
    ),
    Claim(
        "j-alone",
        "Projected alone, a word and its 50 nearest keep more of the neighbours among them than in the map of the "
        "whole table (six words of MiniLM: king, dog, green, river, paris, bread).",
        tested(
            "tests/words/test_neighbourhood_pca.py::test_alone_these_words_keep_more_of_their_neighbours_than_in_the_whole_map"
        ),
    ),
    Claim(
        "j-groups",
        "The chance beside what a group shares is that of drawing as many rows blindly and getting as many or more "
        "with the value (hypergeometric).",
        (
            tested("tests/words/test_group_statistics.py::test_what_a_group_shares_worked_out_by_hand"),
            tested("tests/words/test_group_statistics.py::test_the_chance_is_what_counting_all_draws_gives"),
        ),
    ),
    Claim(
        "j-clusters",
        "The silhouette beside the clusters is Rousseeuw's, of all rows and with squared distances (of rows of length "
        "1 that is by cosine); beside it stands that of the table with each column shuffled, 0.004 for MiniLM in 12 "
        "clusters, where its own is 0.056.",
        (
            tested("tests/vectors/test_kmeans.py::test_silhouettes_are_scikit_learns"),
            tested("tests/words/test_clusters.py::test_minilm_is_more_separate_than_its_shuffled_self_and_not_by_much"),
            source("Rousseeuw 1987, Silhouettes", "https://doi.org/10.1016/0377-0427(87)90125-7"),
        ),
    ),
    Claim(
        "j-named",
        "What names a cluster is weighed by c-TF-IDF: how often the cluster has a piece, times the logarithm of one "
        "plus the pieces that a cluster has on average over those that all clusters have of this one.",
        (
            tested("tests/words/test_cluster_names.py::test_a_weight_worked_out_by_hand"),
            source("Grootendorst 2022, BERTopic, §3.3", "https://arxiv.org/abs/2203.05794"),
        ),
    ),
    Claim(
        "j-bag",
        "The mean of a sentence's rows is the same for every order of its words; the model's vector is not.",
        tested(f"{_SENTENCES}::test_the_mean_does_not_see_order_and_the_model_does"),
    ),
    Claim(
        "j-encoder",
        "The model of sentences is all-MiniLM-L6-v2 in NumPy and gives what its formula gives; its weights, rounded to "
        "8 bits, move no cosine of five pairs of sentences by more than 0.006.",
        (
            tested("tests/sentences/test_encoder.py::test_the_encoder_is_what_the_formula_says"),
            tested(f"{_SENTENCES}::test_int8_moves_no_cosine_by_more_than_6_thousandths"),
            source(
                "sentence-transformers/all-MiniLM-L6-v2, model card",
                "https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2",
            ),
        ),
    ),
    Claim(
        "j-sentence",
        "A sentence's vector is the mean of the rows that come out of the last layer, [CLS] and [SEP] included, "
        "divided by its length; beside its cosines stands what two definitions drawn at random have.",
        (
            tested("tests/sentences/test_encoder.py::test_the_encoder_is_what_the_formula_says"),
            tested(f"{_SENTENCES}::test_the_cosine_by_chance_is_that_of_definitions_drawn_at_random"),
            source("Reimers and Gurevych 2019, Sentence-BERT", "https://arxiv.org/abs/1908.10084"),
        ),
    ),
    Claim(
        "j-private",
        "An uploaded file is never unpickled, is checked before it is used, and stays in its visitor's session.",
        (
            tested("tests/data/uploads/test_parsed_upload.py::test_a_wrong_file_is_refused_with_what_is_wrong"),
            tested(
                "tests/ui/projection/table/test_table_choice.py::test_what_is_computed_of_a_private_table_stays_in_its_session"
            ),
        ),
    ),
)
