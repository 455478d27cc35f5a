"""Pictures of the Positions page: how a token is told where it stands."""
