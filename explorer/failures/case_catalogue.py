"""All cases, in the order of learning."""

from explorer.failures import raised_errors, silent_arithmetic, silent_ids, silent_positions

RAISING = raised_errors.CASES
SILENT = (*silent_ids.CASES, *silent_positions.CASES, *silent_arithmetic.CASES)
CASES = (*RAISING, *SILENT)
