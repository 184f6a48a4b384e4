/**
 * Steps of fiat orders end to end over 32 connections: HTTP, the lifecycles of order and ad, coins held and
 * released to the buyer, notices to both sides, durable response.
 */
import path from 'node:path';
import { ACCOUNT_TYPES } from '../../contract/wallet/accounts.ts';
import { startBenchServer } from '../lib/bench-server.ts';
import { forkLoad } from '../lib/fork-load.ts';
import { startCalibration } from '../lib/calibration.ts';
import { measureLoad, printLoad } from '../lib/measured-load.ts';
import { sized } from '../lib/mode.ts';
import { addPeople, givePayPasswords } from '../lib/people.ts';
import { latencyCells, printTable } from '../lib/table.ts';
import type { FiatLoad } from './client.ts';
import { addVouchers, openBenchShop } from './people.ts';

const CONNECTIONS = sized(32, 4);
/** Two connections buy from each merchant. */
const MERCHANTS = sized(16, 2);
const WARM_UP_S = sized(4, 0.05);
const SECONDS = sized(10, 0.05);
const VOUCHERS = sized(20_000, 1_000);
const PAY_PASSWORD = 'Saffron47';
/** Price close to the value of a USDT, as ads must be. */
const PRICE = '7.2';
const STEPS_PER_SECOND_MIN = 800;
const P99_MS_MAX = 60;

const { server, port, filled, removeData } = await startBenchServer(async (client) => {
  const { spot, fiat } = ACCOUNT_TYPES;
  const people = await addPeople(client, MERCHANTS + CONNECTIONS, [spot, fiat]);
  await givePayPasswords(client, people.owners, PAY_PASSWORD);
  return { tokens: people.tokens, vouchers: await addVouchers(client, VOUCHERS) };
});
const { tokens, vouchers } = filled;
const adIds: string[] = [];
for (const [merchant, token] of tokens.slice(0, MERCHANTS).entries()) {
  const terms = { name: `Bench-${merchant}`, payPassword: PAY_PASSWORD, price: PRICE };
  adIds.push(await openBenchShop(server, token, terms));
}
const client = path.join(import.meta.dirname, 'client.ts');
const order: Omit<FiatLoad, 'seconds' | 'seed' | 'vouchers'> = {
  port,
  connections: CONNECTIONS,
  tokens,
  lanes: Array.from({ length: CONNECTIONS }, (_, at) => ({
    buyer: MERCHANTS + at,
    seller: at % MERCHANTS,
    adId: adIds[at % MERCHANTS] ?? '',
  })),
  payPassword: PAY_PASSWORD,
  price: PRICE,
};
const half = VOUCHERS / 2;
await forkLoad(client, { ...order, vouchers: vouchers.slice(half), seconds: WARM_UP_S, seed: 1 });
const calibration = await startCalibration(CONNECTIONS);
const measured = await measureLoad({ server, calibration }, client, {
  ...order,
  // Buyers of the warm-up may still have an open order; two more stay within the limit of three.
  vouchers: vouchers.slice(0, half),
  seconds: SECONDS,
  seed: 2,
});
await server.stop();
await calibration.close();
removeData();

const { report } = measured;
const rate = (report.outcomes['ok'] ?? 0) / report.seconds;
printTable(
  `Steps of fiat orders over ${CONNECTIONS} connections, ${MERCHANTS} merchants`,
  ['steps/s', 'p50 ms', 'p99 ms'],
  [[Math.round(rate), ...latencyCells(report.latencies)]],
);
printLoad(measured, {
  name: 'steps',
  rate,
  rateMin: STEPS_PER_SECOND_MIN,
  p99MsMax: P99_MS_MAX,
});
