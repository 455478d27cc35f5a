"""Shipped files and their loaders, which return frozen dataclasses of read-only arrays.

Nothing is downloaded at run time. `MANIFEST.md` lists the sources, `SHA256SUMS` the checksums and `licences/` the terms
of all files; `tools/rebuild/data.py` rebuilds each file from its public package.
"""

from explorer.data.corpora import CORPORA, load_analogies, load_corpus, read_blocks
from explorer.data.pretrained_tables import MiniLM, load_glove, load_minilm, load_minilm_encoder, load_whisper
from explorer.data.shipped_files import FILES, SUMS, DamagedFileError, sha256
