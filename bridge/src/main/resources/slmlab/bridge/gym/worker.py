"""A worker of SLM Lab: steps Gymnasium envs for the lab's JVM. Needs gymnasium and numpy.

The lab starts it with two arguments: the path of a Unix-domain socket, and the lab's process number. Over the socket go
one JSON request and its answer, then one byte per call and one per answer. Observations, actions, rewards and ends lie
in a file that both have mapped; its name is gone as soon as both have it. All numbers are little-endian.

Calls: R reset (with a seed), S step, U step the envs marked active, P step them in a replay, V save, L load, D draw,
Q quit.
Answers: k done; j JSON; p an image; e an error as JSON. All but k are followed by a length and that many bytes.
"""

import base64
import collections
import copy
import ctypes
import difflib
import functools
import importlib
import json
import mmap
import operator
import os
import pickle
import select
import signal
import socket
import struct
import sys
import threading
import time
import traceback

VERSION = 1
OLDEST = (1, 0)  # Gymnasium: since then reset and step return what they do today


class Refused(Exception):
    """A request that cannot be served; `kind` tells the lab what to say about it."""

    def __init__(self, kind, message):
        super().__init__(message)
        self.kind = kind


def guard():
    """Make this process a session, and start a process that kills all of it when this one has ended, however it ended.

    The guard is nobody's child, so that an env that waits for its children does not wait for it.
    """
    os.setsid()
    worker = os.getpid()
    try:
        ended = os.pidfd_open(worker)
    except (AttributeError, OSError):  # another system than Linux, or an old one
        ended = None
    child = os.fork()
    if child:
        os.waitpid(child, 0)
        if ended is not None:
            os.close(ended)
        return
    if os.fork():
        os._exit(0)
    nothing = os.open(os.devnull, os.O_RDWR)
    for each in (0, 1, 2):
        os.dup2(nothing, each)
    if ended is None:
        while alive(worker):
            time.sleep(0.2)
    else:
        select.select([ended], [], [])
    os.killpg(0, signal.SIGKILL)


def alive(process):
    try:
        os.kill(process, 0)
        return True
    except OSError:
        return False


def end_with(parent):
    """End this process when the lab's ends, also in the middle of a step that never returns."""
    for each in (signal.SIGINT, signal.SIGQUIT):  # Ctrl-C is the lab's to handle
        signal.signal(each, signal.SIG_IGN)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG

    def watch():
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


class Gone(Exception):
    """The lab has closed the socket, or has ended."""


