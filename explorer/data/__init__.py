"""The shipped files and their loaders: what comes off the disk leaves as frozen dataclasses of read-only arrays.

Nothing is fetched at run time. `MANIFEST.md` beside this file says where every file comes from, `SHA256SUMS`
what its bytes must be, `licences/` under which terms it is passed on, and `tools/rebuild/data.py` makes each
file again from its public package.
"""

from explorer.data.corpora import CORPORA, CorpusInfo, load_analogies, load_corpus, read_blocks
from explorer.data.pretrained_tables import Glove, MiniLM, WhisperTables, load_glove, load_minilm, load_whisper
from explorer.data.shipped import FILES, SUMS, DamagedFileError, sha256, verify

__all__ = [
    "CORPORA",
    "FILES",
    "SUMS",
    "CorpusInfo",
    "DamagedFileError",
    "Glove",
    "MiniLM",
    "WhisperTables",
    "load_analogies",
    "load_corpus",
    "read_blocks",
    "load_glove",
    "load_minilm",
    "load_whisper",
    "sha256",
    "verify",
]
