"""The life of a run: driven, followed, paused, resumed, remembered."""
