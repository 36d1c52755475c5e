"""The Dhumbal conformance suite: rules, scenarios, and the harness that checks an engine against them."""
