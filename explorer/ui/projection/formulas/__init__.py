"""The formulas under the pictures of this page."""
