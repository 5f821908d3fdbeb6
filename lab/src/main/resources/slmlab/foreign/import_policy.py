"""Reads a model of Stable-Baselines3 or CleanRL and writes what `slm-lab import` reads. Needs torch.

    python import_policy.py MODEL FOLDER [--normalizer vecnormalize.pkl]

MODEL is a zip file of Stable-Baselines3, or a state_dict that CleanRL saved with torch.save. FOLDER gets policy.json
(library, algorithm, settings) and policy.safetensors (the tensors under their own names). Weights are read with
torch.load(weights_only=True), and of a zip file's settings only the plain JSON: no code in the file runs. The normalizer
is a pickle of Stable-Baselines3, which has to be installed then; a pickle may run code, so only give one that you trust.
"""

import argparse
import array
import io
import json
import math
import pathlib
import re
import struct
import sys
import zipfile

try:
    import torch
except ImportError:
    sys.exit("import_policy.py needs PyTorch; run it with a Python that has torch, see slm-lab import --help")

SETTINGS = ["n_steps", "batch_size", "n_epochs", "gamma", "gae_lambda", "ent_coef", "vf_coef", "max_grad_norm",
            "learning_rate", "clip_range", "normalize_advantage", "n_envs", "buffer_size", "learning_starts", "tau",
            "gradient_steps", "target_update_interval", "exploration_initial_eps", "exploration_final_eps",
            "exploration_fraction", "policy_delay", "target_policy_noise", "target_noise_clip", "seed"]  # fmt: skip


def constant(value):
    """A number, also of a schedule that says that it is constant; None for what is no plain number."""
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, (int, float)):
        return value if math.isfinite(value) else None
    if isinstance(value, str) and value.startswith("auto"):
        return "auto"
    if isinstance(value, dict):
        found = re.search(r"ConstantSchedule\(val=([-+0-9.eE]+)\)", json.dumps(value))
        return float(found[1]) if found else None
    return None


def algorithm_of(data, weights):
    policy = str(data.get("policy_class", {}))
    for package, name in (("sac", "SAC"), ("dqn", "DQN"), ("tqc", "TQC"), ("qrdqn", "QRDQN")):
        if f".{package}.policies." in policy:
            return name
    if ".td3.policies." in policy:
        return "TD3" if any(name.startswith("critic.qf1.") for name in weights) else "DDPG"
    if "recurrent" in policy.lower() or any(".lstm" in name or name.startswith("lstm") for name in weights):
        return "RecurrentPPO"
    if "ActorCritic" in policy:
        return "PPO" if "clip_range" in data else "A2C"
    return "unknown"


def stable_baselines(path):
    with zipfile.ZipFile(path) as file:
        names = file.namelist()
        if "data" not in names or "policy.pth" not in names:
            return None
        data = json.loads(file.read("data"))
        weights = torch.load(io.BytesIO(file.read("policy.pth")), map_location="cpu", weights_only=True)
        if "pytorch_variables.pth" in names:
            extra = torch.load(io.BytesIO(file.read("pytorch_variables.pth")), map_location="cpu", weights_only=True)
            weights.update(extra or {})
        version = file.read("_stable_baselines3_version").decode().strip() if "_stable_baselines3_version" in names else ""
    algorithm = algorithm_of(data, weights)
    kwargs = data.get("policy_kwargs") or {}
    activation = re.search(r"activation\.(\w+)", str(kwargs.get("activation_fn", "")))
    default = "Tanh" if algorithm in ("PPO", "A2C") else "ReLU"
    settings = {key: constant(data[key]) for key in SETTINGS if key in data}
    frequency = re.search(r"frequency=(\d+)", json.dumps(data.get("train_freq", "")))
    if frequency or isinstance(data.get("train_freq"), int):
        settings["train_freq"] = int(frequency[1]) if frequency else data["train_freq"]
    return weights, {
        "library": "stable-baselines3",
        "version": version,
        "algorithm": algorithm,
        "activation": activation[1] if activation else default,
        "use_sde": bool(data.get("use_sde")),
        "frames": int(data.get("num_timesteps", 0)),
        "settings": {key: value for key, value in settings.items() if value is not None},
    }


def clean_rl(path):
    weights = torch.load(path, map_location="cpu", weights_only=True)
    if not isinstance(weights, dict):
        sys.exit(f"{path}: a {type(weights).__name__}, not a state_dict; import reads PPO and DQN of CleanRL")
    if any(name.startswith(("actor.", "actor_mean.")) for name in weights):
        algorithm, activation = "PPO", "Tanh"
    elif any(name.startswith("network.") for name in weights):
        algorithm, activation = "DQN", "ReLU"
    else:
        algorithm, activation = "unknown", ""
    return weights, {"library": "cleanrl", "version": "", "algorithm": algorithm, "activation": activation,
                     "use_sde": False, "frames": 0, "settings": {}}  # fmt: skip


def normalizer(path):
    import pickle

    try:
        with open(path, "rb") as file:
            found = pickle.load(file)
    except ImportError as error:
        sys.exit(f"{path}: {error}; a normalizer is read with stable-baselines3 installed")
    if not getattr(found, "norm_obs", False) or not hasattr(found.obs_rms, "mean"):
        sys.exit(f"{path}: a {type(found).__name__} that does not normalize observations of one array")
    tensors = {"obs_mean": torch.as_tensor(found.obs_rms.mean), "obs_var": torch.as_tensor(found.obs_rms.var)}
    return tensors, {"eps": float(found.epsilon), "clip": float(found.clip_obs)}


def write_safetensors(path, tensors):
    header, chunks, at = {}, [], 0
    for name, tensor in tensors.items():
        chunk = array.array("f", tensor.detach().to(torch.float32).flatten().tolist())
        if sys.byteorder == "big":
            chunk.byteswap()
        chunk = chunk.tobytes()
        header[name] = {"dtype": "F32", "shape": list(tensor.shape), "data_offsets": [at, at + len(chunk)]}
        chunks.append(chunk)
        at += len(chunk)
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    path.write_bytes(struct.pack("<Q", len(text)) + text + b"".join(chunks))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--normalizer", type=pathlib.Path)
    given = parser.parse_args()
    try:
        read = stable_baselines(given.model) if zipfile.is_zipfile(given.model) else None
        weights, facts = read or clean_rl(given.model)
    except SystemExit:
        raise
    except Exception as error:  # torch raises whatever the damage leads to
        sys.exit(f"{given.model} cannot be read: {type(error).__name__}: {str(error).splitlines()[0]}")
    facts = {"format": "slm-lab import 1", "model": given.model.name, **facts, "normalizer": None}
    if given.normalizer:
        tensors, facts["normalizer"] = normalizer(given.normalizer)
        weights.update(tensors)
    others = [name for name, tensor in weights.items() if not torch.is_tensor(tensor)]
    if others:
        sys.exit(f"{given.model}: {', '.join(others)} are no tensors")
    given.folder.mkdir(parents=True, exist_ok=True)
    write_safetensors(given.folder / "policy.safetensors", weights)
    (given.folder / "policy.json").write_text(json.dumps(facts, indent=1) + "\n")
    print(f"{facts['library']} {facts['algorithm']}: {len(weights)} tensors")


main()
