"""LitServe's side of `slm-lab bench serve`: the same policy in NumPy, one worker.

Arguments: the policy file, the port, the largest batch (1: no batching). Prints its versions, then serves until it is killed.
"""

import sys

import litserve
import numpy
from safetensors.numpy import load_file

LAYERS = ("net.model.0", "net.model.2")


class Policy(litserve.LitAPI):
    def setup(self, device):
        weights = load_file(sys.argv[1])
        self.hidden = [(weights[f"{name}.weight"].T.copy(), weights[f"{name}.bias"]) for name in LAYERS]
        self.tail = (weights["net.tails.0.weight"].T.copy(), weights["net.tails.0.bias"])

    def decode_request(self, request):
        return numpy.asarray(request["obs"], dtype=numpy.float32)

    def batch(self, inputs):
        return numpy.stack(inputs)

    def predict(self, obs):
        for weight, bias in self.hidden:
            obs = numpy.tanh(obs @ weight + bias)
        return (obs @ self.tail[0] + self.tail[1]).argmax(-1)

    def unbatch(self, output):
        return output.tolist()

    def encode_response(self, output):
        return {"action": int(output)}


if __name__ == "__main__":
    print(f"LitServe {litserve.__version__}, NumPy {numpy.__version__}, Python {sys.version.split()[0]}", flush=True)
    api = Policy(max_batch_size=int(sys.argv[3]), batch_timeout=0.0, api_path="/act")
    litserve.LitServer(api, accelerator="cpu", workers_per_device=1).run(
        host="127.0.0.1", port=int(sys.argv[2]), num_api_servers=1, log_level="warning", generate_client_file=False
    )
