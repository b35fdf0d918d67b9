"""A live table as a state machine: commands become events, and events determine its state."""
