"""MuJoCo Playground for a worker: all envs as one batch in JAX. Follows worker.py in one program."""


class Playground:
    """A batch with Playground's own wrappers, as a vector of Gymnasium's kind that resets in the same step."""

    metadata = {"autoreset_mode": "SameStep"}

    def __init__(self, name, count, arguments):
        import jax
        import numpy as np
        from gymnasium import spaces
        from mujoco_playground import registry, wrapper

        if name not in registry.ALL_ENVS:
            raise Refused("unknown", f"Playground has no {name}; it has {', '.join(registry.ALL_ENVS)}")
        refuse_downloads(name)
        config = registry.get_default_config(name)
        length = arguments.pop("max_episode_steps", None) or config.episode_length
        self.count = count
        self.single = registry.load(name, config=config, config_overrides=arguments)
        from brax.envs.wrappers.training import EpisodeWrapper, VmapWrapper

        class KeepFinal(wrapper.Wrapper):
            """Keeps the last observation of an episode, which the wrapper around it replaces."""

            def reset(self, key):
                state = self.env.reset(key)
                state.info["final_obs"] = state.obs
                return state

            def step(self, state, action):
                state = self.env.step(state, action)
                state.info["final_obs"] = state.obs
                return state

        episodes = EpisodeWrapper(VmapWrapper(self.single), length, config.action_repeat)
        batch = wrapper.BraxAutoResetWrapper(KeepFinal(episodes))
        self.begin, self.advance = jax.jit(batch.reset), jax.jit(batch.step)
        self.state = None
        size = self.single.observation_size
        shape = size["state"] if isinstance(size, dict) else size
        shape = (shape,) if isinstance(shape, int) else tuple(shape)
        self.single_observation_space = spaces.Box(-np.inf, np.inf, shape, np.float32)
        self.single_action_space = spaces.Box(-1, 1, (self.single.action_size,), np.float32)

    def start(self, seed):
        import jax

        return self.begin(jax.random.split(jax.random.PRNGKey(seed), self.count))

    def reset(self, *, seed):
        import numpy as np

        first = self.state is None
        self.state = self.start(seed)
        if first:  # a step is compiled here, where it may take its time
            self.advance(self.state, np.zeros((self.count, self.single.action_size), np.float32))
        return self.shown(self.state.obs), {}

    def step(self, actions):
        import numpy as np

        self.state = self.advance(self.state, actions)
        done = np.asarray(self.state.done) > 0
        truncated = np.asarray(self.state.info["truncation"]) > 0
        final = {"final_obs": self.shown(self.state.info["final_obs"])} if done.any() else {}
        return self.shown(self.state.obs), np.asarray(self.state.reward), done & ~truncated, truncated, final

    @staticmethod
    def shown(obs):
        """Return the observation that a policy sees: that of the key "state" where there are several."""
        import numpy as np

        return np.asarray(obs["state"] if isinstance(obs, dict) else obs)

    def render(self):
        raise NotImplementedError("Playground's batches are not drawn; draw a Gymnasium env of the same kind")

    def close(self):
        pass


class PlaygroundBatch(Batch):
    """Saves the numbers of a batch's state; its structure comes from a fresh one."""

    def save(self):
        import jax
        import numpy as np

        numbers = [np.asarray(leaf) for leaf in jax.tree.leaves(self.env.state)]
        return {"pickle": base64.b64encode(pickle.dumps(numbers)).decode()}

    def load(self, saved):
        import jax

        self.env.reset(seed=0)
        structure = jax.tree.structure(self.env.state)
        numbers = [jax.numpy.asarray(each) for each in pickle.loads(base64.b64decode(saved["pickle"]))]
        self.env.state = jax.tree.unflatten(structure, numbers)


def refuse_downloads(name):
    """Refuse a task whose models Playground would download now, in silence."""
    from mujoco_playground import registry
    from mujoco_playground._src import mjx_env

    if name not in registry.dm_control_suite.ALL_ENVS and not mjx_env.MENAGERIE_PATH.exists():
        line = "from mujoco_playground._src import mjx_env; mjx_env.ensure_menagerie_exists()"
        raise Refused(
            "download", f"{name} needs the models of MuJoCo Menagerie; download them once: {sys.executable} -c '{line}'"
        )


def playground_envs(request):
    return PlaygroundBatch(Playground(request["id"], request["count"], dict(request["arguments"])))
