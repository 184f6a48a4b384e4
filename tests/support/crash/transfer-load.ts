/** Transfers between the accounts of users of an exchange that is killed repeatedly. */
import type pg from 'pg';
import { ensure } from '../../../contract/assert.ts';
import type { RequestInput } from '../../../contract/routes.ts';
import { newClientAddress } from '../servers/client-address.ts';
import { eventually } from '../eventually.ts';
import { withServerDatabase } from '../databases/server-database.ts';
import type { Trader } from './acknowledgements.ts';
import type { CrashLoad, CrashScene } from './crash-load.ts';
import { refusalOf } from './load.ts';
import { keepSignedIn, signInTraders } from './traders.ts';

interface UnansweredTransfer {
  readonly trader: Trader;
  readonly key: string;
  readonly body: RequestInput<'createTransfer'>;
}

/** Spot, contract, fiat and fast contract account. */
const ACCOUNTS = ['1', '2', '3', '4'];
/** The second one while contracts of the trader lose. */
const REFUSED: ReadonlySet<string | null> = new Set(['insufficient_balance', 'margin_in_use']);
const USDT = '1';
const AMOUNT_MAX = 50;
const AT_ONCE = 8;
/** Minimum of acknowledgements before the crash of a round. */
const TRANSFERRED_MIN = 20;
const OPEN_MS_MAX = 5_000;

let keys = 0;
const newKey = (): string => `crash-transfer-${process.pid}-${Date.now()}-${(keys += 1)}`;

export class TransferLoad implements CrashLoad {
  readonly name = 'transfers';
  readonly #scene: CrashScene;
  /** Acknowledged transfers: their keys by number. */
  readonly #done = new Map<string, string>();
  /** Keys of rejected transfers: no money may have moved under them. */
  readonly #refusedKeys = new Set<string>();
  #traders: readonly Trader[] = [];
  #unanswered: UnansweredTransfer[] = [];
  #doneBefore = 0;
  #askedAgain = 0;

  constructor(scene: CrashScene) {
    this.#scene = scene;
  }

  async prepare(): Promise<void> {
    const { server } = this.#scene;
    this.#doneBefore = this.#done.size;
    if (this.#traders.length === 0) this.#traders = await signInTraders(server);
    else await keepSignedIn(server, this.#traders);
  }

  async run(): Promise<void> {
    await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => this.#transferOn(at)));
  }

  hasEnough(): boolean {
    return this.#done.size - this.#doneBefore >= TRANSFERRED_MIN;
  }

  async askAgain(): Promise<void> {
    const pending = this.#unanswered;
    this.#unanswered = [];
    this.#askedAgain += pending.length;
    // A second failure becomes a contradiction.
    await Promise.all(pending.map((unanswered) => this.#ask(unanswered).catch(() => {})));
  }

  /** Checks that every stored transfer was booked or rejected. */
  contradictions(): Promise<readonly string[]> {
    return withServerDatabase(this.#scene.server, async (client) => {
      const { rows } = await client.query<{ id: bigint; key: string; is_booked: boolean }>(
        `select transfer.id, idempotency_key as key, (posting_id is null or spot.number is not null)
           and (dealing_posting_id is null or dealing.number is not null) as is_booked
         from transfers transfer
         left join spot_postings spot on spot.id = posting_id
         left join dealing_postings dealing on dealing.id = dealing_posting_id`,
      );
      const stored = new Map(rows.map((row) => [String(row.id), row]));
      const found = [
        ...[...this.#done].flatMap(([id, key]) => {
          const row = stored.get(id);
          if (row === undefined) return [`transfer ${id} was acknowledged and is lost`];
          if (row.key !== key) return [`transfer ${id} is another transfer now`];
          return row.is_booked ? [] : [`transfer ${id} was acknowledged and is half applied`];
        }),
        ...rows
          .filter(({ key }) => this.#refusedKeys.has(key))
          .map(({ id }) => `transfer ${id} was refused and exists`),
        ...this.#unanswered.map(({ key }) => `the transfer ${key} is not answered any more`),
      ];
      return found.length > 0 ? found : leftOpen(client);
    });
  }

  finish(): Promise<readonly string[]> {
    return Promise.resolve([]);
  }

  counts(): Readonly<Record<string, number>> {
    return { transfers: this.#done.size, 'transfers asked again': this.#askedAgain };
  }

  async #transferOn(at: number): Promise<void> {
    const trader = ensure(this.#traders[at % this.#traders.length], 'a trader');
    try {
      for (;;) {
        await this.#scene.rest(this);
        await this.#ask({ trader, key: newKey(), body: this.#transfer() });
      }
    } catch {
      // The server is gone.
    }
  }

  async #ask(transfer: UnansweredTransfer): Promise<void> {
    const { trader, key, body } = transfer;
    try {
      const reply = await this.#scene.server.call('createTransfer', body, {
        token: trader.token,
        headers: { 'idempotency-key': key, ...newClientAddress() },
      });
      if (reply.data !== null) this.#done.set(reply.data.id, key);
      else if (REFUSED.has(refusalOf(reply))) this.#refusedKeys.add(key);
      else throw new Error(refusalOf(reply) ?? 'no answer');
    } catch (error) {
      this.#unanswered.push(transfer);
      throw error;
    }
  }

  #transfer(): RequestInput<'createTransfer'> {
    const { random } = this.#scene;
    const from = Math.floor(random() * ACCOUNTS.length);
    const to = (from + 1 + Math.floor(random() * (ACCOUNTS.length - 1))) % ACCOUNTS.length;
    return {
      currency_id: USDT,
      from_account_type_id: ensure(ACCOUNTS[from], 'an account'),
      to_account_type_id: ensure(ACCOUNTS[to], 'an account'),
      amount: String(1 + Math.floor(random() * AMOUNT_MAX)),
    };
  }
}

/** Postings that no caller finishes, second legs of transfers included. Rows of payments that arrive at this moment are open for a short time. */
async function leftOpen(client: pg.Client): Promise<readonly string[]> {
  let open: readonly { readonly name: string }[] = [];
  const look = async () => {
    ({ rows: open } = await client.query<{ name: string }>(
      `select 'posting ' || id as name from spot_postings where number is null and refused_at_ms is null
       union all
       select 'dealing posting ' || id from dealing_postings
       where number is null and refused_at_ms is null`,
    ));
    if (open.length > 0) throw new Error('open postings');
  };
  await eventually(look, { timeout: OPEN_MS_MAX }).catch(() => {});
  return open.map(({ name }) => `${name} was left open`);
}
