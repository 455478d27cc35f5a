"""The worst input of each reader takes time in proportion to its size: twice the file, about twice the time."""

import io
import json
import time
import zipfile
from collections.abc import Callable
from contextlib import suppress

import pytest

from explorer.data.uploads import UploadError, read_table
from explorer.rooms import code_letters, parse_code
from explorer.ui.frame.url_params import unreadable


def archive(entries: int) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        for number in range(entries):
            file.writestr(str(number), b"")
    return out.getvalue()


def tensors(names: list[str]) -> bytes:
    entries = {name: {"dtype": "F32", "shape": [3, 2], "data_offsets": [0, 24]} for name in names}
    head = json.dumps(entries).encode()
    return len(head).to_bytes(8, "little") + head + bytes(24)


def rows(head: str, row: str, many: int) -> bytes:
    return "\n".join([head, *(row.format(number) for number in range(many))]).encode()


FILES: dict[str, Callable[[int], tuple[str, bytes]]] = {
    "archive of many files": lambda n: ("a.npz", archive(10 * n)),
    "tensors alike": lambda n: (
        "a.safetensors",
        tensors([chr(0xD800 + number % 2000) * (1 + number // 2000) for number in range(2 * n)]),
    ),
    "tensors called like numbered ones": lambda n: (
        "a.safetensors",
        tensors([*(f"a ({number})" for number in range(n)), *(f"{'a' * 99}{number}" for number in range(n))]),
    ),
    "equal headers": lambda n: ("a.csv", rows(",".join("a" * n), ",".join("1" * n), 3)),
    "headers of digits": lambda n: (
        "a.csv",
        rows(",".join(f"{'1' * 30}x" for _ in range(n)), ",".join("1" * n), 3),
    ),
    "quotes": lambda n: ("a.csv", rows("w,x,y", '"' * 99, 10 * n)),
    "lists without an end": lambda n: ("a.csv", rows("w,v", f"{{}},[{' ' * 99}", 10 * n)),
    "spaces in numbers": lambda n: ("a.csv", rows("w,x,y", f"a{{}},{' ' * 99}1,{' ' * 99}2x", 10 * n)),
    "decimal commas that are none": lambda n: ("a.csv", rows("w;x;y", f"a;{'1' * 99};{'1' * 99}x", 10 * n)),
    "words of many words": lambda n: ("a.vec", rows("10 2", f"{'. ' * 99}0.5 1", 10 * n)),
}
TEXTS: dict[str, Callable[[int], object]] = {
    "a link's number of spaces": lambda n: unreadable(" " * n + "x"),
    "a link's number of digits": lambda n: unreadable("1" * n + "x"),
    "a code of escapes": lambda n: (parse_code("?room=%41" * n), code_letters("?room=" + "%41" * n)),
}


def seconds(work: Callable[[], object]) -> float:
    """Processor time of this thread, which others' work doesn't change."""
    began = time.thread_time()
    with suppress(UploadError):
        work()
    return time.thread_time() - began


def is_linear(make: Callable[[int], Callable[[], object]], size: int) -> bool:
    """Whether eight times as much takes less than 25 times as long (linear: 8, quadratic: 64), or next to nothing."""
    once, more = make(size), make(8 * size)
    return any(seconds(more) < max(25 * seconds(once), 0.05) for _ in range(3))


@pytest.mark.slow
@pytest.mark.parametrize("name", FILES)
def test_a_file_takes_time_in_proportion_to_its_size(name: str) -> None:
    def make(size: int) -> Callable[[], object]:
        file, data = FILES[name](size)
        return lambda: read_table(file, data)

    assert is_linear(make, 200)


@pytest.mark.parametrize("name", TEXTS)
def test_a_text_takes_time_in_proportion_to_its_length(name: str) -> None:
    assert is_linear(lambda size: lambda: TEXTS[name](size), 2000)
