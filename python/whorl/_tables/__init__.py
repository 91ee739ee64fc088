"""Parquet, read and written by pyarrow: for `whorl.dedup()` and for the program `whorl`.

The program starts `python -m whorl._tables`, because C++ has no small library for Parquet. Only the
modules of this package import pyarrow, and only if a caller gave a Parquet file.
"""
