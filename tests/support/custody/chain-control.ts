/** Blocks, payments and faults on the development chain of a test server. */
import { randomUUID } from 'node:crypto';
import { ensure } from '../../../contract/assert.ts';
import { CHAIN_LIMITS } from '../../../contract/limits.ts';
import type { BroadcastFault } from '../../../server/areas/custody/development/broadcast-faults.ts';
import { dataOf } from '../users/accounts.ts';
import { CHAIN, coinOf } from '../wallet/wallet-users.ts';
import type { TestServer } from '../servers/test-server.ts';

export class ChainControl {
  readonly #server: TestServer;
  readonly #payments = new Map<string, object>();

  constructor(server: TestServer) {
    this.#server = server;
  }

  /** Stops automatic blocks; only {@link mine} makes new ones. */
  async stopMining(): Promise<void> {
    await this.#server.control('POST', '/chain/pause', { is_paused: true });
  }

  async mine(blocks = 1): Promise<void> {
    await this.#server.control('POST', '/chain/mine', { blocks });
  }

  async reorganise(depth: number, drop: readonly string[] = []): Promise<void> {
    await this.#server.control('POST', '/chain/reorg', { depth, drop });
  }

  /** Makes the network forget pending transactions. */
  async forget(...hashes: readonly string[]): Promise<void> {
    await this.#server.control('POST', '/chain/forget', { hashes });
  }

  /** Advances the clock by the time after which unknown payments are given up. */
  async giveUp(): Promise<void> {
    await this.#server.controlAdvance(CHAIN_LIMITS.deposit_unknown_ms_max);
    await this.forget();
  }

  /** Sends a forgotten payment again, which is pending then. */
  async sendAgain(hash: string): Promise<void> {
    await this.#pay(ensure(this.#payments.get(hash), 'a payment of earlier'));
  }

  /** Has the server read blocks that it has not mined itself. */
  async catchUp(): Promise<void> {
    await this.forget();
  }

  async failBroadcasts(mode: BroadcastFault, count = 1): Promise<void> {
    await this.#server.control('POST', '/chain/fail-broadcast', { mode, count });
  }

  /** Pays from outside to the user's own deposit address; the next block contains it. @returns its hash. */
  async deposit(token: string, code: string, amount: string): Promise<string> {
    const { currency_id: currencyId } = await coinOf(this.#server, token, code);
    const coin = { currency_id: String(currencyId), chain: CHAIN };
    const { address } = dataOf(await this.#server.call('getDepositAddress', coin, { token }));
    return this.#pay({ address, currency_code: code, amount, reference: randomUUID() });
  }

  async #pay(payment: object): Promise<string> {
    const paid = await this.#server.control('POST', '/chain/pay', payment);
    const { transaction_hash: hash } = paid as { transaction_hash: string };
    this.#payments.set(hash, payment);
    return hash;
  }

  /** Every payment to an address that is not forgotten. */
  async paymentsTo(
    address: string,
  ): Promise<readonly { readonly amount: string; readonly block_number: number | null }[]> {
    const answer = await this.#server.control('POST', '/chain/transactions-to', { address });
    return (answer as { transactions: [] }).transactions;
  }
}
