/** A load that is measured: what was answered, how fast, and what it cost the server. */
import type { TestServer } from '../../tests/support/test-server.ts';
import { forkLoad, type LoadOrder } from './fork-load.ts';
import type { LoadReport } from './form-load.ts';
import { cpuSecondsOf } from './processor-time.ts';
import { printGoals, printTable, quantile, round, type Goal } from './table.ts';

export interface MeasuredLoad {
  readonly report: LoadReport;
  /** Processor time of the server. */
  readonly serverSeconds: number;
  /** Faults of the books afterwards. */
  readonly faults: readonly string[];
}

/** @param client see {@link forkLoad}. */
export async function measureLoad<Order extends LoadOrder>(
  server: TestServer,
  client: string,
  order: Order,
): Promise<MeasuredLoad> {
  const cpuBefore = cpuSecondsOf(server.pid);
  const report = await forkLoad(client, order);
  const serverSeconds = cpuSecondsOf(server.pid) - cpuBefore;
  const { faults } = await server.verifyLedger();
  return { report, serverSeconds, faults };
}

/** Half of all are answered within the first, 99 of 100 within the second; milliseconds. */
export const latencyCells = (latencies: readonly number[]): readonly [number, number] => [
  round(quantile(latencies, 0.5), 2),
  round(quantile(latencies, 0.99), 2),
];

export interface LoadGoals {
  /** What there is so many of a second. */
  readonly name: string;
  /** Successes a second. */
  readonly rate: number;
  readonly rateMin: number;
  readonly p99MsMax: number;
}

/** Processor time of each, what was answered, and whether the goals are met. */
export function printLoad(
  { report, serverSeconds, faults }: MeasuredLoad,
  { name, rate, rateMin, p99MsMax }: LoadGoals,
): void {
  const micros = (seconds: number): number => round((seconds / report.answered) * 1e6);
  printTable(
    `Processor time, microseconds an answer`,
    ['server', 'client'],
    [[micros(serverSeconds), micros(report.cpuSeconds)]],
  );
  const { length } = faults;
  console.log(`\nAnswers: ${JSON.stringify(report.outcomes)}. Faults of the books: ${length}`);
  printGoals([rateGoal(name, rate, rateMin), p99Goal(report.latencies, p99MsMax)]);
}

export const rateGoal = (name: string, rate: number, rateMin: number): Goal => ({
  name: `at least ${rateMin} ${name}/s`,
  met: rate >= rateMin,
  measured: `${Math.round(rate)}`,
});

export function p99Goal(latencies: readonly number[], p99MsMax: number): Goal {
  const p99 = quantile(latencies, 0.99);
  return { name: `p99 at most ${p99MsMax} ms`, met: p99 <= p99MsMax, measured: `${round(p99)} ms` };
}
