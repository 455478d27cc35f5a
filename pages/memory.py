"""What does the table cost, in bytes and in time?"""

from explorer import ui
from explorer.ui.memory import embedding_share, memory_bill, reduced_precision, transfer_time

ui.page("memory", [memory_bill, embedding_share, reduced_precision, transfer_time])
