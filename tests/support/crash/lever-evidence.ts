/** Responses to users of contracts, compared with the stored orders, and memory compared with the rows. */
import type pg from 'pg';
import { formatUnits } from '../../../contract/money/decimal.ts';
import { ensure } from '../../../contract/assert.ts';
import type { LeverOrderInfo } from '../../../contract/lever/lever.ts';
import { newClientAddress } from '../servers/client-address.ts';
import { eventually } from '../eventually.ts';
import type { TestServer } from '../servers/test-server.ts';
import type { Trader } from './acknowledgements.ts';

type Told = Pick<LeverOrderInfo, 'id' | 'state' | 'revision' | 'close_reason'>;

interface Stored {
  readonly id: bigint;
  readonly key: string;
  readonly state: string;
  readonly revision: number;
}

/** Triggers and commits under way explain a difference for a shorter time. */
const EQUAL_MS_MAX = 10_000;
const ENDED: ReadonlySet<string> = new Set(['closed', 'cancelled']);
/** Ends that no command asked for. */
const BY_MARK: ReadonlySet<string | null> = new Set(['take_profit', 'stop_loss', 'stop_out']);

/** The newest state of each order that a response contained. */
export class LeverEvidence {
  readonly #told = new Map<string, Told>();
  readonly #keys = new Map<string, string>();
  /** Orders that a mark ended, by reason. */
  readonly #byMark = new Map<string, string>();

  /** Takes the order of a response. @param key under which it was placed, if that is known. */
  take(order: Told, key?: string): void {
    const known = this.#told.get(order.id);
    if (known === undefined || known.revision < order.revision) this.#told.set(order.id, order);
    if (key !== undefined) this.#keys.set(order.id, key);
    if (order.state === 'closed' && BY_MARK.has(order.close_reason))
      this.#byMark.set(order.id, String(order.close_reason));
  }

  /** The number of orders that marks ended, for this reason or for any. */
  endedByMark(reason?: 'stop_out'): number {
    const reasons = [...this.#byMark.values()];
    return reasons.filter((each) => reason === undefined || each === reason).length;
  }

  /** Orders of responses that are lost or went back. */
  async contradictions(client: pg.Client): Promise<readonly string[]> {
    const { rows } = await client.query<Stored>(
      'select id, idempotency_key as key, state, revision from lever_orders',
    );
    const stored = new Map(rows.map((row) => [String(row.id), row]));
    return [...this.#told.values()].flatMap((told) => {
      const row = stored.get(told.id);
      const key = this.#keys.get(told.id);
      if (row === undefined) return [`contract order ${told.id} was acknowledged and is lost`];
      if (key !== undefined && row.key !== key)
        return [`contract order ${told.id} is another order now`];
      const isChanged =
        row.revision < told.revision ||
        ((row.revision === told.revision || ENDED.has(told.state)) && row.state !== told.state);
      return isChanged
        ? [
            `contract order ${told.id} was ${told.state} (${told.revision}) and is ${row.state} (${row.revision})`,
          ]
        : [];
    });
  }
}

/** Traders whose account in memory is not the one of their rows. */
export async function differentAccounts(
  server: TestServer,
  client: pg.Client,
  traders: readonly Trader[],
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { account, token } of traders) {
    const compare = async () => {
      const [memory, rows] = [await shown(server, token), await storedAccount(client, account)];
      if (memory !== rows) throw new Error(`${account} has ${memory} in memory, ${rows} in rows`);
    };
    await eventually(compare, { timeout: EQUAL_MS_MAX }).catch((error: unknown) =>
      found.push(String(error)),
    );
  }
  return found;
}

/** Available, frozen and debt of the contract account, and its open orders with their revisions. */
async function shown(server: TestServer, token: string): Promise<string> {
  const options = { token, headers: newClientAddress() };
  const account = ensure((await server.call('getLeverAccount', {}, options)).data, 'an account');
  const orders = ensure((await server.call('listLeverOrders', {}, options)).data, 'open orders');
  const listed = orders.map(({ id, revision }) => `${id}:${revision}`).toSorted();
  return [account.available, account.frozen, account.debt, ...listed].join(' ');
}

async function storedAccount(client: pg.Client, email: string): Promise<string> {
  const { rows } = await client.query<Record<'available' | 'frozen' | 'debt', string> & Open>(
    STORED_ACCOUNT,
    [email],
  );
  const { scale, available, frozen, debt, orders } = ensure(rows[0], email);
  const amounts = [available, frozen, debt].map((text) => formatUnits(BigInt(text), scale));
  return [...amounts, ...orders.toSorted()].join(' ');
}

interface Open {
  readonly scale: number;
  readonly orders: readonly string[];
}

const STORED_ACCOUNT = `
  with settle as (select settle_currency_id as id from lever_markets limit 1)
  select currency.scale,
    coalesce(sum(available) filter (where account_type = 2), 0)::text as available,
    coalesce(sum(frozen) filter (where account_type = 2), 0)::text as frozen,
    coalesce(-sum(available) filter (where account_type = 105), 0)::text as debt,
    array(
      select id || ':' || revision from lever_orders
      where owner_id = users.id and state in ('pending', 'in_trading', 'closing')
    ) as orders
  from users cross join settle join currencies currency on currency.id = settle.id
  left join ledger_accounts account on account.owner_id = users.id and account.currency_id = settle.id
  where users.email = $1
  group by users.id, currency.scale`;
