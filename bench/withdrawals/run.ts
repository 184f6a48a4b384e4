/**
 * Withdrawals end to end over 32 connections: HTTP, the gate with every check, the lifecycle, the freeze by
 * the spot writer, response. For comparison, the service alone. All wait for an operator, so that none is
 * sent during the run.
 */
import path from 'node:path';
import { LIMITS } from '../../contract/limits.ts';
import { startBenchServer } from '../lib/bench-server.ts';
import { forkLoad } from '../lib/fork-load.ts';
import { startCalibration } from '../lib/calibration.ts';
import { measureLoad, printLoad } from '../lib/measured-load.ts';
import { sized } from '../lib/mode.ts';
import { addPeople, givePayPasswords } from '../lib/people.ts';
import { latencyCells, printTable } from '../lib/table.ts';
import type { WithdrawalLoad } from './client.ts';
import { bindAddresses } from './people.ts';
import { runServiceAlone } from './service-alone.ts';

const CONNECTIONS = sized(32, 4);
/** Each user may withdraw the daily limit in parts of {@link AMOUNT}. */
const PEOPLE = sized(300, 8);
const AMOUNT = LIMITS.withdrawal_auto_approve_usdt;
const USDT = 1;
const PAY_PASSWORD = 'Saffron47';
/**
 * The first withdrawal of every user takes the slow hash: 300 of them take 5 s on two idle cores, before the
 * measurement.
 */
const FIRST_ROUND_S_MAX = 300;
const WARM_UP_S = sized(3, 0.05);
const SECONDS = sized(10, 0.05);
const WITHDRAWALS_PER_SECOND_MIN = 1_000;
const P99_MS_MAX = 50;

const bench = await startBenchServer(async (client) => {
  const { tokens, owners } = await addPeople(client, PEOPLE);
  await givePayPasswords(client, owners, PAY_PASSWORD);
  return { tokens, addressIds: await bindAddresses(client, owners, USDT) };
});
const client = path.join(import.meta.dirname, 'client.ts');
const order: Omit<WithdrawalLoad, 'seconds' | 'seed'> = {
  ...bench.filled,
  port: bench.port,
  connections: CONNECTIONS,
  payPassword: PAY_PASSWORD,
  amount: AMOUNT,
  isRound: false,
};
await forkLoad(client, { ...order, seconds: FIRST_ROUND_S_MAX, seed: 1, isRound: true });
await forkLoad(client, { ...order, seconds: WARM_UP_S, seed: 3 });
const calibration = await startCalibration(CONNECTIONS);
const { server } = bench;
const measured = await measureLoad({ server, calibration }, client, {
  ...order,
  seconds: SECONDS,
  seed: 2,
});
await server.stop();
await calibration.close();
bench.removeData();
const alone = await runServiceAlone({
  people: PEOPLE,
  outstanding: CONNECTIONS,
  amount: AMOUNT,
  seconds: SECONDS / 2,
});

const { report } = measured;
const rate = (report.outcomes['ok'] ?? 0) / report.seconds;
printTable(
  `Withdrawals over ${CONNECTIONS} connections, ${PEOPLE} people`,
  ['', 'withdrawals/s', 'p50 ms', 'p99 ms'],
  [
    ['end to end', Math.round(rate), ...latencyCells(report.latencies)],
    [
      `service alone, ${CONNECTIONS} at a time`,
      Math.round(alone.length / (SECONDS / 2)),
      ...latencyCells(alone),
    ],
  ],
);
printLoad(measured, {
  name: 'withdrawals',
  rate,
  rateMin: WITHDRAWALS_PER_SECOND_MIN,
  p99MsMax: P99_MS_MAX,
});
