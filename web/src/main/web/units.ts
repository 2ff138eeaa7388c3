// Quantities as the reports print them.

const STEPS: [number, string][] = [
  [1e12, "T"],
  [1e9, "G"],
  [1e6, "M"],
  [1e3, "k"],
  [1, ""],
  [1e-3, "m"],
  [1e-6, "µ"],
  [1e-9, "n"],
];

/** Bytes with a decimal prefix. */
export function size(bytes: number): string {
  return prefixed(bytes, "B", STEPS.filter(([f]) => f >= 1));
}

export function time(seconds: number): string {
  return seconds === 0 ? "0 s" : prefixed(seconds, "s", STEPS.filter(([f]) => f <= 1));
}

function prefixed(value: number, unit: string, steps: [number, string][]): string {
  const [factor, prefix] = steps.find(([f]) => value >= f) ?? steps[steps.length - 1]!;
  return `${Number((value / factor).toPrecision(4))} ${prefix}${unit}`;
}