class Door:
    """The socket to the lab."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        try:
            self.socket.connect(path)
        finally:  # also if the lab has ended by now
            os.unlink(path)
            os.rmdir(os.path.dirname(path))

    def read(self, count):
        parts = b""
        while len(parts) < count:
            try:
                part = self.socket.recv(count - len(parts))
            except ConnectionError as e:
                raise Gone from e
            if not part:
                raise Gone
            parts += part
        return parts

    def message(self):
        return json.loads(self.read(struct.unpack("<I", self.read(4))[0]))

    def send(self, kind, content):
        self.socket.sendall(kind + struct.pack("<I", len(content)) + content)

    def tell(self, kind, message):
        self.send(kind, json.dumps(message, default=lambda array: array.tolist()).encode())


# Spaces


def describe_action(space):
    from gymnasium import spaces

    if isinstance(space, spaces.Text):
        raise Refused("space", f"actions of {space} are not supported")
    return describe(space, pixels=False)


def sized(space):
    """Return a space of observations without the parts of its Dicts that are text of any length, and their names.

    MiniGrid's missions are such text. Gymnasium's own Text has a greatest length, and is encoded.
    """
    kept, left_out = without_text(space)
    if kept is None:
        raise Refused("space", f"nothing is left of the observation {space} without its text of any length")
    return kept, left_out


def without_text(space, path=""):
    """Return what is left of a space, None if that is nothing, and the names of the other parts."""
    from gymnasium import spaces

    if not isinstance(space, spaces.Dict):
        return space, []
    kept, left_out = collections.OrderedDict(), []
    for key, each in space.spaces.items():
        if is_endless_text(each):
            left_out.append(f"{path}{key}")
        else:
            part, within = without_text(each, f"{path}{key}.")
            left_out += within
            if part is not None:
                kept[key] = part
    if not left_out:
        return space, []
    return spaces.Dict(kept) if kept else None, left_out


def is_endless_text(space):
    from gymnasium import spaces

    known = (spaces.Text, spaces.Sequence, spaces.Graph, spaces.OneOf, spaces.Box, spaces.Dict, spaces.Tuple)
    known += (spaces.Discrete, spaces.MultiDiscrete, spaces.MultiBinary)
    return not isinstance(space, known) and isinstance(copy.deepcopy(space).sample(), str)  # draws nothing of its own


def describe(space, pixels=True):
    """Return a space as the lab reads it.

    pixels: whether a box of bytes with several dimensions is stored as bytes
    """
    from gymnasium import spaces

    if isinstance(space, spaces.Text):  # as Gymnasium flattens it: a code for each character, one more for none
        bound = str(len(space.character_set))
        return {"kind": "box", "shape": [space.max_length], "dtype": "float32", "low": ["0"], "high": [bound]}

    if isinstance(space, spaces.Discrete):
        return {"kind": "discrete", "n": int(space.n), "start": int(space.start)}
    if isinstance(space, spaces.MultiDiscrete):
        return {"kind": "multi_discrete", "sizes": space.nvec.ravel().tolist()}
    if isinstance(space, spaces.MultiBinary):
        return {"kind": "multi_binary", "n": volume(space.shape)}
    if isinstance(space, spaces.Box):
        pixels = pixels and space.dtype == "uint8" and len(space.shape) > 1
        return {
            "kind": "box",
            "shape": list(space.shape),
            "dtype": "uint8" if pixels else "float32",
            "low": bounds(space.low),
            "high": bounds(space.high),
        }
    if isinstance(space, spaces.Dict):
        return {"kind": "dict", "entries": [[str(key), describe(each)] for key, each in space.spaces.items()]}
    if isinstance(space, spaces.Tuple):
        return {"kind": "tuple", "items": [describe(each) for each in space.spaces]}
    name = type(space).__name__
    advice = "gym_wrappers can name a wrapper that encodes it"
    raise Refused("space", f"{name} spaces have no fixed size, so the lab cannot use {space}; {advice}")


def volume(shape):
    count = 1
    for each in shape:
        count *= each
    return count


def bounds(values):
    """Return one bound per number, or a single one where all are equal. JSON has no infinity, so they are text."""
    import numpy as np

    with np.errstate(over="ignore"):
        values = np.asarray(values, dtype=np.float32).ravel()
    if values.size and (values == values[0]).all():
        values = values[:1]
    return [str(each) for each in values.tolist()]


def flat_size(space):
    kind = space["kind"]
    if kind == "discrete":
        return space["n"]
    if kind == "multi_discrete":
        return sum(space["sizes"])
    if kind == "multi_binary":
        return space["n"]
    if kind == "box":
        return volume(space["shape"])
    parts = space["items"] if kind == "tuple" else [each for _, each in space["entries"]]
    return sum(map(flat_size, parts))


def row_of(space):
    """Return shape and type of one value as it is stored."""
    kind = space["kind"]
    if kind == "discrete":
        return (), "<i4"
    if kind == "multi_discrete":
        return (len(space["sizes"]),), "<i4"
    if kind == "multi_binary":
        return (space["n"],), "<i4"
    if kind == "box":
        return tuple(space["shape"]), "u1" if space["dtype"] == "uint8" else "<f4"
    return (flat_size(space),), "<f4"


def obs_writer(space):
    """Return a function that writes an observation into row i of a slot, or raises if it does not fit."""
    import numpy as np
    from gymnasium import spaces
    from gymnasium.spaces.utils import flatten

    if isinstance(space, spaces.Discrete):

        def write(slot, i, obs):
            slot[i] = operator.index(obs)

    elif isinstance(space, (spaces.MultiDiscrete, spaces.MultiBinary)):
        start = getattr(space, "start", 0)

        def write(slot, i, obs):
            slot[i] = (fitting(np.asarray(obs), space.shape) - start).ravel()

    elif isinstance(space, spaces.Box):
        shape = space.shape
        pixels = space.dtype == np.uint8 and len(shape) > 1

        def write(slot, i, obs):
            if type(obs) is not np.ndarray:
                obs = np.asarray(obs)
            if obs.shape != shape:
                fitting(obs, shape)
            if pixels and obs.dtype != np.uint8:
                raise ValueError(f"an observation of {obs.dtype}, but its space is of uint8")
            slot[i] = obs

    else:

        def write(slot, i, obs):
            slot[i] = fitting(flatten(space, obs), slot.shape[1:])

    return write


def fitting(array, shape):
    if array.shape != tuple(shape):
        raise ValueError(f"an observation of shape {list(array.shape)}, but its space has shape {list(shape)}")
    return array


def action_reader(space, slot):
    """Return a function that reads all actions as the envs take them: fresh arrays that an env may keep."""
    import numpy as np
    from gymnasium import spaces

    count = len(slot)
    if isinstance(space, spaces.Discrete):
        return lambda: slot.astype(np.int64)
    if isinstance(space, spaces.MultiDiscrete):
        start = getattr(space, "start", np.zeros_like(space.nvec))
        return lambda: (slot.reshape((count, *space.shape)) + start).astype(space.dtype)
    if isinstance(space, spaces.MultiBinary):
        return lambda: slot.reshape((count, *space.shape)).astype(space.dtype)
    if isinstance(space, spaces.Box) and np.issubdtype(space.dtype, np.integer):
        return lambda: np.clip(np.rint(slot), space.low, space.high).astype(space.dtype)
    return lambda: slot.astype(space.dtype)


class Slots:
    """The mapped file: one array per quantity, with one row per env."""

    def __init__(self, path, count, obs, action):
        import numpy as np

        parts = {
            "action": row_of(action),
            "obs": row_of(obs),
            "final_obs": row_of(obs),
            "reward": ((), "<f4"),
            "terminated": ((), "u1"),
            "truncated": ((), "u1"),
            "active": ((), "u1"),
        }
        self.offsets = {}
        size = 64  # the first number is the env that is at work
        for name, (shape, dtype) in parts.items():
            self.offsets[name] = size
            size += -(-count * volume(shape) * np.dtype(dtype).itemsize // 64) * 64
        self.size = size
        file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            os.ftruncate(file, size)
            memory = mmap.mmap(file, size)
        finally:
            os.close(file)
        self.current = np.frombuffer(memory, "<i4", 1, 0)
        for name, (shape, dtype) in parts.items():
            flat = np.frombuffer(memory, dtype, count * volume(shape), self.offsets[name])
            setattr(self, name, flat.reshape((count, *shape)))


# Envs


class Singles:
    """Envs that step one after the other; one that ends is reset at once."""

    def __init__(self, make, count, wrappers):
        """make: returns one env"""
        wrappers = [(place, find_wrapper(place, name), own) for place, (name, own) in enumerate(wrappers)]
        self.envs = []
        for _ in range(count):
            env = make()
            for place, wrapper, own in wrappers:
                env = wrapped(env, place, wrapper, own)
            self.envs.append(env)
        self.bare = [env.unwrapped for env in self.envs]
        self.begun = [None] * len(self.envs)  # how each running episode began: a seed, or a random state
        self.cut = {}  # envs whose next step begins a new episode, and its seed
        self.obs_space, left_out = sized(self.envs[0].observation_space)
        self.notes = [
            f"'{name}' is text of any length and is left out of the observation; gym_wrappers can name a wrapper that"
            " encodes it"
            for name in left_out
        ]
        self.action_space = self.envs[0].action_space

    def open(self, slots):
        self.slots = slots
        self.write = obs_writer(self.obs_space)
        self.actions = action_reader(self.action_space, slots.action)

    def reset(self, seed):
        self.cut = {}
        for i in range(len(self.envs)):
            self.slots.current[0] = i
            self.begin(i, {"seed": seed + i})

    def begin(self, i, how):
        """Begin an episode with a seed, from a random state, or as the env stands."""
        self.begun[i] = how
        if how is not None and "seed" in how:
            obs, _ = self.envs[i].reset(seed=how["seed"])
        else:
            if how is not None:
                self.bare[i].np_random.bit_generator.state = how["random"]
            obs, _ = self.envs[i].reset()
        self.write(self.slots.obs, i, obs)

    def step(self, unpaused=False):
        """Step all envs; with `unpaused` those that are marked active alone. The others keep their observation."""
        slots, write, dropped = self.slots, self.write, self.cut
        current, rewards, terminateds, truncateds = slots.current, slots.reward, slots.terminated, slots.truncated
        i = 0
        for env, action in zip(self.envs, self.actions()):
            current[0] = i
            if unpaused and not slots.active[i]:
                rewards[i] = terminateds[i] = truncateds[i] = 0
                i += 1
                continue
            if i in dropped:
                self.truncate(i, dropped.pop(i))
                i += 1
                continue
            obs, reward, terminated, truncated, _ = env.step(action)
            rewards[i] = reward
            terminateds[i] = ended = 1 if terminated else 0
            truncateds[i] = cut = 1 if truncated else 0
            if ended or cut:
                write(slots.final_obs, i, obs)
                self.begun[i] = random_state(self.bare[i])
                obs, _ = env.reset()
            write(slots.obs, i, obs)
            i += 1

    def step_active(self):
        """Step some envs through an episode that is known not to end here."""
        actions = self.actions()
        for i, env in enumerate(self.envs):
            if self.slots.active[i]:
                self.slots.current[0] = i
                obs, self.slots.reward[i], terminated, truncated, _ = env.step(actions[i])
                if terminated or truncated:
                    raise Refused("replay", "the episode ended earlier than before")
                self.write(self.slots.obs, i, obs)

    def truncate(self, i, seed):
        """End an episode that was saved without its actions, at its saved observation, and begin a new one."""
        slots = self.slots
        slots.final_obs[i] = slots.obs[i]  # the lab has put it there
        slots.reward[i], slots.terminated[i], slots.truncated[i] = 0, 0, 1
        self.begin(i, {"seed": seed})

    def save(self):
        return {"begun": [{"cut": self.cut[i]} if i in self.cut else how for i, how in enumerate(self.begun)]}

    def load(self, saved):
        self.cut = {}
        for i, how in enumerate(saved["begun"]):
            self.slots.current[0] = i
            if how is not None and "cut" in how:
                self.cut[i] = how["cut"]
            else:
                self.begin(i, how)

    def draw(self, i):
        return self.envs[i].render()

    def close(self):
        for env in self.envs:
            env.close()


def find_wrapper(place, name):
    """Return a wrapper's class by module:Name."""
    import gymnasium

    module, _, attribute = name.partition(":")
    where = f"gym_wrappers[{place}]"
    try:
        found = importlib.import_module(module)
    except ModuleNotFoundError as e:
        if not (module + ".").startswith(f"{e.name}."):
            raise  # the module is there, and one that it imports is not
        raise Refused("wrapper", f"{where}: there is no Python module {module}") from e
    wrapper = getattr(found, attribute, None)
    if wrapper is None:
        near = difflib.get_close_matches(attribute, dir(found), 1)
        meant = f"; did you mean {near[0]}?" if near else ""
        raise Refused("wrapper", f"{where}: the module {module} has no {attribute}{meant}")
    if not (isinstance(wrapper, type) and issubclass(wrapper, gymnasium.Wrapper)):
        raise Refused("wrapper", f"{where}: {name} is no gymnasium.Wrapper")
    return wrapper


