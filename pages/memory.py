"""What does the table cost, in bytes and in time?"""

from explorer import ui
from explorer.ui.memory import devices, embedding_share, memory_bill, reduced_precision, transfer_time

BILL = ui.Pictures("The bill", "m_see", {"What it takes": memory_bill, "Does it fit?": devices})

ui.page("memory", [BILL, embedding_share, reduced_precision, transfer_time])
