"""What a training shows while it runs: curves in a notebook, lines on a terminal."""

import io
import sys
import time

from ._host import number
from .errors import InputError

_PERIOD = {"curves": 1.0, "lines": 5.0}  # s between two updates
_COLORS = 10  # of matplotlib's cycle


def in_notebook():
    """Return whether a notebook's kernel runs this process."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    return shell is not None and hasattr(shell, "kernel")


def view(progress):
    """Return what shows a training."""
    if progress is None:
        progress = "curves" if in_notebook() else "lines" if sys.stdout.isatty() else False
    if progress is False:
        return View()
    if progress == "lines":
        return Lines()
    if progress == "curves":
        return Curves()
    raise InputError(f"progress is {progress!r}; needs 'curves', 'lines' or False")


class View:
    """Shows nothing but warnings."""

    def take(self, event):
        if event["event"] == "begin":
            for warning in event["warnings"]:
                print(f"warning: {warning}", file=sys.stderr)

    def close(self):
        pass


class Progress(View):
    """Keeps what the sessions have reached, and shows it now and then."""

    period = 0.0

    def __init__(self):
        self.begun = {}  # the event that began each run
        self.sessions = {}  # frames and mean returns of each session, by run and session
        self._next = 0.0
        self._changed = False

    def take(self, event):
        super().take(event)
        kind = event["event"]
        if kind == "begin":
            self.begun[event["run"]] = event
        elif kind == "row":
            curve = self.sessions.setdefault((event["run"], event["session"]), ([], []))
            curve[0].append(number(event["row"]["frame"]))
            curve[1].append(number(event["mean_return"]))
        else:
            return
        self._changed = True
        if time.monotonic() >= self._next:
            self._update()

    def _update(self):
        self._changed = False
        self.show()
        self._next = time.monotonic() + self.period

    def close(self):
        if self._changed:
            self._update()

    def show(self):
        raise NotImplementedError

    def lines(self):
        """Return a line for each run: how far its sessions are, and their mean returns."""
        lines = []
        for at, begun in self.begun.items():
            curves = [curve for (run, _), curve in self.sessions.items() if run == at]
            label = f" {begun['label']}" if begun["label"] else ""
            frame = sum(frames[-1] for frames, _ in curves)
            total = begun["max_frame"] * begun["sessions"]
            means = [curve[1][-1] for curve in curves if curve[1][-1] == curve[1][-1]]
            mean = f"{sum(means) / len(means):.2f}" if means else "–"
            lines.append(f"{begun['name']}{label}  frame {frame:,.0f} of {total:,.0f}  return {mean}")
        return lines


class Lines(Progress):
    """Prints a line now and then."""

    period = _PERIOD["lines"]

    def show(self):
        print(self.lines()[-1], flush=True)


class Curves(Progress):
    """Draws the mean return of every session over frames, in place."""

    period = _PERIOD["curves"]

    def __init__(self):
        super().__init__()
        self._handle = None

    def show(self):
        from IPython.display import display

        data = {"text/plain": "\n".join(self.lines())}
        image = self._image()
        if image is not None:
            data["image/png"] = image
        if self._handle is None:
            self._handle = display(data, raw=True, display_id=True)
        else:
            self._handle.update(data, raw=True)

    def _image(self):
        try:
            from matplotlib.backends.backend_agg import FigureCanvasAgg
            from matplotlib.figure import Figure
        except ImportError:
            return None  # the text alone
        figure = Figure(figsize=(7, 3.2), dpi=90, layout="constrained")
        axes = figure.add_subplot()
        labeled = set()
        for (run, _), (frames, means) in sorted(self.sessions.items()):
            label = self.begun[run]["label"]
            axes.plot(
                frames,
                means,
                color=f"C{run % _COLORS}",
                linewidth=1.2,
                label=label if label and run not in labeled else None,
            )
            labeled.add(run)
        axes.set_xlabel("frame")
        axes.set_ylabel("mean return of 100 episodes")
        axes.set_title(self.lines()[-1], fontsize=9)
        axes.grid(alpha=0.3)
        if len(self.begun) > 1:
            axes.legend(fontsize=8)
        image = io.BytesIO()
        FigureCanvasAgg(figure).print_png(image)
        return image.getvalue()
