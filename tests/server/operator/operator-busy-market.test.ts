/** An operator who closes a market's orders while its writer is busy is notified that nothing was done. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { ok, refuse } from '../../../contract/result.ts';
import { openDatabase, type Database } from '../../../server/kit/db/database.ts';
import type {
  OperatorContext,
  OperatorHandlers,
} from '../../../server/areas/operator/operator-handlers.ts';
import { createMarketDeskHandlers } from '../../../server/areas/operator/handlers/market.ts';
import type { MarketServices } from '../../../server/areas/operator/handlers/market.ts';
import { reportingChanges } from '../../../server/areas/operator/report-changes.ts';
import { createLog } from '../../../server/kit/log.ts';
import { SPOT_MARKETS } from '../../../server/areas/market/market.area.ts';
import { MarketDesk, type MarketDeskParts } from '../../../server/areas/operator/market-desk.ts';
import { rulesOf } from '../../support/spot/memory-exchange.ts';
import {
  startScratchDatabase,
  type ScratchDatabase,
} from '../../support/databases/scratch-database.ts';

const [SPEC] = SPOT_MARKETS;
const rules = rulesOf(ensure(SPEC, 'a market'));
const BUSY = refuse('service_unavailable', 1);

let scratch: ScratchDatabase;
let database: Database;
beforeAll(async () => {
  scratch = await startScratchDatabase();
  database = openDatabase(scratch.original, createLog('error'));
  await database.$client.query(
    `insert into operators (account, name, password_hash, created_at_ms)
      values ('ann@meridian.test', 'Ann', 'x', 0)`,
  );
});
afterAll(async () => {
  await database.$client.end();
  await scratch.stop();
});

/** The call as served, over a writer with these answers. */
function closing(commands: Pick<MarketDeskParts['commands'], 'takesCancels' | 'closeOrders'>) {
  const desk = new MarketDesk({
    database,
    currencies: { byId: () => undefined } as unknown as MarketDeskParts['currencies'],
    commands: { setStatus: async () => {}, ...commands },
    view: { markets: new Map([[rules.id, rules]]) },
  });
  const handlers = createMarketDeskHandlers({ markets: desk } as MarketServices);
  const { closeMarketOrders } = reportingChanges(database, handlers as OperatorHandlers);
  const context = { operator: { operatorId: 1 }, requestId: 'r', address: '::1', now: 1 };
  return (revision: number) =>
    closeMarketOrders(
      { id: rules.id, revision, reason: 'a test' },
      context as unknown as OperatorContext,
    );
}

const lines = async () => {
  const { rows } = await database.$client.query<{ id: bigint }>(
    'select id from audit_log order by id',
  );
  return rows.map(({ id }) => Number(id));
};

test('a writer that takes no command is reported as busy, and nothing is logged', async () => {
  const close = closing({ takesCancels: async () => false, closeOrders: async () => ok([1]) });
  expect(await close(0)).toEqual(BUSY);
  expect(await lines()).toEqual([]);
});

test('a command whose writer becomes busy after the log entry does not count as done', async () => {
  expect(
    await closing({ takesCancels: async () => true, closeOrders: async () => BUSY })(0),
  ).toEqual(BUSY);
  const [written] = await lines();
  // The request names the market's orders, so a repetition applies to the market as shown then.
  const again = closing({ takesCancels: async () => true, closeOrders: async () => ok([1, 2]) });
  expect(await again(0)).toMatchObject({
    error: 'record_changed',
    meanwhile: { operator_name: 'Ann' },
  });
  expect(await again(written ?? 0)).toEqual(ok({ closed: 2 }));
});
