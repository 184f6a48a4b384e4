/**
 * `npm run crash [kills] [seed]`: kills an exchange with SIGKILL under load, restarts it, and
 * checks that every acknowledged order was kept. Exits with 1 if not.
 */
import { crashRepeatedly } from '../tests/support/crash/crash-run.ts';

const KILLS_DEFAULT = 20;
const [kills = String(KILLS_DEFAULT), seed = String(Date.now() % 1_000_000)] =
  process.argv.slice(2);

const startedAt = performance.now();
const report = await crashRepeatedly({
  kills: Number(kills),
  seed: Number(seed),
  report: (line) => void process.stdout.write(`${line}\n`),
});
const ready = report.readyMs.toSorted((a, b) => a - b);
const at = (share: number): number => ready[Math.ceil(ready.length * share) - 1] ?? 0;
process.stdout.write(
  `seed ${seed}: ${report.kills} kills in ${Math.round((performance.now() - startedAt) / 1_000)} s, ` +
    `${report.acknowledged} acknowledged at ${report.requestsPerSecond} requests/s, ` +
    `${report.unanswered} orders asked for again, ${report.transfers} transfers and ` +
    `${report.unansweredTransfers} asked for again, ready p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, ` +
    `max ${at(1)} ms, ${report.replayed} orders replayed, ${report.faults.length} contradictions\n`,
);
for (const fault of report.faults) process.stderr.write(`${fault}\n`);
process.exitCode = report.faults.length === 0 ? 0 : 1;
