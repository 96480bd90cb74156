"""What a release can be taken away as: one module a format, each pure.

The same release gives the same bytes: everything is sorted, and no time is written.
"""
