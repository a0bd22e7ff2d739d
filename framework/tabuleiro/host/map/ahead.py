"""Items that are worked out in a thread of their own, some ahead of whoever takes them."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import suppress
from queue import Empty, Queue
from threading import Event, Thread
from typing import TypeVar

__all__ = ["ahead"]

T = TypeVar("T")


def ahead(items: Iterator[T], room: int) -> Generator[T]:
    """Yield items that a thread takes from an iterator, at most so many before they are wanted.

    What fails there fails here. When nobody takes any more, the thread ends.

    >>> list(ahead(iter("abc"), 2))
    ['a', 'b', 'c']
    """
    queue: Queue[tuple[T | None, BaseException | None, bool]] = Queue(room)
    stop = Event()

    def work() -> None:
        try:
            for item in items:
                queue.put((item, None, False))
                if stop.is_set():
                    return
            queue.put((None, None, True))
        except BaseException as error:  # noqa: BLE001 - raised again by who takes
            queue.put((None, error, True))

    thread = Thread(target=work, name="ahead", daemon=True)
    thread.start()
    try:
        while True:
            item, error, last = queue.get()
            if error is not None:
                raise error
            if last:
                return
            yield item  # type: ignore[misc]
    finally:
        stop.set()
        while thread.is_alive():
            with suppress(Empty):
                queue.get(timeout=0.01)