def wrapped(env, place, wrapper, arguments):
    try:
        return wrapper(env, **arguments)
    except Exception as e:
        raise Refused("wrapper", f"gym_wrappers[{place}]: {in_words(e)}") from e


def draws(spec):
    """Return whether an env can be drawn into an array; then it is made so, which costs nothing until it is drawn."""
    from gymnasium.envs.registration import load_env_creator

    creator = spec.entry_point if callable(spec.entry_point) else load_env_creator(spec.entry_point)
    metadata = getattr(creator, "metadata", None)
    return isinstance(metadata, dict) and "rgb_array" in metadata.get("render_modes", [])


def random_state(env):
    """Return the state of an env's random numbers; None where it has none of Gymnasium's kind."""
    random = getattr(env, "_np_random", None)
    return None if random is None else {"random": random.bit_generator.state}


class Batch:
    """Envs that step together, as one vector of Gymnasium's kind."""

    def __init__(self, env):
        self.env = env
        mode = env.metadata.get("autoreset_mode", "NextStep")
        self.mode = getattr(mode, "value", mode)
        self.notes = []
        if self.mode not in ("SameStep", "Disabled"):
            self.notes.append(
                "this vector restarts an episode one step later than it ends: the step between has reward 0, ignores its"
                " action and is learned from; AutoresetMode.SAME_STEP, or no vectorization_mode, avoids it"
            )
        self.obs_space = env.single_observation_space
        self.action_space = env.single_action_space

    def open(self, slots):
        self.slots = slots
        self.slots.current[0] = -1
        self.write = obs_writer(self.obs_space)
        self.actions = action_reader(self.action_space, slots.action)

    def write_all(self, slot, obs):
        import numpy as np
        from gymnasium import spaces
        from gymnasium.vector.utils import iterate

        if isinstance(self.obs_space, spaces.Box):
            obs = fitting(np.asarray(obs), slot.shape)
            slot[...] = obs
        else:
            for i, one in enumerate(iterate(self.env.observation_space, obs)):
                self.write(slot, i, one)

    def reset(self, seed):
        obs, _ = self.env.reset(seed=seed)
        self.write_all(self.slots.obs, obs)

    def step(self):
        import numpy as np

        slots = self.slots
        obs, slots.reward[...], terminated, truncated, info = self.env.step(self.actions())
        slots.terminated[...] = terminated
        slots.truncated[...] = truncated
        done = np.logical_or(terminated, truncated)
        if done.any():
            if self.mode == "SameStep":
                for i in np.flatnonzero(done):
                    self.write(slots.final_obs, i, info["final_obs"][i])
            else:
                self.write_all(slots.final_obs, obs)
                if self.mode == "Disabled":
                    obs, _ = self.env.reset(options={"reset_mask": done})
        self.write_all(slots.obs, obs)

    def save(self):
        from gymnasium.utils import EzPickle

        if isinstance(self.env.unwrapped, EzPickle):
            raise Refused("save", "a vector that pickles its arguments only (EzPickle) cannot be saved")
        return {"pickle": base64.b64encode(pickle.dumps(self.env)).decode()}

    def load(self, saved):
        self.env = pickle.loads(base64.b64decode(saved["pickle"]))

    def draw(self, i):
        return self.env.render()[i]

    def close(self):
        self.env.close()


