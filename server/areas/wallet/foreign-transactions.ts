/**
 * Transactions of a hot wallet that this database does not know, e.g. after a restore from a backup. An
 * operator names each, in the order of the nonces: the withdrawal that it paid, or none. A named withdrawal
 * gets the transaction as if it had been signed here, so that it is never paid again.
 */
import type { ErrorName } from '../../../contract/errors/catalog.ts';
import { CHAIN_LIMITS } from '../../../contract/limits.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import type { EpochMs } from '../../../contract/time.ts';
import {
  ChainUnavailableError,
  findDeepBlock,
  findNextNonce,
  passNonces,
  type Chain,
  type Custody,
  type SignedTransfer,
  type WalletTransaction,
} from '../custody/custody.area.ts';
import type { Database, Transaction } from '../../kit/db/database.ts';
import { transaction } from '../../kit/db/transaction.ts';
import { HeldOtherwiseError, requireHeldAndLogged } from './held-terms.ts';
import type { WithdrawalRow } from './wallet-lifecycles.ts';
import { mayPay, pays } from './withdrawal-transfers.ts';
import type { WithdrawalSeals } from './withdrawal-seals.ts';
import type { Withdrawals } from './withdrawals.ts';
import * as repo from './withdrawals.repo.ts';

interface ForeignTransactionParts {
  readonly database: Database;
  readonly custody: Pick<Custody, 'chains' | 'health'>;
  readonly withdrawals: Pick<Withdrawals, 'step'>;
  readonly seals: WithdrawalSeals;
  /** Sends the signed transaction to the chain. */
  wakeChain(chain: string): void;
}

interface ForeignTransaction {
  readonly nonce: number;
  /** Null when the node does not keep it. */
  readonly found: WalletTransaction | null;
  /** Withdrawals that it may have paid: unsigned, and with its terms as far as they are known. */
  readonly withdrawals: readonly WithdrawalRow[];
}

interface ForeignTransactions {
  /** The first of them, at most {@link LISTED_MAX}. */
  readonly listed: readonly ForeignTransaction[];
  /** The nonce of the first one, and the number of the wallet's transactions on the chain. */
  readonly next: number;
  readonly used: number;
  /** Whether one act may name all: the wallet is new here, and no withdrawal waits for its signature. */
  readonly isFirstUse: boolean;
}

interface Naming {
  readonly chain: string;
  readonly nonce: number;
  /** The last nonce that is named; above `nonce` only at the first use of a wallet. */
  readonly lastNonce: number;
  /** The withdrawal that the transaction paid; null for none. */
  readonly withdrawalId: number | null;
  /** Its hash, if the operator knows it; otherwise the node searches for it. */
  readonly hash: string | null;
  readonly operatorId: number;
  readonly now: EpochMs;
  /** Runs in the transaction that names it. @param hash null when it is not known. */
  alsoWrite(tx: Transaction, hash: string | null): Promise<void>;
}

/**
 * record_changed: the nonce is not the next one any more. transaction_differs: the transaction does not pay
 * the withdrawal, or cannot be read. transaction_pays_withdrawal: none was named, and an unsigned withdrawal has
 * its terms. transaction_unconfirmed: a reorganization may still drop it, and free
 * its nonce. withdrawal_damaged: the withdrawal differs from its hold.
 */
export type NamingError =
  | 'record_not_found'
  | 'record_changed'
  | 'transaction_differs'
  | 'transaction_pays_withdrawal'
  | 'transaction_unconfirmed'
  | 'withdrawal_damaged'
  | 'service_unavailable';

/** A search by a nonce takes some thirty questions to the node. */
const LISTED_MAX = 10;
const SYSTEM = { role: 'system', userId: 0 } as const;

export class ForeignNaming {
  readonly #parts: ForeignTransactionParts;
  /** Chains whose wallets were compared in this run. */
  readonly #compared = new Set<string>();

