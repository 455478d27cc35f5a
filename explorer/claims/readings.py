"""What the cited places say: each source that was opened, by URL, with a line in our words.

A source that is not here was not opened. Repositories and model cards were read as published; papers in published
copies of their text, with the section or table named, or in their abstract only, which the line then says. Where the
place gives only a part of a claim, the line says what it gives, and the claim's test shows the rest.
"""

from __future__ import annotations

READ_ON = "2026-11-29"

READINGS = {
    "https://arxiv.org/abs/1706.03762": "section 3.4, rows are multiplied by √D; section 3.5, the formula of the "
    "waves, added to the rows, and a shift by k is a linear function; sections 3.2 and 3.3, the two layers (with a "
    "norm after each)",
    "https://github.com/openai/whisper": "sines in the first half of the columns, cosines in the second, and the "
    "logarithm divided by half the channels less 1",
    "https://arxiv.org/abs/2104.09864": "section 3.2, the inner product is to depend on the two vectors and their "
    "relative position only",
    "https://arxiv.org/abs/2108.12409": "section 3, slopes of 8 heads from 1/2 to 1/256; figure 1, other positions get "
    "worse with length and ALiBi does not; tables 2, 5 and 15, the perplexities",
    "https://github.com/ofirpress/attention_with_linear_biases/blob/"
    "4b92f28a005ead2567abe2359f633e73e08f3833/fairseq/models/transformer.py#L742": "get_slopes: for other numbers of "
    "heads every second slope of twice the next lower power of two is added",
    "https://arxiv.org/abs/2109.05644": "the authors’ code: a maximal shift of the positions is a setting of training",
    "https://arxiv.org/abs/2309.10400": "the authors’ code: a window is cut in two, and the positions of its second "
    "part skip ahead by a number drawn anew",
    "https://arxiv.org/abs/1910.10683": "section 2.1, one number per distance and head added to the score, shared by "
    "all layers; section 3.1.2, trained at 512 tokens; the sizes are in t5/models/gin",
    "https://arxiv.org/abs/2306.15595": "abstract, positions are scaled down to the trained window",
    "https://arxiv.org/abs/2309.00071": "section 3.1, definition 1: the base of NTK scaling",
    "https://github.com/jquesnelle/yarn/blob/995db5b/data/proofpile-long-small-32k-70b.csv": "perplexities of both "
    "models at 15 lengths up to 8,192, all shown",
    "https://docs.jax.dev/en/latest/notebooks/Common_Gotchas_in_JAX.html#out-of-bounds-indexing": "an error is "
    "difficult or impossible to raise on an accelerator, so an index that is read is clamped",
    "https://arxiv.org/abs/1412.6980": "algorithm 1: both averages go on at every step, for a gradient of zero too",
    "https://arxiv.org/abs/1310.4546": "section 2.2, equation 4: the loss",
    "https://arxiv.org/abs/1702.01417": "abstract: the mean and a few top directions are removed",
    "https://scikit-learn.org/stable/modules/generated/sklearn.manifold.trustworthiness.html": "the formula of "
    "trustworthiness, after Venna and Kaski; continuity, the same with table and map exchanged, is not on that page",
    "https://distill.pub/2016/misread-tsne/": "section 3: distances between clusters may mean nothing",
    "https://arxiv.org/abs/2203.05794": "the frequency in the class, times the logarithm of one plus the average "
    "number of words per class over the word’s frequency in all",
    "https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2": "384 numbers, the mean of the last layer’s rows, "
    "then divided by its length",
    "https://arxiv.org/abs/1908.10084": "section 3: the mean of all output vectors, by default",
    "https://docs.moodle.org/en/Moodle_XML_format": "the elements of each type of question (the page for Moodle 1.9)",
    "https://arxiv.org/abs/1508.07909": "section 3.2: the most frequent pair is joined again and again, there starting "
    "from characters; from bytes is GPT-2’s way",
    "https://arxiv.org/abs/2212.04356": "section 2.2, English-only models use GPT-2’s tokenizer; table 1, tiny has 4 "
    "layers of width 384",
    "https://arxiv.org/abs/1710.03740": "section 3.1: an FP32 master copy of the weights is kept and updated",
    "https://arxiv.org/abs/1810.04805": "section 3: 12 layers of 768 and 24 of 1,024",
    "https://github.com/openai/gpt-2": "model.py, the tensors, and scores with the token table; table 2 of the paper, "
    "layers and widths (the README calls the paper’s numbers of parameters wrong)",
    "https://arxiv.org/abs/2005.14165": "table 2.1: 175.0 billion, 96 layers of width 12,288; vocabulary as GPT-2’s",
    "https://arxiv.org/abs/2307.09288": "section 2.2, 32k tokens; the model card, 4k context; sizes: litgpt’s file",
    "https://arxiv.org/abs/2407.21783": "table 3: layers, widths, heads, and 128,000 tokens (256 more are for control)",
    "https://arxiv.org/abs/2310.06825": "table 1: 32 layers of 4,096, window 4,096, 32,000 tokens; section 2: the "
    "cache keeps the window only",
    "https://arxiv.org/abs/2408.00118": "tables 1 and 2, sizes and parameters outside the table, 256,128 rows "
    "(config.py and the released weights have 256,000); every second layer looks back 4,096 tokens",
    "https://arxiv.org/abs/2407.10671": "table 1: the sizes of Qwen2, which are those of Qwen2.5 0.5B and 7B",
    "https://arxiv.org/abs/2412.19437": "section 4.2, the sizes; README_WEIGHTS.md, 671 billion in the main model",
    "https://www.crucial.in/articles/about-memory/everything-about-ddr5-ram": "bandwidths of whole systems by the "
    "number in the module’s name; the 64 wires are not in what could be read",
    "https://soylentnews.org/article.pl?sid=22/01/28/1013228": "up to 6.4 Gb/s, 819 GB/s per device",
    "https://arxiv.org/abs/1909.08053": "section 3: the table is cut along the vocabulary, and the parts’ results are "
    "added by an all-reduce",
    "https://arxiv.org/abs/1608.05859": "abstract only: tying is recommended, and what it changes in each update is "
    "analysed",
    "https://www.jmlr.org/papers/v9/vandermaaten08a.html": "abstract only: the method, which crowds points less in the "
    "middle of the map than stochastic neighbour embedding",
    "https://arxiv.org/abs/1802.03426": "abstract and introduction: the method, compared with t-SNE",
    "https://arxiv.org/abs/1803.09288": "abstract only: axes from differences of words, and how stable they are",
    "https://doi.org/10.1016/0377-0427(87)90125-7": "abstract only: a cluster’s tightness is compared with its "
    "separation",
    "https://doi.org/10.1016/j.jpdc.2008.09.002": "abstract only: the least that an all-reduce has to send, and a ring "
    "that sends no more",
    "https://doi.org/10.3758/s13423-014-0585-6": "introduction: the word of rank r comes in proportion to 1/r, roughly",
    "https://huggingface.co/NousResearch/Yarn-Llama-2-70b-32k": "trained 400 steps further; perplexity 2.91 at 4k and "
    "2.23 at 32k tokens, where Llama 2 70B has none past 4k",
    "https://www.iso.org/standard/87648.html": "its entry in a catalogue only: prefixes for binary multiples are given",
    "https://github.com/modal-labs/modal-client/pull/2797": "H100 81,559 MiB, L4 23,034 MiB, as the driver reports",
}
"""What each opened source says, by URL."""
