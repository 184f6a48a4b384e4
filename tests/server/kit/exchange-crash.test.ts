/**
 * kill -9 of the server, of PostgreSQL and of both, at random moments while users trade, place fast contracts,
 * transfer, deposit and withdraw, buy from merchants, submit documents and upload pictures.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CHAIN_LIMITS, LIMITS } from '../../../contract/limits.ts';
import { HOUR_MS, MINUTE_MS } from '../../../contract/time.ts';
import { RECORD_LIFECYCLES } from '../../../server/areas/operator/operator.area.ts';
import { launchPostgres } from '../../../server/kit/db/embedded/launch.ts';
import { createLog } from '../../../server/kit/log.ts';
import type { OpenCrashLoad } from '../../support/crash/crash-load.ts';
import { CrashRun, startCrashServer } from '../../support/crash/crash-run.ts';
import { startVerified } from '../../support/crash/first-pass.ts';
import { plantLazyCommits } from '../../support/crash/lazy-commits.ts';
import { ALL_LOADS, SPOT_LOADS, WRITER_LOADS } from '../../support/crash/loads.ts';
import { gone } from '../../support/crash/processes.ts';
import { wrongReplays, wrongRows } from '../../support/crash/stored-lifecycles.ts';
import { plantUnmarkedPostings } from '../../support/crash/unmarked-postings.ts';
import { eventually } from '../../support/eventually.ts';
import { postAd } from '../../support/fiat/fiat-ads.ts';
import { declare, done, orderOf, placedOrder } from '../../support/fiat/fiat-orders.ts';
import { newMerchant } from '../../support/fiat/fiat-users.ts';
import { letPass } from '../../support/fiat/passed-time.ts';
import { dataOf } from '../../support/users/accounts.ts';
import { newKey } from '../../support/idempotency-key.ts';
import { balanceOf } from '../../support/users/balances.ts';
import {
  inPhase,
  newWithdrawer,
  withdraw,
  type Withdrawer,
} from '../../support/wallet/wallet-users.ts';
import { queryServer } from '../../support/databases/server-database.ts';
import type { TestServer } from '../../support/servers/test-server.ts';
import { ChainControl } from '../../support/custody/chain-control.ts';

const SEED = 20_261_120;
/** Kills under every load: a whole fiat order takes seven, one after each of its steps. */
const KILLS_OF_ALL = 8;
/** Kills under orders and transfers, which take less of the machine; with the others twenty in each run of the tests. */
const KILLS_OF_SPOT = 12;
/** Other tests run at the same time; `start-time.test.ts` measures starts after kills while nothing else runs. */
const READY_MS_MAX = 30_000;
const TEST_MS_MAX = 900_000;

let server: TestServer;
beforeAll(async () => {
  server = await startCrashServer();
});
afterAll(() => server.stop());

/** Expects these kills, at least these counts, no contradiction, and a server that was ready in time after each kill. */
function expectKept(run: CrashRun, kills: number, least: Readonly<Record<string, number>>): void {
  const report = run.report();
  expect(report.faults).toEqual([]);
  expect(report.kills).toBe(kills);
  for (const [name, count] of Object.entries(least))
    expect(report.counts[name], name).toBeGreaterThanOrEqual(count);
  expect(Math.max(...report.readyMs)).toBeLessThanOrEqual(READY_MS_MAX);
}

test(
  `over ${KILLS_OF_SPOT} kills under orders and transfers no acknowledged command is lost or goes back`,
  { timeout: TEST_MS_MAX },
  async () => {
    const run = new CrashRun({ server, loads: SPOT_LOADS, seed: SEED + 1, rests: true });
    await run.crash({ kills: KILLS_OF_SPOT });

    expectKept(run, KILLS_OF_SPOT, {
      'orders acknowledged': 100 * KILLS_OF_SPOT,
      'orders asked again': KILLS_OF_SPOT,
      transfers: 20 * KILLS_OF_SPOT,
      'transfers asked again': KILLS_OF_SPOT,
    });
  },
);

test(
  `over ${KILLS_OF_ALL} kills under every load no acknowledged command is lost or goes back, none is half done or done twice, and the ledger balances`,
  { timeout: TEST_MS_MAX },
  async () => {
    const run = new CrashRun({ server, loads: ALL_LOADS, seed: SEED, rests: true });
    await run.crash({ kills: KILLS_OF_ALL });
    await run.finish();

    expectKept(run, KILLS_OF_ALL, {
      'orders acknowledged': 100 * KILLS_OF_ALL,
      'orders asked again': KILLS_OF_ALL,
      'orders replayed': 1_000,
      transfers: 20 * KILLS_OF_ALL,
      'transfers asked again': KILLS_OF_ALL,
      'contract commands': 20 * KILLS_OF_ALL,
      'contract orders asked again': KILLS_OF_ALL / 4,
      'amended contract orders': KILLS_OF_ALL,
      'contract orders ended by marks': 2 * KILLS_OF_ALL,
      'contract orders stopped out': KILLS_OF_ALL / 2,
      'fast contracts': 4 * KILLS_OF_ALL,
      'fast contracts asked again': 1,
      'fast contracts decided': 1,
      'steps of fiat orders': 4 * KILLS_OF_ALL,
      'fiat orders asked again': 1,
      'whole fiat orders with a kill after every step': 1,
      'steps of records': KILLS_OF_ALL,
      'records cut off': KILLS_OF_ALL / 2,
      withdrawals: 4 * KILLS_OF_ALL,
      'withdrawals asked again': 2 * KILLS_OF_ALL,
      'withdrawals paid': KILLS_OF_ALL,
      pictures: KILLS_OF_ALL,
      'pictures used': KILLS_OF_ALL,
    });
  },
);

