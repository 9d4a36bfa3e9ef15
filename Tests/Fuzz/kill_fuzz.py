"""Ends `candela render` at random moments, and looks at what it leaves.

Each run is killed (SIGKILL), interrupted (SIGINT, SIGTERM) or left without room on a small file system after a random time.
Whatever stands under the output's name must be whole: a file that was there before, or all of the new one. What a killed
run leaves beside it must be gone after the next run.

Usage: kill_fuzz.py CANDELA --count N [--seed S]
"""

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

FRAMES = 40
ENDINGS = ["mov", "mp4", "mkv"]
CODECS = {"mov": ["--codec", "prores"], "mp4": ["--codec", "h264", "--preset", "ultrafast"], "mkv": ["--codec", "ffv1"]}


def frames(path):
    """How many pictures of a file can be decoded; -1 where ffprobe finds fault with it."""
    words = "ffprobe -v error -select_streams v -count_frames -show_entries stream=nb_read_frames -of csv=p=0".split()
    probe = subprocess.run([*words, path], capture_output=True, text=True)
    text = probe.stdout.strip().strip(",")
    return int(text) if probe.returncode == 0 and not probe.stderr and text.isdigit() else -1


class Kills:
    def __init__(self, candela, folder, seed):
        self.candela, self.folder, self.dice = candela, folder, random.Random(seed)
        self.clip = os.path.join(folder, "clip.mkv")
        made = "ffmpeg -v error -y -f lavfi -i testsrc2=s=160x90:r=25 -f lavfi -i sine -frames:v".split()
        colour = "-pix_fmt yuv420p -color_primaries bt709 -color_trc bt709 -colorspace bt709 -c:v ffv1".split()
        subprocess.run([*made, str(FRAMES), "-shortest", *colour, self.clip], check=True)
        self.counts, self.failures = {}, 0
        # How long a whole run takes, the first one's compiling left out.
        self.render("whole", "mkv")
        begun = time.monotonic()
        self.render("whole", "mkv")
        self.seconds = time.monotonic() - begun

    def words(self, folder, ending):
        out = os.path.join(folder, f"out.{ending}")
        filters = ["--filter", "gaussianBlur", "--filter", "highlight"]
        return [self.candela, "render", self.clip, "-o", out, "--overwrite", "--quiet", *filters, *CODECS[ending]], out

    def render(self, name, ending):
        folder = os.path.join(self.folder, name)
        os.makedirs(folder, exist_ok=True)
        words, out = self.words(folder, ending)
        subprocess.run(words, check=True, stdin=subprocess.DEVNULL, capture_output=True)
        return folder, out

    def fail(self, index, text):
        self.failures += 1
        print(f"kill {index}: {text}", flush=True)

    def one(self, index, small):
        ending = self.dice.choice(ENDINGS)
        isFull = small is not None and self.dice.random() < 0.2
        folder = small if isFull else os.path.join(self.folder, "killed")
        os.makedirs(folder, exist_ok=True)
        hadFile = not isFull and self.dice.random() < 0.5
        words, out = self.words(folder, ending)
        if hadFile:
            shutil.copy(os.path.join(self.folder, "whole", "out.mkv"), out)
        elif os.path.exists(out):
            os.unlink(out)
        before = os.stat(out).st_ino if hadFile else None
        way = None if isFull else self.dice.choice([signal.SIGKILL, signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
        process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        if way is not None:
            time.sleep(self.dice.random() * self.seconds * 1.1)
            process.send_signal(way)
        try:
            errors = process.communicate(timeout=60)[1].decode("utf-8", "replace")
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            return self.fail(index, f"{words[-1]}: still there a minute after {way}")
        name = "full" if isFull else way.name
        code = process.returncode
        self.counts[(name, code)] = self.counts.get((name, code), 0) + 1
        allowed = {"full": (0, 74), "SIGKILL": (0, -9), "SIGINT": (0, 130, -2), "SIGTERM": (0, 130, -15)}[name]
        if code not in allowed:
            self.fail(index, f"{name}: ends with {code}: {errors.strip()[-300:]}")
        if os.path.exists(out):
            isOld = before is not None and os.stat(out).st_ino == before
            if code == 0 and isOld:
                self.fail(index, f"{name}: says that it wrote {ending}, and did not")
            count = frames(out)
            if count != FRAMES:
                self.fail(index, f"{name}: leaves {'the old' if isOld else 'a new'} {ending} of {count} pictures")
        elif code == 0 or hadFile:
            self.fail(index, f"{name}: {'the file that was there' if hadFile else 'what was written'} is gone")
        # A killed process cannot tidy up; the next one to the same name does.
        if self.dice.random() < 0.1 and not isFull:
            subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True)
        left = sorted(name for name in os.listdir(folder) if not name.startswith("out.") )
        if left and (name != "SIGKILL" or self.dice.random() < 0.1):
            subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True)
            left = sorted(name for name in os.listdir(folder) if not name.startswith("out."))
            if left:
                self.fail(index, f"{name}: leaves {left}")
        if isFull:
            for entry in os.listdir(folder):
                os.unlink(os.path.join(folder, entry))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("candela")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    folder = tempfile.mkdtemp()
    small = os.path.join(folder, "small")
    os.makedirs(small)
    # Holds some of the outputs, and not others.
    isMounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=400k", "none", small], capture_output=True).returncode == 0
    if not isMounted:
        print("full file systems are left out: mounting one needs root")
    try:
        kills = Kills(os.path.abspath(options.candela), folder, options.seed)
        for index in range(options.count):
            kills.one(index, small if isMounted else None)
    finally:
        if isMounted:
            subprocess.run(["umount", small])
        shutil.rmtree(folder, ignore_errors=True)
    told = ", ".join(f"{count} {name} end with {code}" for (name, code), count in sorted(kills.counts.items()))
    print(f"kills: {told}; {kills.failures} leave what they should not")
    return 1 if kills.failures else 0


if __name__ == "__main__":
    sys.exit(main())
