"""The formulas under the pictures of this page, each worked out with the numbers on the screen."""
