/** Reads an order, its ad and the coins of its sides from the database of a test server. */
import pg from 'pg';
import { ensure } from '../../../contract/assert.ts';
import { connectionOptions } from '../../../server/kit/db/database.ts';
import { openRunFolder } from '../../../server/kit/db/embedded/run-folder.ts';
import type { TestServer } from '../servers/test-server.ts';
import { FIAT } from '../users/balances.ts';
import { USDT_ID } from '../users/transfers.ts';

/** Funds in units of the coin. */
export interface Funds {
  readonly available: bigint;
  readonly frozen: bigint;
}
export interface AdParts {
  readonly remaining: bigint;
  readonly inOrders: bigint;
  readonly sold: bigint;
}
export interface OrderMarks {
  readonly isCancellation: boolean;
  readonly isPaymentFalse: boolean;
}

/** Changes in units, as text, which can be compared and printed. */
export type Change<Parts> = { readonly [Name in keyof Parts]: string };

export class FiatRows {
  readonly #client: pg.Client;

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  static async of({ dataDir }: Pick<TestServer, 'dataDir'>): Promise<FiatRows> {
    const socketFolder = openRunFolder(dataDir);
    const client = new pg.Client(connectionOptions({ socketFolder }, 'test'));
    await client.connect();
    return new FiatRows(client);
  }

  close(): Promise<void> {
    return this.#client.end();
  }

  /** Locks the order while `run` runs, so that neither another step nor its timer can act. */
  async whileHeld(orderId: string, run: () => Promise<void>): Promise<void> {
    await this.#client.query('begin');
    try {
      await this.#client.query(
        "select 1 from lifecycles where kind = 'fiat-order' and id = $1 for update",
        [orderId],
      );
      await run();
    } finally {
      await this.#client.query('commit');
    }
  }

  /** True if a statement waits for the lock. */
  async isAwaited(): Promise<boolean> {
    // A transaction otherwise repeats the activity of its first read.
    await this.#client.query('select pg_stat_clear_snapshot()');
    const { rowCount } = await this.#client.query(
      "select 1 from pg_stat_activity where wait_event_type = 'Lock'",
    );
    return rowCount !== 0;
  }

  async funds(userId: number): Promise<Funds> {
    const { rows } = await this.#client.query<{ available: string; frozen: string }>(
      `select available::text, frozen::text from ledger_accounts
       where owner_id = $1 and account_type = $2 and currency_id = $3`,
      [userId, FIAT, USDT_ID],
    );
    const { available, frozen } = rows[0] ?? { available: '0', frozen: '0' };
    return { available: BigInt(available), frozen: BigInt(frozen) };
  }

  async ad(id: string): Promise<AdParts> {
    const { rows } = await this.#client.query<Record<'remaining' | 'in_orders' | 'sold', string>>(
      'select remaining::text, in_orders::text, sold::text from fiat_ads where id = $1',
      [id],
    );
    const { remaining, in_orders: inOrders, sold } = ensure(rows[0], 'an ad');
    return { remaining: BigInt(remaining), inOrders: BigInt(inOrders), sold: BigInt(sold) };
  }

  async marks(orderId: string): Promise<OrderMarks> {
    const { rows } = await this.#client.query<{ cancelled: boolean; is_false: boolean }>(
      'select is_cancellation as cancelled, is_payment_false as is_false from fiat_orders where id = $1',
      [orderId],
    );
    const { cancelled, is_false: isPaymentFalse } = ensure(rows[0], 'an order');
    return { isCancellation: cancelled, isPaymentFalse };
  }

  /**
   * Accounts whose frozen coins differ from the sum of live sell ads, open orders and open shops. Empty when
   * all agree.
   */
  async uncovered(): Promise<readonly string[]> {
    const { rows } = await this.#client.query<{ fault: string }>(
      `with due as (
         select user_id as owner, currency_id as coin, remaining as units from fiat_ads
           where side = 'sell' and state in ('opening', 'suspended')
         union all
         select seller_id, currency_id, quantity from fiat_orders
           where state not in ('completed', 'cancelled')
         union all
         select user_id, deposit_currency_id, deposit from shops where is_open
       ), sums as (select owner, coin, sum(units) as units from due group by owner, coin)
       select concat_ws(' ', 'user', coalesce(owner, owner_id), 'has frozen', frozen, 'not', units) as fault
       from sums full join (select * from ledger_accounts where account_type = $1 and owner_id > 0) as account
         on (owner, coin) = (owner_id, currency_id)
       where coalesce(frozen, 0) <> coalesce(units, 0)`,
      [FIAT],
    );
    return rows.map(({ fault }) => fault);
  }
}

/** The difference of each part. */
export function changeOf<Parts extends Funds | AdParts>(now: Parts, then: Parts): Change<Parts> {
  const before = new Map<string, bigint>(Object.entries(then));
  const entries = Object.entries(now).map(([name, units]) => [
    name,
    String((units as bigint) - ensure(before.get(name), name)),
  ]);
  return Object.fromEntries(entries) as Change<Parts>;
}
