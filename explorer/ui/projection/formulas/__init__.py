"""The formulas under the pictures of this page, with the sentences that say the same in words."""
