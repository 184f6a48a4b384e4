/** Contract trading for the tests of a file: two markets, the funds of the exchange, and a new database for each test. */
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { ok } from '../../../contract/result.ts';
import { insertLeverMarkets } from '../../../server/areas/lever/lever-markets.repo.ts';
import type { LeverStore } from '../../../server/areas/lever/lever-store.types.ts';
import { openDatabase } from '../../../server/kit/db/database.ts';
import { createLog } from '../../../server/kit/log.ts';
import { verifyWholeLedger } from '../../../server/boot/roles/verify-whole-ledger.ts';
import { startScratchDatabase, withClient } from '../databases/scratch-database.ts';
import type { ScratchDatabase } from '../databases/scratch-database.ts';
import { BTC_MARKET, ETH_MARKET, FRIDAY } from './contract-exchange.ts';
import { KilledStore } from './killed-store.ts';
import type { KillMoment } from './killed-store.ts';
import { LeverServer } from './lever-server.ts';
import { usdt } from './lever-scene.ts';

export const [ANN, BOB] = [1, 2];
/** 97,250.00 in ticks of BTC, the first price of each test. */
export const PRICE = 9_725_000;
/** The position of the golden vector V1. */
export const LONG = { ownerId: ANN, direction: 'long', lots: 250, multiple: 20 } as const;

class LeverBench {
  server!: LeverServer;

  /** Opens the next server while the present one lives, which then ends without an answer to any caller. */
  async restart(): Promise<void> {
    const { address, clock } = this.server;
    const next = await LeverServer.open(address, clock.time);
    await this.server.close();
    this.server = next;
  }

  /** The next server dies around its commit of that number from now on, and answers no caller after it. */
  async mortal(moment: KillMoment, commit = 1): Promise<KilledStore> {
    const { address, clock } = this.server;
    let killed: KilledStore | undefined;
    const wrap = (store: LeverStore) => (killed = new KilledStore(store, moment, commit));
    const next = await LeverServer.open(address, clock.time, { wrap });
    await this.server.close();
    this.server = next;
    return ensure(killed, 'a store');
  }

  /** Opens the next server after the death of the present one. */
  async rise(killed: KilledStore): Promise<void> {
    const { address, clock } = this.server;
    const next = await LeverServer.open(address, clock.time);
    killed.bury();
    await this.server.close();
    this.server = next;
  }

  /** State and reason of all orders. */
  async reasons(): Promise<string> {
    const orders = await this.server.rows<{ id: string; state: string; reason: string | null }>(
      `select id, state, coalesce(close_reason, cancel_reason) as reason from lever_orders order by id`,
    );
    return orders.map(({ id, state, reason }) => `${id} ${state} ${reason}`).join(', ');
  }
}

/** After each test the whole ledger is verified. */
export function useLeverServer(): LeverBench {
  const bench = new LeverBench();
  let scratch: ScratchDatabase;
  beforeAll(async () => {
    scratch = await startScratchDatabase();
    await withClient(scratch.original, async (client) => {
      await client.query("insert into currencies values (1, 'USDT', 'Tether', 18)");
    });
    const database = openDatabase(scratch.original, createLog('silent'));
    await database.transaction((tx) => insertLeverMarkets(tx, [BTC_MARKET, ETH_MARKET], FRIDAY));
    await database.$client.end();
  });
  afterAll(() => scratch.stop());
  beforeEach(async () => {
    const server = await LeverServer.open(await scratch.copy());
    bench.server = server;
    const fund = { requestId: 'fund', now: FRIDAY };
    const funded = { ...fund, pool: usdt('10000000'), insurance: usdt('500') };
    expect(await server.exchange.fundHouse(funded)).toEqual(ok(null));
    await server.mark(BTC_MARKET, PRICE);
    await server.mark(ETH_MARKET, 342_000);
  });
  afterEach(async () => {
    expect((await verifyWholeLedger(bench.server.address, 'test', 'any')).faults).toEqual([]);
    await bench.server.close();
  });
  return bench;
}
