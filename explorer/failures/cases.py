"""All cases, in the order of learning."""

from explorer.failures import ids, loud, places, sums

LOUD = loud.CASES
SILENT = (*ids.CASES, *places.CASES, *sums.CASES)
CASES = (*LOUD, *SILENT)
