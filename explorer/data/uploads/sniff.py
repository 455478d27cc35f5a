"""What kind of file this is: by its first bytes, then by its name; what can't be read is named, with its conversion.

A pickle is never opened: opening one runs whatever its maker put in.
"""

import re
from pathlib import PurePath

from explorer.data.uploads.limits import UploadError, short

_TEXTS = ("csv", "tsv", "txt", "vec")
KINDS = (*_TEXTS, "npy", "npz", "safetensors")
HEAD = 1_000
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f]")
_TRUSTED = "and only where you trust who made it: opening a pickle runs what is in it"
_UNREADABLE = {
    "pickle": (
        f"a pickle. Convert it in Python, {_TRUSTED}, so it is never opened here. An array",
        "import pickle, numpy; numpy.save('vectors.npy', pickle.load(open({name!r}, 'rb'))). A dictionary of words: "
        "import pickle, numpy; d = pickle.load(open({name!r}, 'rb')); numpy.savez('vectors.npz', words=[*d], "
        "vectors=[*d.values()])",
    ),
    "json": (
        "JSON. In Python, an API's answer",
        "import json, numpy; numpy.save('vectors.npy', [row['embedding'] for row in json.load(open({name!r}))['data']]"
        "). Words with their numbers: import json, numpy; d = json.load(open({name!r})); numpy.savez('vectors.npz', "
        "words=[*d], vectors=[*d.values()]). A model's index says which .safetensors file has embed_tokens or wte: "
        "choose that file",
    ),
    "parquet": (
        "a file of Parquet or Arrow. In Python, with columns of numbers (read_feather for Arrow and Feather)",
        "import pandas; pandas.read_parquet({name!r}).to_csv('vectors.csv', index=False). With a vector in each cell: "
        "import numpy, pandas; f = pandas.read_parquet({name!r}); numpy.savez('vectors.npz', words=[*f['WORD']], "
        "vectors=[*f['VECTOR']])",
    ),
    "projector": (
        "TensorBoard's list of the Embedding Projector's files. One of both, in Python ([1:] if the labels have a "
        "header)",
        "import numpy; numpy.savez('vectors.npz', vectors=numpy.loadtxt('tensors.tsv', delimiter='\\t'), "
        "words=open('metadata.tsv', encoding='utf-8').read().splitlines()[1:])",
    ),
    "word2vec": (
        "no text; if it is word2vec's binary format, in Python",
        "from gensim.models import KeyedVectors; KeyedVectors.load_word2vec_format({name!r}, binary=True, limit=20000)"
        ".save_word2vec_format('vectors.txt')",
    ),
    "torch": (
        "a file of PyTorch; it holds a pickle, and pickles are never opened here. A state_dict, in Python",
        "import torch; from safetensors.torch import save_file; save_file({{k: v.contiguous().clone() for k, v in "
        "torch.load({name!r}, weights_only=True).items()}}, 'vectors.safetensors')",
    ),
    "gguf": (
        "a GGUF file. In Python",
        "import gguf, numpy; t = next(t for t in gguf.GGUFReader({name!r}).tensors if t.name == 'token_embd.weight'); "
        "numpy.save('vectors.npy', gguf.dequantize(t.data, t.tensor_type))",
    ),
    "hdf5": (
        "an HDF5 file (Keras and MATLAB 7.3 write these). In Python, with the name of the array in it",
        "import h5py, numpy; numpy.save('vectors.npy', h5py.File({name!r})['NAME'][:])",
    ),
    "mat": (
        "a MATLAB file. In Python, with the name of the array in it",
        "import scipy.io, numpy; numpy.save('vectors.npy', scipy.io.loadmat({name!r})['NAME'])",
    ),
    "sheet": (
        "a spreadsheet. Save it there as “CSV UTF-8”, and choose that file; or in Python",
        "import pandas; pandas.read_excel({name!r}).to_csv('vectors.csv', index=False)",
    ),
    "fasttext": (
        "a model of fastText. In Python",
        "import fasttext, numpy; m = fasttext.load_model({name!r}); numpy.savez('vectors.npz', words=m.words[:20000], "
        "vectors=[m[w] for w in m.words[:20000]])",
    ),
    "gensim": (
        f"a file of gensim; it holds a pickle, so it is never opened here. In Python, {_TRUSTED}",
        "import gensim; m = gensim.utils.SaveLoad.load({name!r}); "
        "getattr(m, 'wv', m).save_word2vec_format('vectors.txt')",
    ),
    "zip": ("a zip archive. Unpack it, and choose what was in it", "python -m zipfile -e {name!r} unpacked"),
    "gzip": (
        "a file packed by gzip. Unpack it, and choose what was in it",
        "import gzip, shutil; shutil.copyfileobj(gzip.open({name!r}), open({stem!r}, 'wb'))",
    ),
}
"""Kinds that are not read: what they are, and the one line that converts them."""
_MAGIC = (
    (b"\x93NUMPY", "npy"),
    (b"ARROW1\0", "parquet"),
    (b"GGUF", "gguf"),
    (b"\xba\x16O/", "fasttext"),
    (b"\x89HDF\r\n\x1a\n", "hdf5"),
    (b"MATLAB 7.3", "hdf5"),
    (b"MATLAB 5.0", "mat"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "sheet"),
    (b"\x1f\x8b\x08", "gzip"),
)
_NAMES = {
    **dict.fromkeys(("parquet", "arrow", "feather"), "parquet"),
    **dict.fromkeys(("pkl", "pickle", "joblib"), "pickle"),
    **dict.fromkeys(("pt", "pth", "ckpt"), "torch"),
    **dict.fromkeys(("h5", "hdf5", "keras"), "hdf5"),
    **dict.fromkeys(("xls", "xlsx", "ods"), "sheet"),
    **{"gguf": "gguf", "mat": "mat", "zip": "zip", "gz": "gzip", "bin": "word2vec"},
}
_PICKLED = dict.fromkeys(("model", "kv", "wordvectors"), "gensim")
_TORCH = b"\x80\x02\x8a\nl\xfc\x9cF\xf9 j\xa8P\x19"
"""How a file of PyTorch before 1.6 begins: a pickle of a number that `torch.load` looks for."""


