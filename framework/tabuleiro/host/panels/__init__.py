"""What stands round the map: decisions, units, the log, charts."""
