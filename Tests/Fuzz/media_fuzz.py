"""Feeds `candela render` with broken media files, and holds each answer to what the command promises.

Small clips are made with ffmpeg in every container and codec that matters, and copies of them broken: single bytes, pieces,
boxes of mov and mp4, elements of Matroska, NAL units, ends that are missing. Each must be rendered, or refused in one
line with one of the command's exit codes, in time, without a crash, within two gibibytes, and without leaving anything.

Usage: media_fuzz.py CANDELA --count N [--seed S] [--only NUMBER] [--keep FOLDER] [--samples FOLDER]
"""

import argparse
import os
import random
import resource
import shutil
import struct
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

SECONDS = 60
BYTES = 2 << 30
# What cannot be read, is no use, or cannot be written; 64 where a file makes an option impossible.
CODES = (0, 64, 65, 69, 74)

HDR = "-color_primaries bt2020 -color_trc arib-std-b67 -colorspace bt2020nc".split()
SDR = "-color_primaries bt709 -color_trc bt709 -colorspace bt709".split()
CLIPS = {
    "hevc.mov": ["-pix_fmt", "yuv420p10le", "-c:v", "libx265", "-x265-params", "log-level=none:bframes=2", "-tag:v", "hvc1", *HDR],
    "hevc.mp4": ["-pix_fmt", "yuv420p10le", "-c:v", "libx265", "-x265-params", "log-level=none", "-movflags", "+faststart", *HDR],
    "fragments.mp4": ["-pix_fmt", "yuv420p", "-c:v", "libx264", "-movflags", "frag_keyframe+empty_moov", "-g", "3", *SDR],
    "hevc.mkv": ["-pix_fmt", "yuv420p10le", "-c:v", "libx265", "-x265-params", "log-level=none", *HDR],
    "h264.mkv": ["-pix_fmt", "yuv420p", "-c:v", "libx264", *SDR],
    "h264.ts": ["-pix_fmt", "yuv420p", "-c:v", "libx264", *SDR],
    "hevc.hevc": ["-an", "-pix_fmt", "yuv420p10le", "-c:v", "libx265", "-x265-params", "log-level=none", *HDR],
    "av1.webm": ["-an", "-pix_fmt", "yuv420p10le", "-c:v", "libsvtav1", "-preset", "12", *HDR],
    "vp9.webm": ["-an", "-pix_fmt", "yuv420p", "-c:v", "libvpx-vp9", "-cpu-used", "8", *SDR],
    "prores.mov": ["-pix_fmt", "yuv422p10le", "-c:v", "prores_ks", *SDR],
    "ffv1.mkv": ["-pix_fmt", "yuv444p12le", "-c:v", "ffv1", "-level", "3", *SDR],
    "raw.nut": ["-pix_fmt", "yuv420p", "-c:v", "rawvideo", *SDR],
    "mpeg2.mpg": ["-pix_fmt", "yuv420p", "-c:v", "mpeg2video", *SDR],
    "still.png": ["-an", "-frames:v", "1", "-pix_fmt", "rgb24"],
    "frames.y4m": ["-an", "-pix_fmt", "yuv420p"],
}


def make_clips(folder):
    """Writes the sound clips, those whose encoder there is, and gives their names and bytes."""
    clips = {}
    for name, options in CLIPS.items():
        path = os.path.join(folder, name)
        sound = [] if "-an" in options else ["-f", "lavfi", "-i", "sine=r=48000:d=0.24"]
        command = ["ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=s=64x64:r=25:d=0.24", *sound]
        if subprocess.run([*command, *options, path], capture_output=True).returncode == 0:
            with open(path, "rb") as file:
                clips[name] = file.read()
        else:
            print(f"left out: {name}, which this ffmpeg does not write")
    return clips


# Ways to break a file: each takes a random source and a bytearray, and changes it in place or gives another.


def flip(dice, data):
    for _ in range(dice.choice([1, 1, 2, 4, 16, 64])):
        data[dice.randrange(len(data))] ^= 1 << dice.randrange(8)


def overwrite(dice, data):
    start = dice.randrange(len(data))
    for place in range(start, min(start + dice.choice([1, 2, 4, 8, 64, 512]), len(data))):
        data[place] = dice.choice([0, 0xFF, 0x7F, 0x80, dice.randrange(256)])


def head(dice, data):
    """Most of what parsers believe stands at a file's beginning or end."""
    size = min(len(data), 600)
    start = 0 if dice.random() < 0.7 else len(data) - size
    for _ in range(dice.choice([1, 2, 4, 8])):
        data[start + dice.randrange(size)] = dice.choice([0, 1, 0x7F, 0x80, 0xFF, dice.randrange(256)])


