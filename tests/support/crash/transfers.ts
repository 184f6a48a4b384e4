/** Users who transfer money between their accounts during trading: acknowledgements and whether they still hold. */
import pg from 'pg';
import { ensure } from '../../../contract/assert.ts';
import type { RequestInput } from '../../../contract/routes.ts';
import { connectionOptions, type DatabaseAddress } from '../../../server/kit/db/database.ts';
import { newClientAddress } from '../client-address.ts';
import type { TestServer } from '../test-server.ts';
import type { Trader } from './acknowledgements.ts';
import { refusalOf } from './load.ts';

interface UnansweredTransfer {
  readonly trader: Trader;
  readonly key: string;
  readonly body: RequestInput<'createTransfer'>;
}

export interface TransferPeopleParts {
  readonly server: TestServer;
  readonly traders: readonly Trader[];
  readonly random: () => number;
}

/** Spot, contract and fast contract account. */
const ACCOUNTS = ['1', '2', '4'];
const USDT = '1';
const AMOUNT_MAX = 50;

let keys = 0;
const newKey = (): string => `crash-transfer-${process.pid}-${Date.now()}-${(keys += 1)}`;

export class TransferPeople {
  /** Acknowledged transfers: their keys by number. */
  readonly done = new Map<string, string>();
  /** Keys of rejected transfers: no money may have moved under them. */
  readonly #refusedKeys = new Set<string>();
  #unanswered: UnansweredTransfer[] = [];
  readonly #parts: TransferPeopleParts;

  constructor(parts: TransferPeopleParts) {
    this.#parts = parts;
  }

  /** Resolves when the server is gone; that many transfers are under way at a time. */
  async load(clients: number): Promise<void> {
    await Promise.all(Array.from({ length: clients }, (_, at) => this.#transferOn(at)));
  }

  /** Retries transfers without a response under the same key. @returns their number. */
  async askAgain(): Promise<number> {
    const pending = this.#unanswered;
    this.#unanswered = [];
    // A second failure becomes a contradiction.
    for (const unanswered of pending) await this.#ask(unanswered).catch(() => {});
    return pending.length;
  }

  /** Checks that every stored transfer was booked or rejected. No other request may run. */
  async contradictions(address: DatabaseAddress): Promise<readonly string[]> {
    const client = new pg.Client(connectionOptions(address, 'crash test'));
    await client.connect();
    try {
      const { rows } = await client.query<{ id: bigint; key: string; is_booked: boolean }>(
        `select transfer.id, idempotency_key as key, posting_id is null or number is not null as is_booked
         from transfers transfer left join spot_postings posting on posting.id = posting_id`,
      );
      const open = await client.query<{ id: bigint }>(
        'select id from spot_postings where number is null and refused_at_ms is null',
      );
      const stored = new Map(rows.map((row) => [String(row.id), row]));
      return [
        ...[...this.done].flatMap(([id, key]) => {
          const row = stored.get(id);
          if (row === undefined) return [`transfer ${id} was acknowledged and is lost`];
          if (row.key !== key) return [`transfer ${id} is another transfer now`];
          return row.is_booked ? [] : [`transfer ${id} was acknowledged and is half applied`];
        }),
        ...rows
          .filter(({ key }) => this.#refusedKeys.has(key))
          .map(({ id }) => `transfer ${id} was refused and exists`),
        ...this.#unanswered.map(({ key }) => `the transfer ${key} is not answered any more`),
        ...open.rows.map(({ id }) => `posting ${id} was left open`),
      ];
    } finally {
      await client.end();
    }
  }

  async #transferOn(at: number): Promise<void> {
    const { traders } = this.#parts;
    const trader = ensure(traders[at % traders.length], 'a trader');
    try {
      for (;;) await this.#ask({ trader, key: newKey(), body: this.#transfer() });
    } catch {
      // The server is gone.
    }
  }

  async #ask(transfer: UnansweredTransfer): Promise<void> {
    const { trader, key, body } = transfer;
    try {
      const reply = await this.#parts.server.call('createTransfer', body, {
        token: trader.token,
        headers: { 'idempotency-key': key, ...newClientAddress() },
      });
      if (reply.data !== null) this.done.set(reply.data.id, key);
      else if (refusalOf(reply) === 'insufficient_balance') this.#refusedKeys.add(key);
      else throw new Error(refusalOf(reply) ?? 'no answer');
    } catch (error) {
      this.#unanswered.push(transfer);
      throw error;
    }
  }

  #transfer(): RequestInput<'createTransfer'> {
    const { random } = this.#parts;
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
