"""Hardware to compare with: memory sizes, bandwidths, and the traffic of a table sharded by rows.

Memory is sold in "GB" and mostly made in GiB; both are given. The rest of the model and the system need memory, too.
"""

from dataclasses import dataclass

from explorer.memory.memory_estimate import BillRequest

_ID = 8


_MIB = 2**20
CARDS_SOURCE = "https://github.com/modal-labs/modal-client/pull/2797"
"""Source of the memory sizes that the cards' driver reports, collected by a cloud provider."""


@dataclass(frozen=True)
class Budget:
    """Memory of a machine: advertised size, and bytes."""

    name: str
    sold: str
    bytes: int


BUDGETS = (
    Budget("Cheap server", "1 GB", 2**30),
    Budget("Phone", "6 GB", 6 * 2**30),
    Budget("Laptop", "8 GB", 8 * 2**30),
    Budget("Laptop", "16 GB", 16 * 2**30),
    Budget("Card, L4", "24 GB", 23_034 * _MIB),
    Budget("Card, H100", "80 GB", 81_559 * _MIB),
)
"""Memory is made in GiB, so a laptop of "8 GB" has 8 GiB."""


@dataclass(frozen=True)
class Bandwidth:
    """Peak bandwidth of a memory in bytes per second, its derivation, and its source."""

    name: str
    bytes_per_second: int
    how: str
    source: str
    url: str


def wires(bits_per_second: int, count: int) -> int:
    """Bytes per second over `count` wires that carry `bits_per_second` bits each.

    >>> wires(5_600_000_000, 64)  # DDR5-5600: 5600 million transfers per second, 64 wires
    44800000000
    """
    return bits_per_second * count // 8


BANDWIDTHS = (
    Bandwidth(
        "laptop (DDR5-4800)",
        wires(4_800_000_000, 64),
        "4,800 million transfers per second (the number in its name) × 64 bits",
        "Crucial (Micron), DDR5 RAM: everything you need to know",
        "https://www.crucial.in/articles/about-memory/everything-about-ddr5-ram",
    ),
    Bandwidth(
        "chip’s stack (HBM3)",
        wires(6_400_000_000, 1024),
        "6.4 Gbit per second × 1,024 data pins",
        "JEDEC's announcement of JESD238 (January 2022), as reprinted by SoylentNews: 6.4 Gb/s, 819 GB/s",
        "https://soylentnews.org/article.pl?sid=22/01/28/1013228",
    ),
    Bandwidth(
        "card (H100, HBM3)",
        3_350_000_000_000,
        "as its maker prints it, for the SXM card with 80 GB",
        "NVIDIA H100, product specifications: 3.35 TB/s",
        "https://www.nvidia.com/en-us/data-center/h100/",
    ),
)


@dataclass(frozen=True)
class Traffic:
    """Memory traffic of one batch's lookup, in bytes."""

    lookups: int
    read_per_token: int
    written_per_token: int

    @property
    def read(self) -> int:
        """Bytes read from the table: one row per token, however large V is."""
        return self.lookups * self.read_per_token

    @property
    def total(self) -> int:
        """Bytes read and written."""
        return self.lookups * (self.read_per_token + self.written_per_token)

    def seconds(self, bytes_per_second: float) -> float:
        """Estimated time at that bandwidth; cached rows are faster, scattered ones slower."""
        return self.total / bytes_per_second


def traffic(request: BillRequest) -> Traffic:
    """Bytes that the lookup of one batch reads (a stored row and the id) and writes (D numbers).

    >>> course = traffic(BillRequest(50_257, 768, batch=32, seq_len=2048))
    >>> course.lookups, course.read_per_token, course.written_per_token
    (65536, 3080, 3072)
    """
    store = request.format
    return Traffic(request.tokens, store.row_bytes(request.embed_dim) + _ID, request.embed_dim * store.computes_in)


@dataclass(frozen=True)
class Shards:
    """Token table sharded by rows over several cards, and the traffic of one batch in bytes.

    Owners: every card has a share of the batch, sends ids to the cards that own the rows, and receives rows. Sum: every
    card has the whole batch, looks up the rows that it owns, with zeros for the others, and all-reduce adds the results
    (Shoeybi et al. 2019, section 3); a ring sends 2(N − 1)/N of the result out of each card (Patarasuk and Yuan
    2009).
    """

    cards: int
    rows_per_card: int
    owners_sent: int
    sum_sent: int


def shards(request: BillRequest, budget: int, held_per_row: int) -> Shards | None:
    """Fewest cards with `budget` bytes each that hold the rows at `held_per_row` bytes; None if no row fits.

    Ids are assumed to be uniform, so (N − 1)/N of them are on another card.

    >>> gpt3 = BillRequest(50_257, 12_288, batch=1, seq_len=2048)
    >>> cut = shards(gpt3, 10**9, 4 * 12_288)
    >>> cut.cards, cut.rows_per_card, cut.sum_sent
    (3, 16753, 402653184)
    """
    rows_that_fit = budget // held_per_row
    if rows_that_fit == 0:
        return None
    cards = -(-request.vocab_size // rows_that_fit)
    rows = -(-request.vocab_size // cards)
    vector = request.embed_dim * request.format.computes_in
    away = request.tokens * (cards - 1)
    return Shards(
        cards=cards,
        rows_per_card=rows,
        owners_sent=-(-away * (_ID + vector) // cards),
        sum_sent=2 * away * vector,
    )
