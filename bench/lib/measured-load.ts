/** A measured load: its responses, their speed, and the processor time of the server. */
import type { TestServer } from '../../tests/support/servers/test-server.ts';
import type { Calibration } from './calibration.ts';
import { forkLoad, type LoadOrder } from './fork-load.ts';
import type { LoadReport } from './form-load.ts';
import { cpuSecondsOf } from './processor-time.ts';
import { printGoals, printTable, quantile, round, type Goal } from './table.ts';

interface MeasuredLoad {
  readonly report: LoadReport;
  /** Processor time of the server. */
  readonly serverSeconds: number;
  /** Calibration of the same run: half of its turns before the load, half after it. */
  readonly calibration: Calibration;
}

/** Seconds of calibration per second of load, before and after it. */
const CALIBRATED_SHARE = 0.25;

/**
 * @param client see {@link forkLoad}.
 * @throws Error if most requests were rejected or the ledger is inconsistent, because the figures would be
 * wrong.
 */
export async function measureLoad<Order extends LoadOrder>(
  { server, calibration }: { readonly server: TestServer; readonly calibration: Calibration },
  client: string,
  order: Order,
): Promise<MeasuredLoad> {
  const calibrate = () => calibration.run(order.seconds * CALIBRATED_SHARE);
  await calibrate();
  const cpuBefore = cpuSecondsOf(server.pid);
  const report = await forkLoad(client, order);
  const serverSeconds = cpuSecondsOf(server.pid) - cpuBefore;
  await calibrate();
  const { faults } = await server.verifyLedger();
  if (faults.length > 0) throw new Error(`the ledger does not add up: ${faults.join('; ')}`);
  requireAccepted(report);
  return { report, serverSeconds, calibration };
}

/** @throws Error if fewer than nine of ten requests were accepted. */
export function requireAccepted({ answered, outcomes }: LoadReport): void {
  const accepted = outcomes['ok'] ?? 0;
  if (accepted === 0 || accepted < 0.9 * answered)
    throw new Error(`most of a load must be accepted: ${JSON.stringify(outcomes)}`);
}

interface LoadGoals {
  /** The unit that is counted per second. */
  readonly name: string;
  /** Successes a second. */
  readonly rate: number;
  readonly rateMin: number;
  readonly p99MsMax: number;
}

/** Prints processor time per unit, the responses, the calibration, and whether the goals are met. */
export function printLoad(
  { report, serverSeconds, calibration }: MeasuredLoad,
  { name, rate, rateMin, p99MsMax }: LoadGoals,
): void {
  const micros = (seconds: number): number => round((seconds / report.answered) * 1e6);
  printTable(
    `Processor time, microseconds an answer`,
    ['server', 'client'],
    [[micros(serverSeconds), micros(report.cpuSeconds)]],
  );
  calibration.print(rate);
  console.log(`\nAnswers: ${JSON.stringify(report.outcomes)}. The ledger adds up.`);
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
