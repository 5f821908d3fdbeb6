"""The training half of `slm-lab bench train`: Stable-Baselines3 with RL Zoo's settings, one thread.

Prints what it is, then answers each line `NAME FRAMES` with the seconds that one frame took, on average over so many
frames of a model that continues to learn. Frames before learning starts do not count. A line `NAME curve:FRAMES` is
answered with the learning curve of a new model: `FRAME SECONDS RETURN` for each point, semicolons between them.
"""

import sys
import time

import ale_py
import gymnasium
import stable_baselines3
import torch
from stable_baselines3 import DQN, PPO, SAC
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.env_util import make_atari_env, make_vec_env
from stable_baselines3.common.vec_env import VecFrameStack, VecNormalize

torch.set_num_threads(1)
gymnasium.register_envs(ale_py)


def linear(start):
    return lambda left: left * start


def ppo():
    return PPO("MlpPolicy", make_vec_env("CartPole-v1", 8), n_steps=32, batch_size=256, gae_lambda=0.8, gamma=0.98,
               n_epochs=20, ent_coef=0.0, learning_rate=linear(1e-3), clip_range=linear(0.2), device="cpu")


def dqn():
    return DQN("MlpPolicy", make_vec_env("CartPole-v1", 1), learning_rate=2.3e-3, batch_size=64, buffer_size=100_000,
               learning_starts=1000, gamma=0.99, target_update_interval=10, train_freq=256, gradient_steps=128,
               exploration_fraction=0.16, exploration_final_eps=0.04, policy_kwargs={"net_arch": [256, 256]},
               device="cpu")


def sac():
    return SAC("MlpPolicy", make_vec_env("Pendulum-v1", 1), learning_rate=1e-3, batch_size=256, device="cpu")


def ppo_halfcheetah():
    """RL Zoo's settings, with 8 envs in place of 1."""
    return PPO("MlpPolicy", VecNormalize(make_vec_env("HalfCheetah-v5", 8), gamma=0.98), n_steps=512, batch_size=64,
               gamma=0.98, learning_rate=2.0633e-5, ent_coef=0.000401762, clip_range=0.1, n_epochs=20, gae_lambda=0.92,
               max_grad_norm=0.8, vf_coef=0.58096, device="cpu",
               policy_kwargs={"log_std_init": -2, "ortho_init": False, "activation_fn": torch.nn.ReLU,
                              "net_arch": {"pi": [256, 256], "vf": [256, 256]}})


def sac_halfcheetah():
    return SAC("MlpPolicy", make_vec_env("HalfCheetah-v5", 1), learning_starts=100, device="cpu")


def ppo_pong():
    return PPO("CnnPolicy", VecFrameStack(make_atari_env("PongNoFrameskip-v4", 8), 4), n_steps=128, n_epochs=4,
               batch_size=256, learning_rate=linear(2.5e-4), clip_range=linear(0.1), vf_coef=0.5, ent_coef=0.01,
               device="cpu")


MAKERS = {"PPO CartPole": (ppo, 2_048), "DQN CartPole": (dqn, 2_048), "SAC Pendulum 2x256": (sac, 300),
          "PPO HalfCheetah": (ppo_halfcheetah, 4_096), "SAC HalfCheetah": (sac_halfcheetah, 300),
          "PPO Pong": (ppo_pong, 1_024)}
models = {}


class Curve(BaseCallback):
    """The mean return of the last 100 episodes over the time spent learning, in some 200 points."""

    def __init__(self, frames):
        super().__init__()
        self.points = []
        self.every = max(1, frames // 200)
        self.next = 0

    def _on_training_start(self):
        self.begin = time.perf_counter()

    def _on_step(self):
        if self.model.num_timesteps >= self.next and self.model.ep_info_buffer:
            self.next = self.model.num_timesteps + self.every
            seconds = time.perf_counter() - self.begin
            returns = [episode["r"] for episode in self.model.ep_info_buffer]
            self.points.append((self.model.num_timesteps, seconds, sum(returns) / len(returns)))
        return True



print(f"Stable-Baselines3 {stable_baselines3.__version__}, PyTorch {torch.__version__}, "
      f"Gymnasium {gymnasium.__version__}, 1 thread, RL Zoo's settings", flush=True)
for line in sys.stdin:
    name, frames = line.rsplit(None, 1)
    if frames.startswith("curve:"):
        budget = int(frames[6:])
        curve = Curve(budget)
        MAKERS[name][0]().learn(budget, callback=curve)
        print(";".join("%d %.4f %.4f" % point for point in curve.points), flush=True)
        continue
    if name not in models:
        make, warm = MAKERS[name]
        models[name] = make()
        models[name].learn(warm)
    model = models[name]
    before = model.num_timesteps
    start = time.perf_counter()
    model.learn(int(frames), reset_num_timesteps=False)
    print((time.perf_counter() - start) / (model.num_timesteps - before), flush=True)
