"""Parquet files at URLs, by fsspec: s3://, gs://, hf://, https:// and what else it knows."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from typing import Any

from .._errors import NotFoundError, NotInstalledError, UnreadableError, UnsupportedError

_SCHEME = re.compile(r"[a-z][a-z0-9+.-]+://", re.IGNORECASE)


def is_url(path: str) -> bool:
    """True for a str that begins with a scheme, such as s3://."""
    return _SCHEME.match(path) is not None


def files_at(url: str, ending: str) -> Iterator[tuple[str, str, str, str]]:
    """The URL, the name, the relative name and the folder of each Parquet file at a URL.

    The URL is that of a file, of a folder or a glob. Of folders and globs, files with this ending
    count.
    """
    system, path = _connected(url)
    if "*" in url:
        base, in_folder = posixpath.dirname(path.partition("*")[0]), False
        found = [one for one in _asked(url, system.glob, path) if one.lower().endswith(ending)]
    elif url.lower().endswith(ending) or not _asked(url, system.isdir, path):
        yield url, url, posixpath.basename(path.partition("?")[0]), ""
        return
    else:
        base, in_folder = path, True
        found = [one for one in _asked(url, system.find, path) if _counts(one, path, ending)]
    if not found:
        raise NotFoundError(f"{url}: no file there ends in {ending}; whorl reads Parquet at URLs")
    for one in sorted(found):
        full, relative = system.unstrip_protocol(one), posixpath.relpath(one, base)
        yield full, relative if in_folder else full, relative, url if in_folder else ""


def open_url(url: str) -> Any:
    """A binary file object that can seek, and reads parts of the file when they are needed."""
    system, path = _connected(url)
    file = _asked(url, lambda: system.open(path, "rb"))
    if not file.seekable() or getattr(file, "size", 0) is None:
        raise UnsupportedError(
            f"{url}: the server sends whole files only, and Parquet is read in parts: download "
            "the file first"
        )
    return file


def _connected(url: str) -> tuple[Any, str]:
    scheme = url.partition("://")[0]
    try:
        import fsspec
    except ImportError:
        raise NotInstalledError(
            f"{url}: URLs need fsspec: pip install fsspec, or download the file first"
        ) from None
    try:
        system, path = fsspec.core.url_to_fs(url)
    except ImportError as error:
        raise NotInstalledError(f"{url}: fsspec cannot read {scheme}://: {error}") from None
    except ValueError as error:
        raise UnsupportedError(f"{url}: fsspec cannot read {scheme}://: {error}") from None
    return system, path


def _asked(url: str, ask: Any, *arguments: Any) -> Any:
    try:
        return ask(*arguments)
    except FileNotFoundError:
        raise NotFoundError(f"{url}: no such file") from None
    except Exception as error:  # each file system of fsspec has its own
        said = str(error) or type(error).__name__
        raise UnreadableError(f"{url}: {said}") from error


def _counts(path: str, folder: str, ending: str) -> bool:
    parts = posixpath.relpath(path, folder).split("/")
    return path.lower().endswith(ending) and not any(part[0] in "._" for part in parts)
