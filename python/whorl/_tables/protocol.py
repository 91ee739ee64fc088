"""What the helper and the program agree on, without pyarrow."""

from __future__ import annotations

VERSION = 1
"""The version of the commands and of the frames. The program compares it with its own."""