def kind_of(name: str, data: bytes) -> str:
    r"""The kind, one of `KINDS`: what the first bytes say, whatever the name, or else what the name says.

    Raises:
        UploadError: it is no kind that can be read; with the line that converts it.

    >>> kind_of("a.csv", b"word,x"), kind_of("a", b"\x93NUMPY\x01\x00"), kind_of("vectors", b"a 1 2\n")
    ('csv', 'npy', 'txt')
    """
    path, text = PurePath(name), _text(data)
    ending, shown = path.suffix.lower().lstrip("."), short(path.name)
    found = _by_bytes(ending, data) or _by_text(ending, text) or ("" if text else _NAMES.get(ending, ""))
    if found in _UNREADABLE:
        what, line = _UNREADABLE[found]
        raise UploadError(f"{shown!r} is {what}: " + line.format(name=shown, stem=short(path.stem)))
    if found in KINDS:
        return found
    if text.startswith("version https://git-lfs"):
        raise UploadError(
            f"{shown!r} only says where Git LFS keeps the file. In its folder: git lfs pull; or download it from its "
            "page in the browser"
        )
    if text[:5].lower() in ("<html", "<!doc"):
        raise UploadError(
            f"{shown!r} holds a web page, perhaps a message or a form to sign in: open it in a browser, and download "
            "the table from there"
        )
    if ending in _TEXTS or (ending in KINDS and not text):
        return ending
    if not text:
        raise UploadError(
            f"{shown!r} is of a kind that can't be read here, and its bytes are no text. Tables are read as .csv, "
            ".tsv, .txt and .vec (GloVe, word2vec), .npy, .npz and .safetensors"
        )
    return "csv" if max(map(text.count, ",;\t")) else "txt"


def _by_text(ending: str, text: str) -> str:
    """The kind of a text by its first line: one that is not read; "" for what may be a table."""
    if text.startswith("embeddings {") or ending in ("pbtxt", "prototxt"):
        return "projector"
    return "json" if ending not in _TEXTS and text[:1] in ("[", "{") else ""


def _by_bytes(ending: str, data: bytes) -> str:
    if data[5:10] == b'\0\0\0{"':  # five bytes of the header's length, then the header's beginning
        return "safetensors"
    # No text continues like this after these letters.
    if data[:4] == b"PAR1" and _CONTROL.match(data[4:5].decode("latin-1")):
        return "parquet"
    if data[:4] == b"PK\x03\x04":
        if b"data.pkl" in data[:HEAD] or ending in ("pt", "pth"):
            return "torch"
        if b"xl/workbook" in data or b"opendocument.spreadsheet" in data[:HEAD]:
            return "sheet"
        return "npz" if b".npy" in data[:HEAD] or ending == "npz" else "hdf5" if ending == "keras" else "zip"
    if data[:1] == b"\x80" and data[1:2] in (b"\2", b"\3", b"\4", b"\5") and ending != "npz":
        return "torch" if data.startswith(_TORCH) else _PICKLED.get(ending, "pickle")
    return next((kind for magic, kind in _MAGIC if data.startswith(magic)), "")


def _text(data: bytes) -> str:
    """First line of a UTF-8 text; "" for other bytes."""
    try:
        head = data[:HEAD].decode("utf-8-sig", "strict" if len(data) <= HEAD else "ignore")
    except UnicodeDecodeError:
        return ""
    if _CONTROL.search(head) or len(head.encode()) < min(len(data), HEAD) - 6:
        return ""
    return head.strip().split("\n")[0].strip()
