/** Prints results as an aligned text table, the only output format of the benches. */
import { isSmoke } from './mode.ts';

type Cell = string | number;

export function printTable(
  title: string,
  head: readonly string[],
  rows: readonly (readonly Cell[])[],
): void {
  const text = [head, ...rows].map((row) => row.map(String));
  const widths = head.map((_, column) => Math.max(...text.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  console.log(`\n${title}`);
  console.log(line(head));
  console.log(widths.map((width) => '-'.repeat(width)).join('  '));
  for (const row of text.slice(1)) console.log(line(row));
}

/** Value at quantile `q` (0 to 1) of unsorted samples; NaN when there are none. */
export function quantile(samples: readonly number[], q: number): number {
  if (samples.length === 0) return Number.NaN;
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN;
}

export const median = (samples: readonly number[]): number => quantile(samples, 0.5);

export const round = (value: number, digits = 1): number => Number(value.toFixed(digits));

/** Median and 99th percentile of the latencies, in milliseconds. */
export const latencyCells = (latencies: readonly number[]): readonly [number, number] => [
  round(quantile(latencies, 0.5), 2),
  round(quantile(latencies, 0.99), 2),
];

export interface Goal {
  readonly name: string;
  readonly met: boolean;
  readonly measured: string;
}

/**
 * Prints one line per goal: whether this run met it. Benches report and do not fail a build. A smoke run
 * judges none.
 */
export function printGoals(goals: readonly Goal[]): void {
  console.log('');
  for (const goal of goals) console.log(`${verdictOn(goal)}  ${goal.name}: ${goal.measured}`);
}

function verdictOn({ met }: Goal): string {
  if (isSmoke) return 'unjudged';
  return met ? 'met   ' : 'MISSED';
}