def truncate(dice, data):
    del data[dice.randrange(len(data)) :]


def drop(dice, data):
    start = dice.randrange(len(data))
    del data[start : start + dice.choice([1, 3, 16, 188, 1000])]


def repeat(dice, data):
    start = dice.randrange(len(data))
    piece = data[start : start + dice.choice([1, 4, 16, 188, 1000])]
    data[start:start] = piece * dice.choice([1, 2, 50])


def swap(dice, data):
    size = dice.choice([4, 16, 188, 512])
    if len(data) < 3 * size:
        return
    a, b = dice.randrange(len(data) - size), dice.randrange(len(data) - size)
    data[a : a + size], data[b : b + size] = data[b : b + size], data[a : a + size]


def number(dice, data):
    """A number of 2, 4 or 8 bytes that is large, or negative, or nothing."""
    size = dice.choice([2, 4, 8])
    if len(data) < size:
        return
    place = dice.randrange(min(len(data) - size + 1, 4000))
    value = dice.choice([0, 1, -1, (1 << (8 * size - 1)) - 1, -(1 << (8 * size - 1)), dice.getrandbits(8 * size - 1)])
    data[place : place + size] = value.to_bytes(size, "big", signed=True)


FOLDERS = {b"moov", b"trak", b"mdia", b"minf", b"stbl", b"edts", b"dinf", b"udta", b"moof", b"traf", b"mvex"}


def boxes_of(data, start=0, end=None, depth=0):
    """The boxes of a movie file: their starts, sizes and types, folders before what is in them."""
    end, found = len(data) if end is None else end, []
    while start + 8 <= end and depth < 8:
        size, kind = struct.unpack_from(">I4s", data, start)
        if size == 1 and start + 16 <= end:
            size = struct.unpack_from(">Q", data, start + 8)[0]
        if size == 0:
            size = end - start
        if size < 8 or start + size > end:
            break
        found.append((start, size, bytes(kind)))
        if bytes(kind) in FOLDERS:
            found += boxes_of(data, start + 8, start + size, depth + 1)
        elif bytes(kind) == b"stsd":
            found += boxes_of(data, start + 16, start + size, depth + 1)
        start += size
    return found


