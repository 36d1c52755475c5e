"""The pages that are written from the rules, the rulings, the profiles and the scenarios, each as Markdown by its path without suffix."""
