/**
 * `npm run crash [kills] [seed] [all|savings]`: kills an exchange with SIGKILL under load, restarts it, and checks
 * that everything acknowledged was kept. Exits with 1 if not.
 */
import { crashRepeatedly, textOf } from '../tests/support/crash/crash-run.ts';
import { readyText } from '../tests/support/crash/ready-times.ts';
import { ALL_LOADS, SAVINGS_ENV, SAVINGS_LOADS } from '../tests/support/crash/loads.ts';

const KILLS_DEFAULT = 20;
const RUNS = {
  all: { loads: ALL_LOADS },
  savings: { loads: SAVINGS_LOADS, env: SAVINGS_ENV },
} as const;
const [kills = String(KILLS_DEFAULT), seed = String(Date.now() % 1_000_000), name = 'all'] =
  process.argv.slice(2);
if (name !== 'all' && name !== 'savings') throw new Error(`no loads are called "${name}"`);

const startedAt = performance.now();
const report = await crashRepeatedly({
  ...RUNS[name],
  kills: Number(kills),
  seed: Number(seed),
  report: (line) => void process.stdout.write(`${line}\n`),
});
process.stdout.write(
  `seed ${seed}: ${report.kills} kills in ${Math.round((performance.now() - startedAt) / 1_000)} s, ` +
    `${textOf(report.counts)}, ${readyText(report.readyMs)}, ` +
    `${report.faults.length} contradictions\n`,
);
for (const fault of report.faults) process.stderr.write(`${fault}\n`);
process.exitCode = report.faults.length === 0 ? 0 : 1;
