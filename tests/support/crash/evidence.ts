/** Compares the stored orders of an exchange with its acknowledgements and with their event logs. */
import pg from 'pg';
import { formatUnits } from '../../../contract/money/decimal.ts';
import {
  connectionOptions,
  openDatabase,
  type DatabaseAddress,
} from '../../../server/kit/db/database.ts';
import { createLog } from '../../../server/kit/log.ts';
import { createOrderRecordRepo, replayOrder } from '../../../server/areas/spot/spot.area.ts';
import type { Acknowledgements, KnownOrder } from './acknowledgements.ts';

interface StoredOrder {
  readonly id: bigint;
  readonly key: string | null;
  readonly state: string;
  readonly revision: number;
  /** Executed base units. */
  readonly executed: string;
}

const STORED = `
  select orders.id, idempotency_key as key, orders.state, revision,
    (executed_lots * power(10::numeric, 18 - quantity_scale))::numeric(38, 0)::text as executed
  from spot_orders orders join spot_markets market on market.id = market_id
  where orders.id = any($1)`;

/** Contradictions: acknowledged orders that are lost or went back, rejected ones that exist. */
export async function contradictions(
  address: DatabaseAddress,
  { orders, refusedKeys }: Acknowledgements,
): Promise<readonly string[]> {
  const client = new pg.Client(connectionOptions(address, 'crash test'));
  await client.connect();
  try {
    const { rows } = await client.query<StoredOrder>(STORED, [[...orders.keys()]]);
    const stored = new Map(rows.map((row) => [String(row.id), row]));
    const lost = [...orders.values()].flatMap((known) => goneBack(known, stored.get(known.id)));
    const repeated = await client.query<{ key: string; count: bigint }>(
      `select idempotency_key as key, count(*) from spot_orders
       where idempotency_key is not null group by owner_id, idempotency_key having count(*) > 1`,
    );
    const refused = await client.query<{ key: string }>(
      'select idempotency_key as key from spot_orders where idempotency_key = any($1)',
      [[...refusedKeys]],
    );
    return [
      ...lost,
      ...repeated.rows.map(({ key, count }) => `the key ${key} made ${count} orders`),
      ...refused.rows.map(({ key }) => `the order ${key} was refused and exists`),
    ];
  } finally {
    await client.end();
  }
}

function goneBack(known: KnownOrder, stored: StoredOrder | undefined): string[] {
  const { id } = known;
  if (stored === undefined) return [`order ${id} was acknowledged and is lost`];
  if (known.key !== null && stored.key !== known.key) return [`order ${id} is another order now`];
  const isFinal = known.state !== 'paid';
  const isBefore =
    stored.revision < known.revision ||
    Number(formatUnits(BigInt(stored.executed), 18)) < Number(known.executedQuantity);
  if (isBefore || (isFinal && stored.state !== known.state))
    return [
      `order ${id} went back from ${known.state} ${known.revision} to ${stored.state} ${stored.revision}`,
    ];
  return [];
}

const REPLAYED_AT_ONCE = 500;

/** Replays every stored order from its event log. @returns the number of orders, and the differences. */
export async function replayAll(
  address: DatabaseAddress,
): Promise<{ readonly orders: number; readonly faults: readonly string[] }> {
  const database = openDatabase(address, createLog('silent'), 1);
  try {
    const repo = createOrderRecordRepo(database);
    const faults: string[] = [];
    let orders = 0;
    for (let from = 1; ;) {
      const records = await repo.fromOrder(from, REPLAYED_AT_ONCE);
      for (const record of records)
        for (const fault of replayOrder(record).faults)
          faults.push(`order ${record.order.id}: ${fault}`);
      orders += records.length;
      const last = records.at(-1);
      if (last === undefined) return { orders, faults };
      from = last.order.id + 1;
    }
  } finally {
    await database.$client.end();
  }
}
