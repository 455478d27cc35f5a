"""The worst input of each reader takes time in proportion to its size: twice the file, about twice the time."""

import io
import json
import threading
import time
import zipfile
from collections.abc import Callable
from contextlib import suppress

import numpy as np
import pytest

from explorer.data.uploads import UploadError, read_table
from explorer.rooms import code_letters, parse_code
from explorer.ui.frame.url_params import unreadable
from explorer.words.text_search import Texts, matching


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


def npy(many: int) -> bytes:
    out = io.BytesIO()
    np.save(out, np.eye(many, 3, dtype=np.int8))
    return out.getvalue()


FILES: dict[str, Callable[[int], tuple[str, bytes, bytes | None]]] = {
    "archive of many files": lambda n: ("a.npz", archive(10 * n), None),
    "tensors alike": lambda n: (
        "a.safetensors",
        tensors([chr(0xD800 + number % 2000) * (1 + number // 2000) for number in range(2 * n)]),
        None,
    ),
    "tensors called like numbered ones": lambda n: (
        "a.safetensors",
        tensors([*(f"a ({number})" for number in range(n)), *(f"{'a' * 99}{number}" for number in range(n))]),
        None,
    ),
    "equal headers": lambda n: ("a.csv", rows(",".join("a" * n), ",".join("1" * n), 3), None),
    "headers of digits": lambda n: (
        "a.csv",
        rows(",".join(f"{'1' * 30}x" for _ in range(n)), ",".join("1" * n), 3),
        None,
    ),
    "quotes": lambda n: ("a.csv", rows("w,x,y", '"' * 99, 10 * n), None),
    "lists without an end": lambda n: ("a.csv", rows("w,v", f"{{}},[{' ' * 99}", 10 * n), None),
    "spaces in numbers": lambda n: ("a.csv", rows("w,x,y", f"a{{}},{' ' * 99}1,{' ' * 99}2x", 10 * n), None),
    "decimal commas that are none": lambda n: ("a.csv", rows("w;x;y", f"a;{'1' * 99};{'1' * 99}x", 10 * n), None),
    "words of many words": lambda n: ("a.vec", rows("10 2", f"{'. ' * 99}0.5 1", 10 * n), None),
    "binary words": lambda n: ("a.bin", b"%d 2\n" % n + (b"w" * 399 + b" " + bytes(8)) * n, None),
    "records with names of their own": lambda n: (
        "a.json",
        json.dumps([{f"a{at}": at} for at in range(n)]).encode(),
        None,
    ),
    "records of which one has many names": lambda n: (
        "a.json",
        json.dumps([{f"a{at}": at for at in range(n)}, *({"a1": at} for at in range(10 * n))]).encode(),
        None,
    ),
    "empty lists": lambda n: ("a.json", b"[" + b"[]," * 100 * n + b"[]]", None),
    "lines that are empty": lambda n: ("a.jsonl", b"{}" + b"\n" * 1000 * n, None),
    "lists in a column of words": lambda n: (
        "a.json",
        b'{"text": [%b], "data": [%b]}'
        % (b",".join([b"[" * 30 + b"]" * 30] * n), b",".join([b'{"embedding": [1, %d]}' % at for at in range(n)])),
        None,
    ),
    "deep lists in a column of words": lambda n: (
        "a.json",
        b'{"text": [%b, 1, 1], "data": [%b]}'
        % (b"[" * 4 * n + b"]" * 4 * n, b",".join([b'{"embedding": [1, 2]}'] * 3)),
        None,
    ),
    "a deep config": lambda n: ("a.json", b"[" * 1000 * n, None),
    "labels of quotes": lambda n: ("a.npy", npy(n), b'"' * 1000 * n),
    "labels of tabs": lambda n: ("a.npy", npy(n), b"\n".join([b"\t" * 10] * n)),
}
TEXTS: dict[str, Callable[[int], object]] = {
    "a link's number of spaces": lambda n: unreadable(" " * n + "x"),
    "a link's number of digits": lambda n: unreadable("1" * n + "x"),
    "a code of escapes": lambda n: (parse_code("?room=%41" * n), code_letters("?room=" + "%41" * n)),
    "a pattern of stars": lambda n: matching(["a" * n], "*a" * 99 + "b"),
    "a pattern for many": lambda n: matching(Texts(["a" * 40] * (n // 10)), "*?" * 99 + "b"),
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
        file, data, beside = FILES[name](size)
        return lambda: read_table(file, data, beside)

    assert is_linear(make, 200)


LARGE: dict[str, Callable[[], bytes]] = {
    "numbers": lambda: b"[" + b",".join([b"[" + b"1.2345," * 99 + b"1]"] * 15_000) + b"]",
    "whole numbers of many digits": lambda: b"[[" + b",".join([b"9" * 4000] * 3000) + b"]]",
    "records": lambda: b"[" + b",".join([b'{"v":[1,2,3]}'] * 30_000) + b"]",
}


@pytest.mark.slow
@pytest.mark.parametrize("name", LARGE)
def test_while_a_large_json_is_read_other_visitors_get_the_processor(name: str) -> None:
    data, waits, over = LARGE[name](), [], threading.Event()

    def wait() -> None:
        at = time.perf_counter(), time.process_time()
        while not over.is_set():
            time.sleep(0.001)
            now = time.perf_counter(), time.process_time()  # of this process: others' work doesn't count
            waits.append(min(now[0] - at[0], now[1] - at[1]))
            at = now

    visitor = threading.Thread(target=wait)
    visitor.start()
    with suppress(UploadError):
        read_table("a.json", data)
    over.set()
    visitor.join()
    assert waits and max(waits) < 0.15


@pytest.mark.parametrize("name", TEXTS)
def test_a_text_takes_time_in_proportion_to_its_length(name: str) -> None:
    assert is_linear(lambda size: lambda: TEXTS[name](size), 2000)