def gymnasium_envs(request):
    """Make what the request asks for: single envs, or one vector of the env's own."""
    import gymnasium

    version = tuple(int(part) for part in gymnasium.__version__.split(".")[:2])
    if version < OLDEST:
        raise Refused("old", f"Gymnasium {gymnasium.__version__} is too old; needs 1.0 or newer")
    module, _, id = request["id"].rpartition(":")
    if module:
        try:
            importlib.import_module(module)
        except ModuleNotFoundError as e:
            raise Refused("unknown", f"there is no Python package {e.name}") from e
    try:
        spec = find(id)
    except gymnasium.error.Error as e:
        raise Refused("unknown", str(e)) from e
    if request["vector"] or spec.entry_point is None:
        if not request["alone"]:
            raise Refused("vector", "a vector of its own runs in one worker")
        if request["wrappers"]:
            raise Refused("wrapper", "gym_wrappers are for single envs, and this one is made as a vector of its own")
        make = gymnasium.make_vec
        mode = {"vectorization_mode": "vector_entry_point"}
        return Batch(make(spec.id, request["count"], **mode, **request["arguments"]))
    arguments = dict(request["arguments"])
    if "render_mode" not in arguments and draws(spec):
        arguments["render_mode"] = "rgb_array"
    make = functools.partial(gymnasium.make, spec.id, disable_env_checker=True, **arguments)
    return Singles(make, request["count"], request["wrappers"])


