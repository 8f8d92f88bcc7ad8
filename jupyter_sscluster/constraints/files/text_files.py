"""Read and write text files, with errors that name the cause."""

import contextlib
import errno
import os
import shutil
from pathlib import Path
from typing import Any
from uuid import uuid4

from jupyter_sscluster._validation import InputError, InputTypeError

SHOWN = 60
"""Characters of a name that can be none, at most, in a sentence."""


class FileError(OSError, InputError):
    """A file cannot be read or written."""


class FileMissingError(FileError, FileNotFoundError):
    """There is no such file, or no folder to write it into."""


class FileIsFolderError(FileError, IsADirectoryError):
    """A folder was given instead of a file."""


class FileForbiddenError(FileError, PermissionError):
    """The place may not be read, or not be written."""


def read_text(path: Any) -> str:
    """The text of a file, surrogates kept; errors are `InputError` and the kind of `OSError`."""
    place = file_path(path)
    if place.is_dir():
        raise FileIsFolderError(f"{path} is a folder; give the name of a file in it")
    try:
        return place.read_bytes().decode("utf-8-sig", errors="surrogatepass")
    except UnicodeDecodeError as error:
        raise InputError(f"{path} is no UTF-8 text ({error.reason}); save it as UTF-8") from error
    except FileNotFoundError as error:
        raise FileMissingError(
            f"there is no file {path}; check its name and folder; to_csv and to_json write one"
        ) from error
    except OSError as error:
        raise _kind(error)(
            f"{path} cannot be read ({error.strerror}); give a file that you may read"
        ) from error


def write_text(path: Any, text: str) -> None:
    """Replace a file as a whole or not at all; errors as in `read_text`."""
    write_bytes(path, text.encode("utf-8", errors="surrogatepass"))


def write_bytes(path: Any, data: bytes) -> None:
    """Replace a file as a whole or not at all; errors as in `read_text`."""
    place = file_path(path)
    if place.is_dir():
        raise FileIsFolderError(f"{path} is a folder; give the name of a file in it")
    if not place.parent.is_dir():
        raise FileMissingError(
            f"the folder {place.parent} does not exist; create it first, or give another path"
        )
    try:
        replace_whole(place, data)
    except OSError as error:
        raise _kind(error)(
            f"{path} could not be written ({error.strerror}), and is as it was; choose a place "
            "with room where you may write"
        ) from error


def file_path(path: Any) -> Path:
    """The file of this name; `InputError` for what no file can be called."""
    if not isinstance(path, (str, os.PathLike)) or isinstance(os.fspath(path), bytes):
        raise InputTypeError(
            f"path={path!r} is no name of a file; give a text such as 'known.csv', or a Path"
        )
    name = os.fspath(path)
    try:
        os.lstat(name)
    except OSError as error:
        is_name = bool(name) and error.errno != errno.ENAMETOOLONG
    except ValueError:
        is_name = False
    else:
        is_name = True
    if not is_name:
        shown = name if len(name) <= SHOWN else f"{name[:SHOWN]}…"
        raise InputError(f"path={shown!r} is no name of a file; give one such as 'known.csv'")
    return Path(path)


def replace_whole(place: Path, data: bytes) -> None:
    """Replace a file atomically; special files are written to. An OSError leaves it unchanged."""
    if place.exists() and not place.is_file():
        place.write_bytes(data)
        return
    target = place.resolve()
    known = target.exists()
    if known:
        os.close(os.open(target, os.O_WRONLY))
    beside = target.with_name(f".{uuid4().hex}.tmp")
    try:
        with beside.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if known:
            shutil.copymode(target, beside)
        beside.replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            beside.unlink()
        raise


def _kind(error: OSError) -> type[FileError]:
    kinds = {FileNotFoundError: FileMissingError, PermissionError: FileForbiddenError}
    return kinds.get(type(error), FileError)
