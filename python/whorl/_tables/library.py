"""Whether pyarrow is installed, in a version that this package uses."""

from __future__ import annotations

from .._errors import NotInstalledError

_LEAST = 21  # has arange() and content-defined chunking


def pyarrow_version() -> str:
    """The version. Raises NotInstalledError, with the command that installs pyarrow."""
    try:
        import pyarrow
        import pyarrow.parquet  # some builds lack it
    except ImportError:
        raise NotInstalledError("Parquet needs pyarrow: pip install 'whorl[parquet]'") from None
    version = str(pyarrow.__version__)
    if int(version.partition(".")[0]) < _LEAST:
        raise NotInstalledError(
            f"Parquet needs pyarrow {_LEAST} or later, and {version} is installed: "
            "pip install -U pyarrow"
        )
    return version