def find(id):
    """Return the registered env of an id; the newest version where it names none, as Gymnasium does."""
    from gymnasium.envs import registration

    space, name, version = registration.parse_env_id(id)
    if version is None:
        version = registration.find_highest_version(space, name)
    return registration.spec(registration.get_env_id(space, name, version))


# The loop


def image(drawn):
    import numpy as np

    array = np.asarray(drawn)
    if array.dtype != np.uint8 or array.ndim != 3 or array.shape[2] != 3:
        raise ValueError(f"render() returned {type(drawn).__name__} and not an image [height, width, 3] of uint8")
    return struct.pack("<II", *array.shape[:2]) + array.tobytes()


def draw(door, envs, i):
    """Send an image. An env that cannot be drawn can be stepped all the same."""
    try:
        drawn = image(envs.draw(i))
    except Exception as e:
        door.tell(b"e", {"kind": "drawing", "message": in_words(e)})
    else:
        door.send(b"p", drawn)


def serve(door, envs):
    """Answer calls until the lab says quit or is gone."""
    while True:
        call = door.read(1)
        if call == b"S":
            envs.step()
        elif call == b"U":
            envs.step(unpaused=True)
        elif call == b"R":
            envs.reset(struct.unpack("<q", door.read(8))[0])
        elif call == b"P":
            envs.step_active()
        elif call == b"V":
            door.tell(b"j", envs.save())
            continue
        elif call == b"L":
            envs.load(door.message())
        elif call == b"D":
            draw(door, envs, struct.unpack("<I", door.read(4))[0])
            continue
        elif call == b"Q":
            return
        else:
            raise ValueError(f"unknown call {call}; the lab and its worker are of different versions")
        door.socket.sendall(b"k")


