"""Envs that were written in Python and pickled by the package slmlab, for a worker. Follows worker.py in one program."""

HEAD = b"slmlab env 1 "  # then the version of Python, and a line break


def unpickled(path):
    """Return the class or function in a file, which this user's own Python must have written."""
    import hashlib

    with open(path, "rb") as file:
        if os.fstat(file.fileno()).st_uid != os.geteuid():
            raise Refused("pickle", f"{path} belongs to another user; a pickle runs code, so train from your own notebook")
        content = file.read()
    head, _, pickled = content.partition(b"\n")
    digest = hashlib.sha256(content).hexdigest()[:16]
    if not head.startswith(HEAD) or not path.endswith(f"-{digest}.pkl"):
        raise Refused("pickle", f"{path} is not what slmlab.train wrote; train from the notebook again")
    version = "%d.%d" % sys.version_info[:2]
    theirs = head[len(HEAD) :].decode()
    if theirs != version:
        raise Refused("pickle", f"{path} was written by Python {theirs}, and {sys.executable} is {version};"
                      f" let SLM_LAB_VENV name an environment of Python {theirs}")
    return pickle.loads(pickled)


def pickled_envs(request):
    from gymnasium.wrappers import TimeLimit

    arguments = dict(request["arguments"])
    limit = arguments.pop("max_episode_steps", None)
    made = unpickled(request["path"])

    def make():
        env = made(**arguments)
        return env if limit is None else TimeLimit(env, limit)

    return Singles(make, request["count"], request["wrappers"])
