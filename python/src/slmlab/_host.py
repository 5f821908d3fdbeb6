"""The JVM behind the package: one per Python process, started by the first call that needs it.

Messages are JSON behind four bytes with their length, over the JVM's stdin and stdout. The JVM ends when its stdin is
closed, so it never outlives this process, however that ends. It is a session of its own: an interrupt of the notebook
reaches Python alone, which then stops what the JVM is doing.
"""

import atexit
import collections
import itertools
import json
import math
import os
import queue
import struct
import subprocess
import threading

from . import _launcher
from .errors import HostError, InputError, RunError

PROTOCOL = 1  # as in PythonHostCommand.java
_START = 120  # s, in which the JVM says hello; a JDK may have to be downloaded first
_LARGEST = 256 << 20  # bytes of an answer
_NOISE = ("WARNING: Using incubator modules", "downloading ", "using ")


class Host:
    """A running JVM."""

    def __init__(self):
        self._numbers = itertools.count(1)
        self._answers = {}  # queue of each request that has not been answered
        self._channels = {}
        self._write_lock = threading.RLock()  # an object that is collected meanwhile may send its end
        self._lines = collections.deque(maxlen=20)  # the last of stderr
        self.ended = False
        words = [*_launcher.command(), "python-host", f"--protocol={PROTOCOL}"]
        self._process = subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
            env=_launcher.environment(),
        )
        self._errors = threading.Thread(target=self._read_errors, name="slmlab-errors", daemon=True)
        self._errors.start()
        hello = queue.SimpleQueue()
        threading.Thread(target=self._read, args=(hello,), name="slmlab-answers", daemon=True).start()
        try:
            self._check(hello.get(timeout=_START if "SLM_LAB_FETCH_JDK" not in os.environ else None))
        except queue.Empty:
            self.close()
            raise HostError(f"the JVM did not answer within {_START} s{self._last_lines()}") from None
        except BaseException:  # an interrupt too
            self.close()
            raise

    def _check(self, hello):
        if hello is None:
            self.close()
            raise self._gone()
        if hello.get("protocol") != PROTOCOL:
            raise HostError(
                f"the jars speak version {hello.get('protocol')} and this package version {PROTOCOL}; install"
                " both from one wheel"
            )

    @property
    def pid(self):
        return self._process.pid

    # messages

    def _read(self, hello):
        """Hand out the JVM's messages until it ends."""
        out = self._process.stdout
        waiting = hello
        try:
            while True:
                head = out.read(4)
                if len(head) < 4:
                    break
                message = _parsed(out, struct.unpack(">i", head)[0])
                if message is None:
                    break
                if waiting is not None:
                    waiting.put(message)
                    waiting = None
                elif "channel" in message:
                    channel = self._channels.get(message["channel"])
                    if channel is not None:
                        channel.finished(message["number"])
                else:
                    answers = self._answers.get(message.get("training", message.get("id")))
                    if answers is not None:
                        answers.put(message)
        finally:
            self.ended = True
            if waiting is not None:
                waiting.put(None)
            for answers in list(self._answers.values()):
                answers.put(None)
            for channel in list(self._channels.values()):
                channel.finished(0)

    def _read_errors(self):
        for line in self._process.stderr:
            text = line.decode(errors="replace").rstrip()
            if text and not text.startswith(_NOISE):
                self._lines.append(text)

    def _last_lines(self):
        self._errors.join(timeout=2)
        return ":\n  " + "\n  ".join(self._lines) if self._lines else ""

    def _gone(self):
        try:
            code = self._process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            code = self._process.wait()
        return HostError(f"the JVM ended with exit code {code}{self._last_lines()}")

    def send(self, message):
        """Send a message that has no answer."""
        try:
            content = json.dumps(message, allow_nan=False).encode()
        except (TypeError, ValueError) as e:
            raise InputError(f"a value cannot be passed to the lab: {e}") from e
        if len(content) > 16 << 20:
            raise InputError(f"a request of {len(content) >> 20} MB; needs at most 16 MB")
        frame = struct.pack(">i", len(content)) + content
        with self._write_lock:
            try:
                self._process.stdin.write(frame)
                self._process.stdin.flush()
            except (OSError, ValueError) as e:
                self.ended = True
                raise self._gone() from e

    def open(self, call, **arguments):
        """Send a request; return its number and the queue of its answers and events."""
        number = next(self._numbers)
        answers = self._answers[number] = queue.SimpleQueue()
        try:
            self.send({"id": number, "call": call, **arguments})
        except BaseException:
            self.forget(number)
            raise
        return number, answers

    def forget(self, number):
        self._answers.pop(number, None)

    def result(self, message):
        """Return the result in an answer, or raise what it says instead."""
        if message is None:
            raise self._gone()
        if "error" in message:
            raise (InputError if message["error"] == "input" else RunError)(message["message"])
        return message["result"]

    def ask(self, call, **arguments):
        """Send a request and wait for its result."""
        number, answers = self.open(call, **arguments)
        try:
            return self.result(answers.get())
        finally:
            self.forget(number)

    # channels

    def register(self, channel):
        self._channels[channel.id] = channel

    def drop(self, channel):
        if self._channels.pop(channel.id, None) is not None and not self.ended:
            self.send({"call": "close", "channel": channel.id})

    def check(self):
        """Raise if the JVM has ended."""
        if self.ended:
            raise self._gone()

    def close(self, patience=0.0):
        """Let the JVM end: its runs save their states first. Wait for that at most so many seconds."""
        try:
            self._process.stdin.close()
        except OSError:
            pass  # it has ended already
        if patience:
            try:
                self._process.wait(patience)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()


def _parsed(out, length):
    """Return the next message; None where something else was printed than messages."""
    try:
        message = json.loads(out.read(length)) if 0 < length <= _LARGEST else None
    except ValueError:
        return None
    return message if isinstance(message, dict) else None


_lock = threading.Lock()
_host = None
_owner = None


def host():
    """Return the JVM of this process; start it if there is none."""
    global _host, _owner
    with _lock:
        if _host is None or _host.ended or _owner != os.getpid():  # a fork has no threads to read the answers with
            _host = Host()
            _owner = os.getpid()
        return _host


def shutdown():
    """End the JVM of this process, if there is one. Runs save their states; the next call starts another JVM."""
    global _host
    with _lock:
        if _host is not None and _owner == os.getpid():
            _host.close(patience=90.0)
        _host = None


def number(value):
    """Return a number of the lab's JSON, in which NaN is null."""
    return math.nan if value is None else value


atexit.register(shutdown)
