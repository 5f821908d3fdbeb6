"""Calls over memory that Python and the JVM have both mapped. The other side is Channel.java, which explains it.

On x86-64, whose stores other cores see in order, each side looks for the other's number in the memory for a tenth of a
millisecond before it sleeps. Elsewhere the numbers go through messages, which order everything.
"""

import mmap
import os
import platform
import threading

from .errors import InputError, RunError

_CODE, _ARGUMENT, _ASKED = 1, 2, 0  # places of numbers of 8 bytes
_DONE, _STATUS, _LENGTH = 8, 9, 10
_ASLEEP, _WAITING = 16, 24
_TEXT = 256  # bytes
_WRONG = 1
_LOOKS = 3000  # about a tenth of a millisecond
_DTYPES = {"FLOAT32": "<f4", "INT32": "<i4", "UINT8": "u1"}


def _polls():
    try:
        cores = len(os.sched_getaffinity(0))
    except AttributeError:  # macOS
        cores = os.cpu_count() or 1
    return platform.machine() in ("x86_64", "AMD64") and cores > 1


class Channel:
    """One sequence of calls, and its arrays."""

    def __init__(self, host, written):
        import numpy as np

        self.id = written["id"]
        self._host = host
        memory = written["memory"]
        file = os.open(memory["file"], os.O_RDWR)
        try:
            self._map = mmap.mmap(file, memory["size"])
        finally:
            os.close(file)
            os.unlink(memory["file"])
        self._numbers = memoryview(self._map).cast("q")
        self.arrays = {}
        for name, (dtype, shape, offset) in memory["arrays"].items():
            count = 1
            for each in shape:
                count *= each
            flat = np.frombuffer(self._map, _DTYPES[dtype], count, offset)
            self.arrays[name] = flat.reshape(shape)
        self._asked = 0
        self._finished = 0  # the last call of which a message said that it is done
        self._woken = threading.Event()
        self._lock = threading.Lock()
        self._fence = threading.Lock()  # to take it orders our store before our load
        self._polls = _polls()
        if not self._polls:
            self._numbers[_WAITING] = 1
        host.register(self)

    def finished(self, number):
        """Take the message that a call is done; 0 if the JVM has ended."""
        self._finished = max(self._finished, number)
        self._woken.set()

    def ready(self):
        """Wait for a call that an interrupt left behind: until then its arrays are not ours to write."""
        if self._finished_number() < self._asked:
            self._wait(self._asked)

    def _finished_number(self):
        return self._numbers[_DONE] if self._polls else self._finished

    def call(self, code, argument):
        """Ask for a call with the arguments that lie in the arrays, and wait until its results lie there."""
        numbers = self._numbers
        with self._lock:
            number = self._asked + 1
            numbers[_CODE] = code
            numbers[_ARGUMENT] = argument
            if self._polls:
                self._asked = number  # before the store: an interrupt between the two is found by ready()
                numbers[_ASKED] = number
                with self._fence:
                    pass
                if numbers[_ASLEEP]:
                    self._wake(number)
                for _ in range(_LOOKS):
                    if numbers[_DONE] == number:
                        break
                else:
                    self._wait(number)
            else:
                self._asked = number
                self._wake(number)
                self._wait(number)
            if numbers[_STATUS]:
                self._raise()

    def _wake(self, number):
        self._host.send({"call": "wake", "channel": self.id, "number": number})

    def _wait(self, number):
        numbers = self._numbers
        if self._polls:
            numbers[_WAITING] = 1
            with self._fence:
                pass
        try:
            if numbers[_ASKED] < number and self._polls:  # an interrupt came before the store
                numbers[_ASKED] = number
            if numbers[_ASLEEP]:
                self._wake(number)
            while self._finished_number() < number:
                self._host.check()
                self._woken.wait(1.0)
                self._woken.clear()
        finally:
            if self._polls:
                numbers[_WAITING] = 0

    def _raise(self):
        length = self._numbers[_LENGTH]
        message = bytes(self._map[_TEXT : _TEXT + length]).decode(errors="replace")
        raise (InputError if self._numbers[_STATUS] == _WRONG else RunError)(message)

    def close(self):
        self._host.drop(self)
