"""Glossary for pupils of 17: the terms of glossary.toml, with the numbers of their examples."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from explorer.nn.config import T5_BUCKETS
from explorer.training.published_perplexities import YARN, YARN_FOR


@dataclass(frozen=True)
class Entry:
    """A term of the glossary.

    Attributes:
        term: as written within a sentence.
        meaning: one or two sentences, in everyday words.
        example: one sentence with a number in it.
        see: page and part that show it ("" for the whole app).
        forms: other spellings: plurals, capitals, abbreviations.
    """

    term: str
    meaning: str
    example: str
    see: str = ""
    forms: tuple[str, ...] = ()


_ROWS, _WIDTH = 50_257, 768  # of GPT-2 (small)
_NUMBERS = {
    "rows": _ROWS,
    "zeros": _ROWS - 1,
    "width": _WIDTH,
    "row_bytes": 4 * _WIDTH,
    "numbers": _ROWS * _WIDTH,
    "millions": _ROWS * _WIDTH / 1e6,
    "head_width": _WIDTH // 12,
    "kept": 2 * 12 * _WIDTH,
    "nats": math.log(4),
    "ln_2": math.log(2),
    "ln_3": math.log(3),
    "divergence": (math.log(2) + math.log(2 / 3)) / 2,
    "turn": 2 * math.pi,
    "degrees": math.degrees(1),
    "sine": math.sin(1),
    "cosine": math.cos(1),
    "cosine_45": math.cos(math.pi / 4),
    "xavier": math.sqrt(6 / 50_512),
    "buckets": T5_BUCKETS,
    "trained_at": YARN.trained_at,
    "trained_for": YARN_FOR,
    "mebibytes": 102_400_000 / 2**20,
    "ddr5": 4.8 * 64 / 8,
}

<<<<<<< HEAD
ENTRIES: tuple[Entry, ...] = (
    # Text and tokens
    Entry(
        "token",
        "A piece of text that a model reads as one unit: a word, a part of one, a character, or a part of one.",
        "“The cat sat on the mat” is 6 tokens for gpt2, “👍” is 2.",
        "Tokens",
        ("tokens", "Tokens"),
    ),
    Entry(
        "token id",
        "The number of a token in the tokenizer's list: a name. Tokens whose ids follow each other need not be alike.",
        "“The” has id 464 in gpt2.",
        "Tokens",
        ("token ids", "id", "ids"),
    ),
    Entry(
        "tokenizer",
        "The program that cuts a text into tokens and gives each its number. A model works with one tokenizer only.",
        f"gpt2's has {_GPT2:,} tokens.",
        "Tokens",
        ("tokenizers",),
    ),
    Entry(
        "vocabulary",
        "All tokens that a tokenizer knows. The table has V rows, one for each, and sometimes a few for ids that no "
        "token has.",
        f"V = {_GPT2:,} for gpt2.",
        "Tokens",
        ("vocabularies", "vocabulary size"),
    ),
    Entry(
        "byte",
        "A number from 0 to 255; computers store text as a row of them.",
        f"“é” is {len('é'.encode())} bytes in UTF-8, “猫” is {len('猫'.encode())}.",
        "Tokens",
        ("bytes", "UTF-8"),
    ),
    Entry(
        "hexadecimal",
        "A way to write a number with sixteen digits, 0 to 9 and then A to F, so that every byte takes two of them.",
        f"The byte {0xF0} is F0: {0xF} · 16 + {0xF0 - 16 * 0xF}.",
        "Tokens",
        ("hex",),
    ),
    Entry(
        "byte-pair encoding",
        "A way to make tokens: start from single bytes, and join the pair of neighbours that the list of merges names "
        "first, again and again.",
        "“ cat” takes 3 merges in gpt2.",
        "Tokens, Merges",
        ("BPE", "merge", "merges"),
    ),
    Entry(
        "rank",
        "The number that says which pair is joined first: the pair with the lowest. Ranks 0 to 255 belong to the "
        "single bytes, so the first merge in the list has rank 256.",
        "“a” and “t” are joined at rank 265 in gpt2: the tenth merge.",
        "Tokens, Merges",
        ("ranks",),
    ),
    # Tables and vectors
    Entry(
        "vector",
        "A list of numbers in a fixed order. Two numbers are a point in the plane; 768 are a point in a space that "
        "nobody can draw.",
        "(3, 4) is a vector of 2 numbers.",
        forms=("vectors",),
    ),
    Entry(
        "embedding",
        "The vector that stands for a token, and also the table of all these vectors. Training finds its numbers.",
        f"GPT-2 (small) gives every token {_D} numbers.",
        "Tokens, Rows",
        ("embeddings", "embedding table"),
    ),
    Entry(
        "table",
        "Rows of numbers one under another, a row for each token: V rows of D numbers. Also called embedding matrix.",
        f"{_GPT2:,} × {_D} = {_GPT2 * _D:,} numbers in GPT-2 (small).",
        "Memory",
        ("tables",),
    ),
    Entry(
        "row",
        "The numbers of one token, in one line of the table. The token's id says which line.",
        "Row 464 belongs to “The” in gpt2.",
        "Tokens, Rows",
        ("rows",),
    ),
    Entry(
        "dimension",
        "One of the numbers in a vector, and the direction that it stands for. D counts them.",
        f"D = {_D} in GPT-2 (small).",
        forms=("dimensions", "width"),
    ),
    Entry(
        "lookup",
        "Taking the row that an id names. Nothing is multiplied.",
        f"One lookup at D = {_D} in float32 reads {_D * 4:,} bytes.",
        "Tokens, Rows",
        ("lookups", "look up"),
    ),
    Entry(
        "one-hot",
        "A vector that is 0 everywhere but for a single 1, at the place of the token's id.",
        f"For gpt2 it has {_GPT2:,} numbers, {_GPT2 - 1:,} of them 0.",
        "Tokens, Rows",
        ("one-hot vector", "one-hot vectors"),
    ),
    Entry(
        "(B, T, D)",
        "The shape of what a model reads: B texts, T tokens in each, D numbers for each token.",
        f"(1, 6, 384) holds {6 * 384:,} numbers.",
        "Tokens, Pipeline",
        ("B", "T", "D"),
    ),
    Entry(
        "length of a vector",
        "How long its arrow is: the square root of the sum of its squared numbers.",
        f"(3, 4) has length {math.hypot(3, 4):.0f}.",
        forms=("length", "vector's length", "norm"),
    ),
    Entry(
        "dot product",
        "Multiply two vectors number by number and add up: large where they point the same way.",
        f"(1, 2) · (3, 4) = 1 · 3 + 2 · 4 = {1 * 3 + 2 * 4}.",
        forms=("dot products",),
    ),
    Entry(
        "cosine",
        "How far two vectors point the same way, whatever their lengths: 1 the same, 0 at right angles, −1 opposite.",
        f"(1, 0) and (1, 1) stand at 45°, their cosine is {math.cos(math.pi / 4):.2f}.",
        "Projection, Map",
        ("cosine similarity", "cosines"),
    ),
    Entry(
        "variance",
        "How widely numbers spread: the mean of their squared distances from the mean.",
        f"1 and 3 have mean 2 and variance {((1 - 2) ** 2 + (3 - 2) ** 2) / 2:.0f}.",
        "Projection, Map",
        ("variances",),
    ),
    Entry(
        "standard deviation",
        "How far numbers usually lie from their mean: the square root of the variance.",
        f"1 and 3 have mean 2 and standard deviation {math.sqrt(((1 - 2) ** 2 + (3 - 2) ** 2) / 2):.0f}.",
        "Gradients, Whole books",
        ("standard deviations",),
    ),
    Entry(
        "principal component",
        "The direction in which a cloud of points spreads most; the next one is at right angles to it. PCA finds them.",
        "A map on paper shows 2 components.",
        "Projection, Map",
        ("principal components", "PCA", "components", "component", "strongest directions"),
    ),
    Entry(
        "projection",
        "The shadow of points on a plane. Points that are far apart can fall on the same spot.",
        "(1, 2, 0) and (1, 2, 9) have the same shadow (1, 2), though they are 9 apart.",
        "Projection, Map",
        ("projections", "projected"),
    ),
    Entry(
        "t-SNE",
        "A way to draw points in a plane that keeps near ones near, and says little about far ones.",
        "Its perplexity, 30 where scikit-learn isn't told otherwise, is about how many neighbours count for a point.",
        "Projection, Maps",
    ),
    Entry(
        "UMAP",
        "A way to draw points in a plane: each is tied to its nearest neighbours, then ties pull and all others push.",
        "With 15 neighbours, its usual number, a point is tied to itself and the 14 nearest others.",
        "Projection, Maps",
    ),
    Entry(
        "cluster",
        "A group of rows that lie nearer to the middle of their group than to any other group's.",
        "Asked for 12, k-means divides a table into 12, also one without groups, so finding them proves nothing yet.",
        "Projection, Groups",
        ("clusters", "k-means"),
    ),
    Entry(
        "silhouette",
        "How well a row fits its cluster: "
        "from −1 (nearer to another cluster's rows) through 0 to 1 (its cluster's rows all coincide). "
        "Alone in its cluster, a row gets 0.",
        "Squared distance 1 to its own and 4 to the next cluster's: (4 − 1) / 4 = 0.75.",
        "Projection, Groups",
        ("silhouettes",),
    ),
    Entry(
        "trustworthiness",
        "How few strangers stand among a point's near dots in a picture: 1 means none.",
        "A share of 1.00 means that every near dot is truly near.",
        "Projection, Map",
    ),
    Entry(
        "continuity",
        "How few of a point's true neighbours were torn away from it in a picture: 1 means none.",
        "A share of 1.00 means that no true neighbour got lost.",
        "Projection, Map",
    ),
    Entry(
        "rank correlation",
        "How far two lists put things in the same order: 1 the same order, 0 no relation, −1 reversed. Written ρ.",
        "1 2 3 and 10 20 90 have the same order: ρ = 1.",
        "Projection",
        ("rank correlations", "ρ"),
    ),
    Entry(
        "divergence",
        "How much two lists of probabilities differ: 0 where they are the same, and larger the more they do "
        "(Kullback and Leibler, 1951).",
        f"½ and ½ against ¼ and ¾: ½ · ln 2 + ½ · ln ⅔ = {(math.log(2) + math.log(2 / 3)) / 2:.2f}.",
        "Projection, Maps",
    ),
    Entry(
        "3CosAdd",
        "The published way to answer “a is to b as c is to what?”: the row with the largest cosine to b − a + c.",
        f"Given (1, 0), (1, 1) and (2, 0), it looks for the direction of ({1 - 1 + 2}, {1 - 0 + 0}).",
        "Projection, Analogies",
    ),
    Entry(
        "bootstrap",
        "How much of a result may be chance: its cases are drawn anew many times, with repetition, to see how much "
        "the result moves.",
        "The middle 95 % of the results are the interval that is drawn.",
        "Projection, Analogies",
    ),
    Entry(
        "PPMI",
        "How much more often two words stand near each other than by chance, as a logarithm; below 0 counts as 0.",
        f"Twice as often as by chance gives ln 2 = {math.log(2):.2f}.",
        "Projection, Watch it train",
    ),
    Entry(
        "SVD",
        "A way to write a large table as few directions, strongest first (singular value decomposition).",
        "Cut off after 50, every word keeps 50 numbers.",
        "Projection, Watch it train",
    ),
    # Positions
    Entry(
        "position",
        "Where a token stands in its text, counted from 0.",
        "In “The cat sat”, “cat” stands at position 1.",
        "Positions",
        ("positions",),
    ),
    Entry(
        "positional encoding",
        "Numbers that are added to a token's row to say where it stands, computed by a formula.",
        "Position 0 of the sinusoidal table is 0, 1, 0, 1, and so on.",
        "Positions, Heatmap",
        ("positional encodings", "sinusoidal", "sinusoid", "sinusoids"),
    ),
    Entry(
        "position embedding",
        "A row for each position, learned in training as token rows are. There are as many as the table has rows.",
        "GPT-2 has 1,024 of them: position 1,024 has none.",
        "Extrapolation",
        ("position embeddings", "learned positions", "learned table"),
    ),
    Entry(
        "ridge",
        "A small penalty on large numbers in a fit: it keeps the fit from using huge numbers to follow tiny details.",
        "With ridge 0 any number is free; with 10 even useful ones cost a lot.",
        "Positions, Shift",
    ),
    Entry(
        "R²",
        "How good a prediction is: 1 means no error, 0 as good as always saying the mean, below 0 worse than that.",
        "An R² of 0.90 leaves a tenth of the variance unexplained.",
        "Positions, Shift",
    ),
    Entry(
        "frequency",
        "How fast a wave or a clock hand turns. Fast ones tell neighbours apart, slow ones far positions.",
        f"The fastest pair turns once in 2π = {2 * math.pi:.2f} positions.",
        "Positions, Clocks",
        ("frequencies",),
    ),
    Entry(
        "wavelength",
        "How many positions a wave takes to come round.",
        f"2π = {2 * math.pi:.2f} positions for the first pair.",
        "Positions, Clocks",
        ("wavelengths",),
    ),
    Entry(
        "radian",
        "An angle measured by the arc it cuts from a circle of radius 1. A whole turn is 2π.",
        f"1 radian is {math.degrees(1):.1f}°.",
        "Positions, Clocks",
        ("radians",),
    ),
    Entry(
        "sine",
        "Of a clock hand of length 1 that starts on top: the sine of its angle is how far its tip is to the right, the "
        "cosine how far up: how alike, as a direction, it is to a hand that points up.",
        f"After 1 radian: {math.sin(1):.2f} to the right, {math.cos(1):.2f} up.",
        "Positions, Clocks",
        ("sines", "cosine wave", "cosine waves"),
    ),
    Entry(
        "base",
        "The number that sets how much slower each pair of waves turns than the one before.",
        "10,000 in the paper that introduced it.",
        "Positions, Clocks",
    ),
    Entry(
        "RoPE",
        "Rotary position embedding: instead of adding a position, queries and keys are turned by an angle that grows "
        "with it.",
        "At position 3 the fastest pair has turned by 3 radians.",
        "Positions, RoPE and ALiBi",
        ("rotary",),
    ),
    Entry(
        "ALiBi",
        "Attention with linear biases: no positions; instead a token counts less the further back it stands.",
        "With slope ½, ten tokens back cost 5.",
        "Positions, RoPE and ALiBi",
    ),
    Entry(
        "T5",
        "A model that learns one number for each range of distances between two tokens and adds it to attention's "
        "scores; far distances share one.",
        f"Ours has {T5_BUCKETS} such numbers for each head: distances 0 to 15 have one each, all from 59 on share one.",
        "Extrapolation",
    ),
    Entry(
        "position interpolation",
        "Squeezing the positions of a long text into the range that was trained.",
        f"Squeezed into half, position 100 is read as {100 / 2:.0f}.",
        "Extrapolation, Loss by position",
        ("interpolation", "interpolate"),
    ),
    Entry(
        "NTK scaling",
        "Reading longer texts with a larger base, so that slow waves stretch and fast ones stay.",
        "Positions 1 apart still look 1 apart to the fastest pair.",
        "Extrapolation, Loss by position",
        ("NTK",),
    ),
    Entry(
        "YaRN",
        "Between position interpolation and NTK scaling: "
        "slow waves are squeezed, fast ones stay, and the model is trained a little further.",
        f"Llama 2 70B, trained on windows of {YARN.trained_at:,} tokens, was trained further in this way for "
        f"{YARN_FOR:,}.",
        "Extrapolation, Loss by position",
    ),
    # Inside a model
    Entry(
        "language model",
        "A program that reads a text and gives every piece it knows, a token, a probability of coming next.",
        f"A chat program writes with one, token after token. gpt2 spreads 100 % over {_GPT2:,} tokens.",
        "",
        ("language models", "model"),
    ),
    Entry(
        "transformer",
        "The kind of network behind today's language models: blocks in which each token takes something from others; "
        "where text is written, from those before it.",
        "GPT-2 (small) has 12 blocks.",
        "Home",
        ("transformers",),
    ),
    Entry(
        "block",
        "One storey of a transformer: attention, then a small network for each token by itself.",
        "The models trained for this app's curves have 2.",
        "Extrapolation",
        ("blocks", "layer", "layers"),
    ),
    Entry(
        "encoder",
        "The part of a model that takes in a whole input, text or sound, and turns it into vectors. A decoder writes, "
        "token after token.",
        "Whisper's encoder has 1,500 positions for sound, its decoder 448 for text.",
        "Positions, Heatmap",
        ("encoders", "decoder", "decoders"),
    ),
    Entry(
        "attention",
        "How a token takes in others: it gives each a weight, and "
        "adds up what they offer, multiplied by these weights.",
        "The weights of one token add up to 1.",
        "Home",
    ),
    Entry(
        "query",
        "What a token asks for in attention: a vector, compared with the keys of the others.",
        "GPT-2's heads have queries of 64 numbers.",
        "Positions, RoPE and ALiBi",
        ("queries",),
    ),
    Entry(
        "key",
        "What a token offers to be found by in attention: a vector. Its dot product with a query is the score.",
        "A query (1, 0) and a key (2, 5) score 2.",
        "Positions, RoPE and ALiBi",
        ("keys",),
    ),
    Entry(
        "head",
        "One of several in a block that look back at the same time; each has its own rule for what counts.",
        f"GPT-2 (small) has 12 heads of {_D // 12} numbers.",
        "Positions, RoPE and ALiBi",
        ("heads",),
    ),
    Entry(
        "window",
        "The stretch of text that a model, or one token, can look back at.",
        "A window of 64 tokens ends 63 tokens back.",
        "Extrapolation",
        ("windows", "context"),
    ),
    Entry(
        "mask",
        "A list of yes and no that says which positions count, so that filler and later tokens are left out.",
        "In a line of 3 tokens padded to 5, the mask is yes yes yes no no.",
        "Gradients",
        ("masks",),
    ),
    Entry(
        "padding",
        "Filler that makes all lines of a batch equally long.",
        "Lines of 3 and 5 tokens: the first gets 2.",
        "Tokens",
        ("filler",),
    ),
    Entry(
        "logits",
        "A model's raw score for each token before they become probabilities: the higher, the likelier.",
        f"Scores 0 and ln 3 = {math.log(3):.2f} become 25 % and 75 %.",
        "Home",
        ("logit",),
    ),
    Entry(
        "softmax",
        "Turns scores into shares that add up to 1: e to the power of each, divided by their sum.",
        "Two equal scores become 50 % and 50 %.",
        "Home",
    ),
    Entry(
        "activations",
        "The numbers that a model computes on the way from input to output, in contrast to those it has learned.",
        f"One token leaves {_D} of them after each block of GPT-2 (small).",
        "Memory",
        ("activation",),
    ),
    Entry(
        "ReLU",
        "Cuts everything below 0 to 0: max(0, x).",
        "ReLU(−2) = 0, ReLU(3) = 3.",
        "Tokens, Dog bites man",
    ),
    Entry(
        "tied",
        "One table used twice: to read tokens at the start, and to score every token at the end.",
        f"Tied, GPT-2 (small) saves {_GPT2 * _D:,} numbers.",
        "Gradients",
        ("tied output", "tying", "untied"),
    ),
    # Training
    Entry(
        "parameter",
        "A number that training may change.",
        f"GPT-2 (small)'s token table has {_GPT2 * _D / 1e6:.1f} million.",
        "Memory",
        ("parameters", "weights"),
    ),
    Entry(
        "batch",
        "Several texts that a model reads in one step.",
        "8 texts of 128 tokens are 1,024 tokens.",
        "Gradients",
        ("batches",),
    ),
    Entry(
        "loss",
        "One number that says how wrong a model is; training makes it smaller. Here: the surprise at the token that "
        "really came.",
        f"With a chance of one in four it is ln 4 = {_NATS:.2f} nats.",
        "Extrapolation, Loss by position",
        ("losses",),
    ),
    Entry(
        "cross-entropy",
        "The usual loss: minus the logarithm of the probability that the model gave to what really came.",
        f"A probability of ¼ costs {_NATS:.2f} nats.",
        "Extrapolation",
    ),
    Entry(
        "nats",
        "The unit of surprise with natural logarithms. One more nat means 2.7 times as many equal choices.",
        f"A guess among 4 equal choices costs ln 4 = {_NATS:.2f} nats.",
        "Extrapolation, Loss by position",
        ("nat",),
    ),
    Entry(
        "perplexity",
        "Among how many equal choices a model seems to guess: e to the power of its loss. In t-SNE: about how many "
        "neighbours count.",
        f"A loss of {_NATS:.2f} nats is a perplexity of 4.",
        "Extrapolation",
    ),
    Entry(
        "unigram",
        "A model that only knows how often each token comes. A bigram knows the one before, too, a trigram the two "
        "before.",
        "If “e” is 10 % of all letters, it says 10 % for “e”, always.",
        "Extrapolation",
        ("unigrams", "bigram", "bigrams", "trigram", "trigrams", "n-gram", "n-grams"),
    ),
    Entry(
        "gradient",
        "For each number: how the loss grows as this number grows. Training takes a small step the other way.",
        "Gradient 2, rate 0.1: the number goes down by 0.2.",
        "Gradients",
        ("gradients",),
    ),
    Entry(
        "scatter-add",
        "A lookup in reverse: each token's gradient is added to the row it was read from.",
        "Ids 1 1 2: row 1 gets two gradients, row 2 one.",
        "Gradients, Blackboard",
    ),
    Entry(
        "learning rate",
        "How large a step training takes along the gradient.",
        "Gradient 2 and rate 0.1 make a step of 0.2.",
        "Gradients, One step",
        ("learning rates",),
    ),
    Entry(
        "optimizer",
        "The rule that turns gradients into steps.",
        "Adam keeps 2 more numbers for each parameter.",
        "Gradients, One step",
        ("optimizers",),
    ),
    Entry(
        "SGD",
        "The plainest optimizer: step = learning rate × gradient.",
        "Rate 0.1 and gradient 2: a step of 0.2.",
        "Gradients, One step",
    ),
    Entry(
        "momentum",
        "A memory of past steps, so that a number keeps rolling in its direction.",
        "With 0.9, nine tenths of the last step are added to the next.",
        "Gradients, One step",
    ),
    Entry(
        "Adam",
        "An optimizer that measures each number's usual gradient, and makes steps of about equal size for all.",
        "It keeps 2 more numbers for each parameter.",
        "Gradients, One step",
    ),
    Entry(
        "seed",
        "The number that a random generator starts from. The same seed gives the same random numbers.",
        "Seeds 0, 1 and 2 give 3 different starts.",
        "Extrapolation",
        ("seeds",),
    ),
    Entry(
        "Xavier",
        "A random start between two bounds that shrink as the table grows (Glorot and Bengio, 2010).",
        f"For 50,000 × 512 the bounds are ±√(6/50,512) = ±{math.sqrt(6 / 50_512):.4f}.",
        "Tokens, Rows",
        ("Xavier uniform",),
    ),
    Entry(
        "truncated normal",
        "Random numbers from the bell curve, with those beyond a bound thrown away and drawn again.",
        "Cut at ±3, every number lies between −3 and 3.",
        "Tokens, Rows",
    ),
    Entry(
        "fine-tuning",
        "Training a trained model a little further, on something new.",
        f"A model trained on {YARN.trained_at:,} tokens has learned in this way to read {YARN_FOR:,}.",
        "Extrapolation",
        ("fine-tuned",),
    ),
    Entry(
        "extrapolation",
        "Reading on where training never went.",
        "Trained on 64 tokens, asked to read 65.",
        "Extrapolation",
    ),
    # Machines
    Entry(
        "float32",
        "A number with a decimal point, stored in 4 bytes: about 7 digits.",
        "1,000 of them take 4,000 bytes.",
        "Memory",
        ("FP32",),
    ),
    Entry(
        "float16",
        "A number with a decimal point, stored in 2 bytes: about 3 digits, up to 65,504.",
        "1,000 of them take 2,000 bytes.",
        "Memory",
        ("FP16",),
    ),
    Entry(
        "BF16",
        "A number with a decimal point in 2 bytes that reaches as far as float32, with 2 to 3 digits.",
        "1,000 of them take 2,000 bytes.",
        "Memory",
        ("bfloat16",),
    ),
    Entry(
        "INT8",
        "A whole number from −128 to 127 in 1 byte (INT4: −8 to 7 in half a byte); a common factor turns it into a "
        "fine scale.",
        "1,000 of them take 1,000 bytes.",
        "Memory",
        ("int8", "INT4", "int4"),
    ),
    Entry(
        "MiB",
        "1,024 × 1,024 bytes. MB means a million bytes.",
        f"102.4 MB = {102_400_000 / 2**20:.1f} MiB.",
        "Memory, The bill",
        ("MB", "GiB"),
    ),
    Entry(
        "L1–L3",
        "Small, fast stores between a processor and its memory, from the nearest (L1) to the largest (L3).",
        f"An L1 of 32 KiB holds {32 * 1024 // (64 * 4)} rows of 64 numbers in FP32.",
        "Memory, Time",
        ("L1", "L2", "L3", "cache", "caches"),
    ),
    Entry(
        "bandwidth",
        "How many bytes can go from a memory to a processor in a second.",
        f"A DDR5-4800 module moves up to {4.8 * 64 / 8:.1f} GB per second.",
        "Memory, Time",
        ("bandwidths",),
    ),
    Entry(
        "HBM",
        "The fast memory on a graphics card (high bandwidth memory).",
        "An H100 card is sold with 80 GB of it.",
        "Memory",
    ),
    Entry(
        "KV cache",
        "Keys and values of the tokens read so far, kept so that they need not be computed again for the next token.",
        f"GPT-2 (small) keeps 2 × 12 × {_D} = {2 * 12 * _D:,} numbers for each token.",
        "Memory, The bill",
    ),
    Entry(
        "Zipf's law",
        "The second most frequent word comes about half as often as the first, the tenth about a tenth as often.",
        "1,000 times “the”: about 100 times the tenth word.",
        "Gradients, Whole books",
        ("Zipf",),
    ),
)
=======
>>>>>>> main

def _entry(term: str, meaning: str, example: str, see: str = "", forms: Iterable[str] = ()) -> Entry:
    return Entry(term, meaning, example.format(**_NUMBERS), see, tuple(forms))


_WRITTEN = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
ENTRIES: tuple[Entry, ...] = tuple(_entry(term, **written) for term, written in _WRITTEN.items())
_BY_NAME = {name: entry for entry in ENTRIES for name in (entry.term, *entry.forms)}


def find(name: str) -> Entry | None:
    """Entry of a term in any of its forms, with a capital or small first letter; None without one.

    >>> find("Rows").term, find("PCA").term, find("nothing of the kind")
    ('row', 'principal component', None)
    """
    return _BY_NAME.get(name) or _BY_NAME.get(name[:1].lower() + name[1:])
