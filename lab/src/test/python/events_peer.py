"""What TensorBoard's own reader finds in a folder of event files, a line each."""

import sys

from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
from tensorboard.plugins.hparams import plugin_data_pb2

events = EventAccumulator(sys.argv[1], size_guidance={"scalars": 0, "histograms": 0, "tensors": 0})
events.Reload()
tags = events.Tags()
for tag in sorted(tags["scalars"]):
    found = events.Scalars(tag)
    print("scalar", tag, len(found), found[-1].step, found[-1].wall_time, found[-1].value)
for tag in sorted(tags["histograms"]):
    value = events.Histograms(tag)[-1].histogram_value
    print("histogram", tag, value.num, value.min, value.max, sum(value.bucket))
for tag, data in sorted(events.summary_metadata.items()):
    if data.plugin_data.plugin_name == "hparams":
        content = plugin_data_pb2.HParamsPluginData.FromString(data.plugin_data.content)
        start = content.session_start_info.hparams
        print("hparams", tag, {name: getattr(start[name], start[name].WhichOneof("kind")) for name in sorted(start)})
