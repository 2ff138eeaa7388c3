// Goes through the moments of a run.

import { useEffect, useState } from "preact/hooks";
import { time } from "../units";

const FRAME_MS = 90;

export function Player(props: { seconds: number[]; frame: number; onFrame: (frame: number) => void }) {
  const { seconds, frame, onFrame } = props;
  const [running, setRunning] = useState(false);
  const last = seconds.length - 1;
  useEffect(() => {
    if (!running) return;
    const began = performance.now();
    const timer = window.setTimeout(() => {
      // A slow machine leaves frames out rather than time.
      const passed = Math.max(1, Math.round((performance.now() - began) / FRAME_MS));
      if (frame >= last) setRunning(false);
      else onFrame(Math.min(last, frame + passed));
    }, FRAME_MS);
    return () => clearTimeout(timer);
  }, [running, frame]);
  const toggle = () => {
    if (!running && frame >= last) onFrame(0);
    setRunning(!running);
  };
  return (
    <div class="player">
      <button type="button" onClick={toggle}>
        {running ? "Pause" : "Play"}
      </button>
      <input
        type="range"
        class="slider"
        min={0}
        max={last}
        value={frame}
        aria-label="Moment of the run"
        aria-valuetext={time(seconds[frame] ?? 0)}
        onInput={(e) => {
          setRunning(false);
          onFrame(Number(e.currentTarget.value));
        }}
      />
      <output>
        {time(seconds[frame] ?? 0)} of {time(seconds[last] ?? 0)}
      </output>
    </div>
  );
}
