/** Contract orders of users of an exchange that is killed repeatedly: opens, limits, closes and cancels. */
import { ensure } from '../../../contract/assert.ts';
import type { RequestInput } from '../../../contract/routes.ts';
import { newClientAddress } from '../client-address.ts';
import { withServerDatabase } from '../server-database.ts';
import type { Trader } from './acknowledgements.ts';
import type { CrashLoad, CrashScene } from './crash-load.ts';
import { refusalOf } from './load.ts';
import { keepSignedIn, signInTraders } from './traders.ts';

type Body = RequestInput<'placeLeverOrder'>;

interface Placement {
  readonly trader: Trader;
  readonly key: string;
  readonly body: Body;
}

interface Acknowledged {
  readonly key: string;
  /** Whether its end was acknowledged too. */
  hasEnded: boolean;
}

const SPOT = '1';
const CONTRACT = '2';
const FUNDED = '2000';
const AT_ONCE = 6;
/** Minimum of acknowledgements before the crash of a round. */
const ACKNOWLEDGED_MIN = 20;
/** Part of the orders that are limits far from the price. */
const LIMITS_PART = 0.3;

let keys = 0;
const newKey = (): string => `crash-lever-${process.pid}-${Date.now()}-${(keys += 1)}`;

export class LeverLoad implements CrashLoad {
  readonly #scene: CrashScene;
  readonly #orders = new Map<string, Acknowledged>();
  #traders: readonly Trader[] = [];
  #marketId = '';
  #unanswered: Placement[] = [];
  #count = 0;
  #countBefore = 0;
  #askedAgain = 0;

  constructor(scene: CrashScene) {
    this.#scene = scene;
  }

  async prepare(): Promise<void> {
    const { server } = this.#scene;
    this.#countBefore = this.#count;
    if (this.#traders.length > 0) return keepSignedIn(server, this.#traders);
    this.#traders = await signInTraders(server);
    const markets = await server.call('listLeverMarkets', {});
    this.#marketId = String(ensure(markets.data?.[0], 'a contract market').id);
    for (const trader of this.#traders) await this.#fund(trader);
  }

  async run(): Promise<void> {
    await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => this.#tradeOn(at)));
  }

  hasEnough(): boolean {
    return this.#count - this.#countBefore >= ACKNOWLEDGED_MIN;
  }

  async askAgain(): Promise<void> {
    const pending = this.#unanswered;
    this.#unanswered = [];
    this.#askedAgain += pending.length;
    // A second failure becomes a contradiction.
    await Promise.all(pending.map((placement) => this.#place(placement).catch(() => {})));
  }

  contradictions(): Promise<readonly string[]> {
    return withServerDatabase(this.#scene.server, async (client) => {
      const { rows } = await client.query<{ id: bigint; key: string; state: string }>(
        'select id, idempotency_key as key, state from lever_orders',
      );
      const stored = new Map(rows.map((row) => [String(row.id), row]));
      const { rows: held } = await client.query<{ owner_id: number }>(WRONG_HOLDS);
      return [
        ...[...this.#orders].flatMap(([id, { key, hasEnded }]) => {
          const row = stored.get(id);
          if (row === undefined) return [`contract order ${id} was acknowledged and is lost`];
          if (row.key !== key) return [`contract order ${id} is another order now`];
          const isOpen = row.state !== 'closed' && row.state !== 'cancelled';
          return hasEnded && isOpen ? [`the end of contract order ${id} is lost`] : [];
        }),
        ...held.map(({ owner_id }) => `owner ${owner_id} has frozen what no contract order holds`),
        ...this.#unanswered.map(({ key }) => `the contract order ${key} is not answered any more`),
      ];
    });
  }

  finish(): Promise<readonly string[]> {
    return Promise.resolve([]);
  }

  counts(): Readonly<Record<string, number>> {
    return { 'contract commands': this.#count, 'contract orders asked again': this.#askedAgain };
  }

  async #fund({ token }: Trader): Promise<void> {
    const { server } = this.#scene;
    const { data } = await server.call('listLeverMarkets', {});
    const body = {
      currency_id: String(ensure(data?.[0], 'a market').settle_currency_id),
      from_account_type_id: SPOT,
      to_account_type_id: CONTRACT,
      amount: FUNDED,
    };
    const headers = { 'idempotency-key': newKey(), ...newClientAddress() };
    const reply = await server.call('createTransfer', body, { token, headers });
    if (reply.data === null) throw new Error(refusalOf(reply) ?? 'no answer');
  }

  async #tradeOn(at: number): Promise<void> {
    const trader = ensure(this.#traders[at % this.#traders.length], 'a trader');
    try {
      for (;;) {
        const id = await this.#place({ trader, key: newKey(), body: this.#order() });
        if (id !== null) await this.#end(trader, id);
        await this.#scene.rest(this);
      }
    } catch {
      // The server is gone.
    }
  }

  #order(): Body {
    const { random } = this.#scene;
    const isLimit = random() < LIMITS_PART;
    return {
      lever_market_id: this.#marketId,
      direction: isLimit || random() < 0.5 ? 'long' : 'short',
      type: isLimit ? 'limit' : 'market',
      lots: '1',
      multiple: '10',
      ...(isLimit && { price: '1' }),
    };
  }

  /** @returns the number of the order; null when it is refused. */
  async #place(placement: Placement): Promise<string | null> {
    const { trader, key, body } = placement;
    try {
      const reply = await this.#scene.server.call('placeLeverOrder', body, {
        token: trader.token,
        headers: { 'idempotency-key': key, ...newClientAddress() },
      });
      if (reply.data === null && refusalOf(reply) === 'service_unavailable')
        throw new Error('no answer');
      if (reply.data === null) return null;
      this.#count += 1;
      const hasEnded = this.#orders.get(reply.data.id)?.hasEnded ?? false;
      this.#orders.set(reply.data.id, { key, hasEnded });
      return reply.data.id;
    } catch (error) {
      this.#unanswered.push(placement);
      throw error;
    }
  }

  async #end({ token }: Trader, id: string): Promise<void> {
    const name = 'closeLeverPosition' as const;
    const reply = await this.#scene.server.call(
      name,
      { id },
      { token, headers: newClientAddress() },
    );
    const ended = reply.data ?? (await this.#cancel(token, id));
    if (ended === null || (ended.state !== 'closed' && ended.state !== 'cancelled')) return;
    this.#count += 1;
    const order = this.#orders.get(id);
    if (order !== undefined) order.hasEnded = true;
  }

  async #cancel(token: string, id: string) {
    const headers = newClientAddress();
    return (await this.#scene.server.call('cancelLeverOrder', { id }, { token, headers })).data;
  }
}

/** Owners whose frozen amount is not the sum of the margins and reserves of their orders. */
const WRONG_HOLDS = `
  select account.owner_id from ledger_accounts account
  left join (
    select owner_id, sum(case state when 'pending' then reserve else margin end) as held
    from lever_orders where state in ('pending', 'in_trading', 'closing') group by owner_id
  ) orders using (owner_id)
  where account_type = 2 and frozen <> coalesce(held, 0)
    and currency_id = (select settle_currency_id from lever_markets limit 1)`;
