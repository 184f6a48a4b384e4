/** Fast contracts for the tests of a file: one product, a pool for a hundred wins, and a new database for each test. */
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { insertMicroProducts } from '../../../server/areas/micro/micro-products.repo.ts';
import { microPoolFunded } from '../../../server/areas/micro/micro-recipes.ts';
import { RESULT_TRIGGERS } from '../../../server/kit/db/append-only-tables.ts';
import { openDatabase, type DatabaseAddress } from '../../../server/kit/db/database.ts';
import { microFunds } from '../../../server/kit/db/schema/micro.ts';
import { createLog } from '../../../server/kit/log.ts';
import { postOpeningMovement } from '../../../server/ledger/ledger.repo.ts';
import { verifyWholeLedger } from '../../../server/boot/roles/verify-whole-ledger.ts';
import { USDT } from '../lever/contract-exchange.ts';
import { usdt } from '../lever/lever-scene.ts';
import { storeContractMarket } from '../lever/stored-market.ts';
import {
  startScratchDatabase,
  withClient,
  type ScratchDatabase,
} from '../databases/scratch-database.ts';
import { MicroBench, PRODUCT, START } from './micro-bench.ts';

export const [ANN, BOB] = [11, 12];
/** 97,250.00 in ticks. */
export const PRICE = 9_725_000;

const TRIGGERS = [
  ...RESULT_TRIGGERS.filter(([table]) => /^(?:micro|index)_/.test(table)),
  ['micro_funds', 'micro_funds_append_only'],
  ['micro_points', 'micro_points_append_only'],
  ['micro_windows', 'micro_windows_append_only'],
  ['ledger_entries', 'ledger_entries_append_only'],
  ['ledger_movements', 'ledger_movements_append_only'],
] as const;

interface Used {
  /** The server of now. */
  bench: MicroBench;
  /** Whether the test has planted a fault that stays. */
  isSpoiled: boolean;
  /** Opens the next server while the present one lives, which then ends without an answer to any caller. */
  next(options?: Parameters<typeof MicroBench.open>[1]): Promise<MicroBench>;
  /** Runs a statement that triggers of the tables refuse. */
  forced(statement: string): Promise<void>;
  /** Names of the faults in the whole ledger. */
  faults(): Promise<readonly string[]>;
}

/** Stores the product, and a pool of 1,000 USDT. */
export async function storeMicroProduct(address: DatabaseAddress): Promise<void> {
  await withClient(address, async (client) => {
    await client.query("insert into currencies values (1, 'USDT', 'Tether', 18)");
  });
  const database = openDatabase(address, createLog('silent'));
  await database.transaction(async (tx) => {
    await storeContractMarket(tx, START);
    await insertMicroProducts(tx, [PRODUCT], 0);
    const fund = { id: 1, amount: usdt('1000'), requestId: 'seed' };
    await tx.insert(microFunds).values({ ...fund, atMs: START });
    await postOpeningMovement(tx, microPoolFunded({ ...fund, currencyId: USDT }), START);
  });
  await database.$client.end();
}

/** After each test the whole ledger is verified. */
export function useMicroBench(): Used {
  let scratch: ScratchDatabase;
  const opened: MicroBench[] = [];
  const used: Used = {
    bench: undefined as unknown as MicroBench,
    isSpoiled: false,
    async next(options) {
      const { address } = used.bench.lever;
      used.bench = await MicroBench.open(address, { time: used.bench.now, ...options });
      opened.push(used.bench);
      return used.bench;
    },
    async forced(statement) {
      const switched = (how: string) =>
        TRIGGERS.map(([table, trigger]) => `alter table ${table} ${how} trigger ${trigger}`).join(
          '; ',
        );
      const { lever } = used.bench;
      await lever.rows(`${switched('disable')}; ${statement}; ${switched('enable always')}`);
    },
    faults: async () => {
      const { faults } = await verifyWholeLedger(used.bench.lever.address, 'test', 'any');
      return faults.map((fault) => fault.split(':')[0] ?? '');
    },
  };
  beforeAll(async () => {
    scratch = await startScratchDatabase();
    await storeMicroProduct(scratch.original);
  });
  afterAll(() => scratch.stop());
  beforeEach(async () => {
    used.bench = await MicroBench.open(await scratch.copy());
    opened.push(used.bench);
    await used.bench.grant(ANN, '1000');
    await used.bench.pass(4, PRICE);
  });
  afterEach(async () => {
    const faults = used.isSpoiled ? [] : await used.faults();
    used.isSpoiled = false;
    for (const each of opened.splice(0)) await each.close();
    expect(faults).toEqual([]);
  });
  return used;
}
