"""What has just been seen when a task of the guide is done, said with the numbers on the screen; by subject."""
