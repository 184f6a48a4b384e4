/** The clock, the operator and the vouchers of a fiat server that runs one path after the other. */
import type { EpochMs } from '../../../contract/time.ts';
import { DEMO_OPERATOR, DEMO_PASSWORD } from '../../../server/kit/demo-accounts.ts';
import { ticketFor } from '../desk/documents.ts';
import type { FiatUser } from '../fiat/fiat-users.ts';
import { dataOf } from '../users/accounts.ts';
import { callOperator, codeOf, signInOperator, type TestOperator } from '../operator/operators.ts';
import type { TestServer } from '../servers/test-server.ts';
import { steadyNow } from '../servers/steady-now.ts';

/** Milliseconds of real time; sessions of operators and tickets of pictures last longer. */
const FRESH_MS = 10 * 60_000;

export class FiatWorld {
  readonly server: TestServer;
  readonly #tickets = new Map<FiatUser, { readonly ticket: string; readonly at: number }>();
  #aheadMs: number;
  /** Null while the clock runs. */
  #heldAtMs: EpochMs | null = null;
  #operator: { readonly secret: string; readonly token: string; readonly at: number };

  static async open(server: TestServer): Promise<FiatWorld> {
    return new FiatWorld(server, await signInOperator(server));
  }

  private constructor(server: TestServer, { secret, token }: TestOperator) {
    this.server = server;
    this.#aheadMs = server.clockAheadMs;
    this.#operator = { secret, token, at: this.now };
  }

  /** The server's time. */
  get now(): EpochMs {
    return this.#heldAtMs ?? steadyNow() + this.#aheadMs;
  }

  /** Resolves after all timers that became due have run. */
  async advance(ms: number): Promise<void> {
    await this.server.controlAdvance(ms);
    if (this.#heldAtMs === null) this.#aheadMs += ms;
    else this.#heldAtMs += ms;
  }

  /** Runs `run` with the clock held at that moment; `run` may advance it. */
  async whileHeld(atMs: EpochMs, run: () => Promise<void>): Promise<void> {
    await this.server.holdClock(atMs);
    this.#heldAtMs = atMs;
    try {
      await run();
    } finally {
      await this.server.releaseClock();
      this.#aheadMs = this.#heldAtMs - Date.now();
      this.#heldAtMs = null;
    }
  }

  /** Ticket of a picture that shows a payment; the same one until it is reported as used. */
  async voucher(person: FiatUser): Promise<string> {
    const known = this.#tickets.get(person);
    if (known !== undefined && this.now - known.at < FRESH_MS) return known.ticket;
    const ticket = await ticketFor(this.server, 'voucher');
    this.#tickets.set(person, { ticket, at: this.now });
    return ticket;
  }

  /** Reports the ticket as used, because an order has redeemed it. */
  voucherUsed(person: FiatUser): void {
    this.#tickets.delete(person);
  }

  /** An operator who is signed in at any time of the clock. */
  async operatorToken(): Promise<string> {
    const { secret, at } = this.#operator;
    if (this.now - at > FRESH_MS) {
      const google_code = codeOf(secret, this.now - Date.now());
      const fields = { account: DEMO_OPERATOR, password: DEMO_PASSWORD, google_code };
      const { token } = dataOf(await callOperator(this.server, 'signIn', fields));
      this.#operator = { secret, token, at: this.now };
    }
    return this.#operator.token;
  }
}
