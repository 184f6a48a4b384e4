/** Times from the start of a server after a kill to its readiness, as a run of kills prints them. */

/** Returns median, 99th percentile and the longest of these times in milliseconds; 0 without any. */
export function readyText(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
  return `ready p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, max ${at(1)} ms`;
}