describe('a server that dies while it sends a payment', () => {
  let chain: ChainControl;
  beforeAll(() => {
    chain = new ChainControl(server);
  });

  /** Dies at the payment; then the user asks again. @returns the id of the withdrawal. */
  async function diedAt(fault: 'die_accepted' | 'die_lost', ann: Withdrawer): Promise<string> {
    await chain.stopMining();
    await chain.failBroadcasts(fault);
    const key = newKey();
    const { pid } = server;
    await withdraw(server, ann, { amount: '40' }, key).catch(() => undefined);
    await gone(pid);
    await server.restart();
    await chain.stopMining();
    return dataOf(await withdraw(server, ann, { amount: '40' }, key)).id;
  }

  test('which arrives: paid once', async () => {
    const ann = await newWithdrawer(server, { USDT: '100' });
    const id = await diedAt('die_accepted', ann);
    await inPhase(server, ann, id, 'confirming');
    await chain.mine(CHAIN_LIMITS.withdrawal_confirmations);
    await inPhase(server, ann, id, 'success');
    expect(await chain.paymentsTo(ann.address)).toHaveLength(1);
    expect((await server.verifyLedger()).faults).toEqual([]);
  });

  test('which does not arrive: not sent again, an operator decides', async () => {
    const ann = await newWithdrawer(server, { USDT: '100' });
    const id = await diedAt('die_lost', ann);
    await chain.mine(3);
    await inPhase(server, ann, id, 'broadcasting');
    await server.controlAdvance(LIMITS.withdrawal_broadcast_timeout_ms);
    await inPhase(server, ann, id, 'manual_review');
    expect(await chain.paymentsTo(ann.address)).toEqual([]);
    expect(await balanceOf(server, ann, 'USDT')).toEqual({ available: '60', frozen: '40' });
  });
});

/** Changes the database of a dead server. */
async function whileDead(change: () => Promise<void>) {
  const { dataDir } = server;
  const postgres = await launchPostgres({ dataDir, log: createLog('warn') });
  await change();
  await postgres.stop();
}

test('a deadline that passed while the server was dead passes once', async () => {
  const merchant = await newMerchant(server);
  const known = { merchant, ad: await postAd(merchant) };
  const unpaid = await placedOrder(server, 'sell', known);
  const paid = await placedOrder(server, 'sell', known);
  await done(declare, paid.buyer, paid.order);
  await server.kill();
  await whileDead(async () => {
    const ids = [unpaid.order.id, paid.order.id];
    await letPass(server, ids, LIMITS.fiat_confirm_window_ms + HOUR_MS);
    await queryServer(server, 'update server_beats set at_ms = $1', [Date.now() - MINUTE_MS]);
  });
  await server.restart();
  // Killed again while the start makes up for the crash.
  await server.kill();
  await server.restart();
  await eventually(async () => {
    expect((await orderOf(unpaid.buyer, unpaid.order.id)).end).toBe('payment_timeout');
    expect((await orderOf(paid.buyer, paid.order.id)).end).toBe('auto_confirmed');
  });
  for (const { buyer, order } of [unpaid, paid]) {
    const { events } = await orderOf(buyer, order.id);
    expect(events.filter(({ event }) => event === 'deadline.passed')).toHaveLength(1);
  }
  expect(await paid.buyer.fiatBalance()).toEqual({ available: '1100', frozen: '0' });
  expect((await server.verifyLedger()).faults).toEqual([]);
  expect(await wrongRows(server)).toEqual([]);
  const specs = [RECORD_LIFECYCLES['fiat-order'], RECORD_LIFECYCLES['fiat-ad']];
  expect(await wrongReplays(server, specs)).toEqual([]);
});

test('the comparison of tables notices a row that contradicts its record', async () => {
  await queryServer(
    server,
    `update users set is_user_real = not is_user_real
       where id = (select max(id) from lifecycles where kind = 'kyc-review')`,
  );
  expect(await wrongRows(server)).toHaveLength(1);
});

describe('the same comparison fails', { timeout: TEST_MS_MAX }, () => {
  let faulty: TestServer;
  beforeEach(async () => {
    faulty = await startVerified(startCrashServer);
  });
  afterEach(() => faulty.stop());
  const runOf = (loads: readonly OpenCrashLoad[]) =>
    new CrashRun({ server: faulty, loads, seed: SEED, rests: true });

  test('when PostgreSQL acknowledges before it writes', async () => {
    await plantLazyCommits(faulty);
    const run = runOf(WRITER_LOADS);
    // Another client may have got the number of an order that was lost. A kill may come when one of the loads has just been written.
    const lost = [
      /: order \S+ (was acknowledged and is lost|is another order now)$/,
      /: contract order \d+ (was|is another order now)/,
    ];
    const faults = await run.crash({ kills: 10, victims: ['both'], until: lost });
    for (const wanted of lost) expect(faults).toContainEqual(expect.stringMatching(wanted));
  });

  test('when a posting is booked without being marked', async () => {
    await plantUnmarkedPostings(faulty);
    const faults = await runOf(SPOT_LOADS).crash({ kills: 1, victims: ['server'] });
    // Without the mark the second leg is never booked, so that no such transfer is acknowledged.
    expect(faults).toContainEqual(
      expect.stringMatching(/posting_not_booked: .*transfer\.towards_dealing/),
    );
  });
});