def in_words(error):
    """Return an exception and the last line of the env's own code in its traceback."""
    frames = [each for each in traceback.extract_tb(error.__traceback__) if each.filename != "<string>"]
    place = f", at {frames[-1].filename}:{frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}: {error}{place}"


def main(make=gymnasium_envs):
    guard()
    door = Door(sys.argv[1])
    end_with(int(sys.argv[2]))
    request = door.message()

    def leave(code):
        if os.path.exists(request["file"]):  # the lab has not opened it
            os.unlink(request["file"])
        sys.stdout.flush()
        os._exit(code)  # whatever threads an env has left running

    try:
        envs = make(request)
        obs, action = describe(envs.obs_space), describe_action(envs.action_space)
        slots = Slots(request["file"], request["count"], obs, action)
        envs.open(slots)
        hello = {"version": VERSION, "obs": obs, "action": action, "offsets": slots.offsets, "size": slots.size}
        door.tell(b"j", hello | {"replays": isinstance(envs, Singles), "notes": envs.notes})
        serve(door, envs)
        envs.close()
        leave(0)
    except Gone:
        leave(0)
    except BaseException as e:
        kind = e.kind if isinstance(e, Refused) else "raised"
        text = str(e) if isinstance(e, Refused) else in_words(e)
        try:
            door.tell(b"e", {"kind": kind, "message": text})
        except OSError:
            traceback.print_exc()
        leave(1)