def boxes(dice, data):
    found = boxes_of(data)
    if not found:
        return flip(dice, data)
    for _ in range(dice.choice([1, 1, 2, 3])):
        start, size, _ = dice.choice(found)
        start, size = min(start, len(data) - 8), min(size, len(data) - start)
        if size < 8:
            continue
        match dice.randrange(7):
            case 0:
                sizes = [0, 1, 4, 7, 8, size - 1, size + 1, 2 * size, 0x7FFFFFFF, 0xFFFFFFFF]
                struct.pack_into(">I", data, start, dice.choice(sizes))
            case 1:
                data[start + 4 : start + 8] = dice.choice([b"free", b"moov", b"mdat", b"stsd", b"trak", b"\0\0\0\0"])
            case 2:
                del data[start : start + size]
            case 3:
                data[start:start] = data[start : start + min(size, 4096)]
            case 4:
                data[start + 8 : start + size] = bytes(size - 8)
            case 5:
                for _ in range(4):
                    data[start + 8 + dice.randrange(max(size - 8, 1)) - (size == 8)] = dice.choice([0, 0x7F, 0xFF])
            case _:
                place = start + 8 + 4 * dice.randrange(max((size - 8) // 4, 1))
                if place + 4 <= len(data):
                    struct.pack_into(">I", data, place, dice.choice([0, 1, 0x7FFFFFFF, 0xFFFFFFFF, dice.getrandbits(32)]))


def units_of(data):
    """Starts of what looks like NAL units: after start codes, and after lengths in a movie's data."""
    found, place = [], data.find(b"\0\0\1")
    while place >= 0 and len(found) < 200:
        found.append(place + 3)
        place = data.find(b"\0\0\1", place + 3)
    for start, size, kind in boxes_of(data):
        if kind != b"mdat":
            continue
        place, end = start + 8, start + size
        while place + 4 < end and len(found) < 200:
            length = struct.unpack_from(">I", data, place)[0]
            if not 0 < length <= end - place - 4:
                break
            found.append(place + 4)
            place += 4 + length
    return found


def units(dice, data):
    found = units_of(data)
    if not found:
        return flip(dice, data)
    for _ in range(dice.choice([1, 2, 4])):
        place = dice.choice(found)
        match dice.randrange(4):
            case 0:
                data[place] = dice.randrange(256)
            case 1:
                for offset in range(dice.choice([2, 8, 40])):
                    if place + offset < len(data) and dice.random() < 0.5:
                        data[place + offset] ^= 1 << dice.randrange(8)
            case 2:
                data[max(place - 4, 0) : place] = struct.pack(">I", dice.choice([0, 1, 0xFFFFFFFF, dice.getrandbits(16)]))
            case _:
                piece = data[place : place + dice.choice([2, 30, 300])]
                other = dice.choice(found)
                data[other : other + len(piece)] = piece


WAYS = [flip, overwrite, head, truncate, drop, repeat, swap, number, boxes, boxes, units, units]


def broken(clips, seed, index):
    """The file of a number: its name and bytes."""
    dice = random.Random(f"{seed}/{index}")
    name = dice.choice(sorted(clips))
    data = bytearray(clips[name])
    for _ in range(dice.choice([1, 1, 1, 2, 3])):
        if data:
            dice.choice(WAYS)(dice, data)
    return name, bytes(data)


def limited():
    """Holds a process to the time it is worth; memory is measured, for drivers map far more than they use."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run(candela, folder, name, data):
    """Renders one broken file; gives what is wrong with the answer, or None, and the exit code."""
    place = tempfile.mkdtemp(dir=folder)
    try:
        source = os.path.join(place, name)
        with open(source, "wb") as file:
            file.write(data)
        words = [candela, "render", source, "-o", os.path.join(place, "out.mkv"), "--codec", "raw", "--quiet", "--assume", "sdr"]
        process = subprocess.Popen(
            words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, preexec_fn=limited
        )
        killer = __import__("threading").Timer(SECONDS, process.kill)
        killer.start()
        text = process.stdout.read().decode("utf-8", "replace")
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = code = os.waitstatus_to_exitcode(status)
        isLate = not killer.is_alive()
        killer.cancel()
        left = sorted(set(os.listdir(place)) - {name})
        lines = [line for line in text.splitlines() if line]
        if isLate:
            return "takes more than a minute", code
        if code < 0:
            return f"is ended by signal {-code}: {text[-400:]}", code
        if code not in CODES:
            return f"ends with {code}: {text[-400:]}", code
        if usage.ru_maxrss * 1024 > BYTES:
            return f"needs {usage.ru_maxrss // 1024} MiB", code
        if code == 0 and left != ["out.mkv"]:
            return f"leaves {left}", code
        if code != 0 and left:
            return f"fails, and leaves {left}", code
        if code != 0 and not (lines and lines[-1].startswith("candela: ")):
            return f"fails without a reason: {text[-400:]}", code
        if any(not line.startswith("candela: ") for line in lines):
            return f"says what is not its own: {text[-400:]}", code
        if code != 0 and any(word in lines[-1] for word in ("Fatal", "nil", "Optional(")):
            return f"fails without a sentence: {lines[-1]}", code
        return None, code
    finally:
        shutil.rmtree(place, ignore_errors=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("candela")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int)
    parser.add_argument("--keep", help="where files that are answered wrongly are kept")
    parser.add_argument("--samples", help="a folder of clips that are broken too, each of at most 4 MiB")
    options = parser.parse_args()
    folder = tempfile.mkdtemp()
    failures, codes = 0, {}
    try:
        clips = make_clips(folder)
        for name in sorted(os.listdir(options.samples)) if options.samples else []:
            path = os.path.join(options.samples, name)
            if os.path.isfile(path) and os.path.getsize(path) <= 4 << 20:
                with open(path, "rb") as file:
                    clips[name] = file.read()
        # Once each unbroken: what is refused so proves nothing.
        for name, data in clips.items():
            problem, code = run(options.candela, folder, name, data)
            if (problem or code) and name in CLIPS:
                print(f"{name}, unbroken: {problem or f'ends with {code}'}")
                failures += 1
        indices = range(options.count) if options.only is None else [options.only]

        def one(index):
            name, data = broken(clips, options.seed, index)
            return index, name, data, *run(options.candela, folder, name, data)

        with ThreadPoolExecutor(os.cpu_count()) as pool:
            for index, name, data, problem, code in pool.map(one, indices):
                codes[code] = codes.get(code, 0) + 1
                if not problem:
                    continue
                failures += 1
                print(f"file {index} ({name}): {problem}")
                print(f"  again: tools/fuzz --files {options.count} --seed {options.seed} --only {index}", flush=True)
                if options.keep:
                    os.makedirs(options.keep, exist_ok=True)
                    with open(os.path.join(options.keep, f"{options.seed}-{index}-{name}"), "wb") as file:
                        file.write(data)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    told = ", ".join(f"{count} end with {code}" for code, count in sorted(codes.items()))
    print(f"files: {sum(codes.values())} broken, {told}; {failures} answered wrongly")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
