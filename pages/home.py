"""The whole chain at a glance."""

from explorer import ui

ui.begin("home")
ui.end("home")
