"""The guide in English."""