  constructor(parts: ForeignTransactionParts) {
    this.#parts = parts;
  }

  /**
   * Closes the withdrawals of a chain whose wallet has transactions that this database does not know, once
   * in each run: before a user can request the first withdrawal. @throws ChainUnavailableError
   */
  async compareOnce(chainName: string): Promise<void> {
    if (this.#compared.has(chainName)) return;
    const { custody, database } = this.#parts;
    const use = await this.#useOf(chainName);
    if (use !== null && use.used > use.next) {
      const detail = `${use.used} used by ${use.address}`;
      await custody.health.halt(database, chainName, 'foreign_nonces', detail);
    }
    this.#compared.add(chainName);
  }

  /** record_not_found: the chain is not configured, or has no wallet of its own. */
  list(
    chainName: string,
  ): Promise<Result<ForeignTransactions, 'record_not_found' | 'service_unavailable'>> {
    return asked(async () => {
      const use = await this.#useOf(chainName);
      if (use === null) return refuse('record_not_found');
      const unsigned = await this.#unsigned(chainName);
      const listed: ForeignTransaction[] = [];
      const end = Math.min(use.used, use.next + LISTED_MAX);
      for (let nonce = use.next; nonce < end; nonce++) {
        const found = await shown(use.chain, { nonce });
        const withdrawals = unsigned.filter(
          (row) => found === null || mayPay(use.chain, found, row),
        );
        listed.push({ nonce, found, withdrawals });
      }
      const { next, used } = use;
      return ok({ listed, next, used, isFirstUse: next === 0 && unsigned.length === 0 });
    });
  }

  /** Names one transaction, or all at the first use of a wallet. */
  name(naming: Naming): Promise<Result<null, NamingError>> {
    return asked(async () => {
      const { chain: chainName, nonce, lastNonce, withdrawalId } = naming;
      const use = await this.#useOf(chainName);
      if (use === null) return refuse('record_not_found');
      if (nonce !== use.next || lastNonce < nonce || lastNonce >= use.used)
        return refuse('record_changed');
      const isRange = lastNonce > nonce;
      if (isRange && (nonce !== 0 || (await this.#unsigned(chainName)).length > 0))
        return refuse('record_changed');
      if (!(await this.#isDeep(use.chain, lastNonce))) return refuse('transaction_unconfirmed');
      const paid = await (withdrawalId === null
        ? this.#paidNone(use.chain, naming)
        : this.#paidBy(use.chain, naming));
      if (!paid.ok) return paid;
      const wallet = { chain: chainName, address: use.address };
      return this.#write(wallet, naming, paid.value);
    });
  }

  async #write(
    wallet: { readonly chain: string; readonly address: string },
    naming: Naming,
    paid: PaidWithdrawal | null,
  ): Promise<Result<null, NamingError>> {
    const { nonce, lastNonce, hash } = naming;
    const { database, wakeChain } = this.#parts;
    try {
      const steps = await transaction(database, async (tx) => {
        if (!(await passNonces(tx, wallet, nonce, lastNonce + 1))) throw new NotNamedError();
        await naming.alsoWrite(tx, paid?.transfer.hash ?? hash);
        return paid === null ? [] : this.#sign(tx, naming, paid);
      });
      for (const step of steps) await step.finish();
    } catch (error) {
      if (error instanceof NotNamedError) return refuse('record_changed');
      throw error;
    }
    wakeChain(wallet.chain);
    return ok(null);
  }

  /** Gives the withdrawal its transaction, which approves a withdrawal that waits for review. */
  async #sign(
    tx: Transaction,
    { operatorId, now }: Naming,
    { row: { id, phase }, transfer: { hash, rawTransaction } }: PaidWithdrawal,
  ) {
    const steps = [];
    const { withdrawals } = this.#parts;
    if (phase === 'pending_review') {
      const by = { role: 'operator', userId: operatorId } as const;
      steps.push(await withdrawals.step(tx, id, { type: 'withdrawal.approve', by }, now));
    }
    const event = { type: 'transaction.signed', by: SYSTEM, hash } as const;
    steps.push(await withdrawals.step(tx, id, event, now, { rawTransaction }));
    return steps.map((step) => {
      if (step === null) throw new NotNamedError();
      return step;
    });
  }

  /** Refuses a transaction that an unsigned withdrawal would pay a second time. */
  async #paidNone(
    chain: Chain,
    { nonce, hash }: Naming,
  ): Promise<Result<null, 'transaction_differs' | 'transaction_pays_withdrawal'>> {
    const unsigned = await this.#unsigned(chain.name);
    if (unsigned.length === 0) return ok(null);
    const found = (await shown(chain, { nonce })) ?? (hash && (await shown(chain, { hash })));
    if (!found) return ok(null);
    if (found.nonce !== nonce) return refuse('transaction_differs');
    const hasPaid = unsigned.some((row) => mayPay(chain, found, row));
    return hasPaid ? refuse('transaction_pays_withdrawal') : ok(null);
  }

  /** Returns the withdrawal and its transaction if that paid it, and it is not signed here. */
  async #paidBy(
    chain: Chain,
    { nonce, withdrawalId, hash }: Naming,
  ): Promise<Result<PaidWithdrawal, NamingError>> {
    const found = await shown(chain, hash === null ? { nonce } : { hash });
    const row = (await this.#unsigned(chain.name)).find(({ id }) => id === withdrawalId);
    if (row === undefined) return refuse('record_changed');
    if (found?.nonce !== nonce || found.rawTransaction === null || !pays(chain, found, row))
      return refuse('transaction_differs');
    try {
      await requireHeldAndLogged(this.#parts.database, row);
      await this.#parts.seals.require(this.#parts.database, row);
    } catch (error) {
      if (error instanceof HeldOtherwiseError) return refuse('withdrawal_damaged');
      throw error;
    }
    return ok({ row, transfer: { hash: found.hash, rawTransaction: found.rawTransaction } });
  }

  /** Whether the wallet has used the nonce in a block that a reorganization does not replace. */
  async #isDeep(chain: Chain, nonce: number): Promise<boolean> {
    const { database } = this.#parts;
    const block = await findDeepBlock(database, chain.name, CHAIN_LIMITS.withdrawal_confirmations);
    return block !== null && nonce < (await chain.walletAt(block)).used;
  }

  /** Null for a chain that is not configured, or that has no wallet of its own. */
  async #useOf(chainName: string) {
    const { custody, database } = this.#parts;
    const chain = custody.chains.get(chainName);
    const use = await chain?.walletUse?.();
    if (chain === undefined || use === undefined) return null;
    return { chain, ...use, next: await findNextNonce(database, chainName, use.address) };
  }

  /** Withdrawals of the chain that are approved or wait for review, and are not signed here. */
  #unsigned(chainName: string): Promise<readonly WithdrawalRow[]> {
    return repo.findUnsigned(this.#parts.database, chainName);
  }
}

/** Returns a transaction of the hot wallet; null when the chain does not show it. */
async function shown(
  chain: Chain,
  which: { readonly nonce: number } | { readonly hash: string },
): Promise<WalletTransaction | null> {
  const found = (await chain.walletTransaction?.(which)) ?? null;
  return found === 'not_kept' ? null : found;
}

interface PaidWithdrawal {
  readonly row: WithdrawalRow;
  readonly transfer: SignedTransfer;
}

/** Another operator, or the withdrawal itself, was first. */
class NotNamedError extends Error {
  override readonly name = 'NotNamedError';
}

async function asked<T, E extends ErrorName>(
  question: () => Promise<Result<T, E>>,
): Promise<Result<T, E | 'service_unavailable'>> {
  try {
    return await question();
  } catch (error) {
    if (error instanceof ChainUnavailableError) return refuse('service_unavailable');
    throw error;
  }
}
