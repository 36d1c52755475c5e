"""Checks the scenarios: would they notice if one small place of the reference engine were wrong?"""
