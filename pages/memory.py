"""What does the table cost, in bytes and in time?"""

from explorer import ui
from explorer.ui.memory import (
    allocation_check,
    devices,
    embedding_share,
    lookup_time,
    mb_or_mib,
    memory_bill,
    reduced_precision,
    transfer_time,
)

ui.page(
    "memory",
    [memory_bill, mb_or_mib, embedding_share, reduced_precision, transfer_time],
    deeper=[lookup_time, devices, allocation_check],
)
