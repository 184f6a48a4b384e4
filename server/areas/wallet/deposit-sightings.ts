/**
 * Records the deposits that the scanner sees, and the blocks that contain them. An output is one row. A
 * row from before any block is only a hint: if the output in a block differs, it replaces the row.
 */
import { ensure } from '../../../contract/assert.ts';
import { CHAIN_LIMITS } from '../../../contract/limits.ts';
import { dayOf } from '../../../contract/time.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { BlockConnected, BlockRef, OwnPayment, WalletCoins } from '../custody/custody.area.ts';
import type { Transaction } from '../../kit/db/database.ts';
import { AMOUNT_END } from '../../ledger/invariants.ts';
import type { Lifecycles } from '../../kit/lifecycle/lifecycles.types.ts';
import type { Log } from '../../kit/log.ts';
import { BlockPayments } from './block-payments.ts';
import type { DepositComparison } from './deposit-comparison.ts';
import type { DepositSteps } from './deposit-steps.ts';
import * as repo from './deposits.repo.ts';
import { countSmallDeposit, findSmallDeposits } from './unsettled-credit.repo.ts';
import { DEPOSIT } from './wallet-lifecycles.ts';
import type { DepositRow } from './wallet-lifecycles.ts';
import type { WalletRules } from './wallet-rules.ts';

export interface SightingParts {
  readonly lifecycles: Lifecycles;
  readonly steps: DepositSteps;
  readonly coins: WalletCoins;
  readonly rules: WalletRules;
  readonly log: Log;
  readonly comparison: Pick<DepositComparison, 'confirm'>;
}

const CHAIN = { role: 'chain', userId: 0 } as const;

export class DepositSightings {
  readonly #parts: SightingParts;

  constructor(parts: SightingParts) {
    this.#parts = parts;
  }

  /** Records an output of a block. @returns the deposits to show to their owners. */
  async mined(
    tx: Transaction,
    { chain, block }: BlockConnected,
    payment: OwnPayment,
    now: EpochMs,
  ): Promise<readonly DepositRow[]> {
    const obstacle = await this.#obstacleTo(chain, payment);
    if (obstacle !== null) return this.#ignore(chain, payment, obstacle);
    if (await this.#isUnlisted(tx, chain, payment, { now, isMined: true })) return [];
    const first = await this.#insert(tx, chain, block, payment, now);
    if (first !== undefined) return [first];
    const known = ensure(await repo.lockDepositOf(tx, chain, payment), 'a known deposit');
    if (isSamePayment(known, payment)) {
      await repo.setDepositBlock(tx, known.id, block);
      await this.#compareAgain(known, block);
      return [];
    }
    if (await this.#hasCounted(tx, known))
      return this.#ignore(chain, payment, 'it differs from the deposit that was credited before');
    const gone = (await this.vanish(tx, known.id, now)) ?? known;
    await repo.setAside(tx, known.id);
    return [gone, ensure(await this.#insert(tx, chain, block, payment, now), 'a new deposit')];
  }

  /**
   * Compares a settled deposit with its new block, because no later step does. Only a repair of a fork that was too deep gives it
   * one: a reported disconnection reverses it first.
   */
  async #compareAgain(row: DepositRow, { number, hash }: BlockRef): Promise<void> {
    if (row.phase !== 'settled' || row.blockHash === hash) return;
    const moved = { ...row, blockNumber: number, blockHash: hash };
    const round = { headNumber: number, blocks: new BlockPayments([row]) };
    await this.#parts.comparison.confirm(moved, 'settlement', round);
  }

  /** Records an output that waits for a block. @returns null when its owner's list does not change. */
  async waiting(
    tx: Transaction,
    chain: string,
    payment: OwnPayment,
    now: EpochMs,
  ): Promise<DepositRow | null> {
    // An invalid payment is checked again, and logged, when a block contains it.
    if ((await repo.lockDepositOf(tx, chain, payment)) !== undefined) return null;
    if ((await this.#obstacleTo(chain, payment)) !== null) return null;
    // The limit is needed because transactions that are never mined cost their sender almost nothing.
    const waits = await repo.countWaiting(tx, payment.userId);
    if (waits >= CHAIN_LIMITS.deposits_waiting_max) return null;
    if (await this.#isUnlisted(tx, chain, payment, { now, isMined: false })) return null;
    return (await this.#insert(tx, chain, null, payment, now)) ?? null;
  }

  /** Reverses a deposit that no block contains, or will. @returns null when its owner's list does not change. */
  async vanish(tx: Transaction, id: number, now: EpochMs): Promise<DepositRow | null> {
    const event = { type: 'output.vanished', by: CHAIN } as const;
    const taken = await this.#parts.steps.send(tx, { id, event }, { now });
    return taken?.ok === true ? taken.value.facts.row : null;
  }

  /** Returns the reason why the output cannot be a deposit; null when it can. */
  async #obstacleTo(chain: string, { currencyId, amount }: OwnPayment): Promise<string | null> {
    const coin = await this.#parts.coins.find(currencyId, chain);
    if (!coin.ok) return 'no coin of the chain';
    return amount >= AMOUNT_END ? 'the amount is more than the ledger holds' : null;
  }

  /**
   * Counts a new output below the minimum. Whether it is not listed, because its owner has as many listed
   * ones of the day as are allowed: they cost their sender almost nothing.
   */
  async #isUnlisted(
    tx: Transaction,
    chain: string,
    payment: OwnPayment,
    { now, isMined }: { readonly now: EpochMs; readonly isMined: boolean },
  ): Promise<boolean> {
    const { userId, currencyId, amount } = payment;
    const coin = await this.#parts.coins.find(currencyId, chain);
    if (!coin.ok || amount >= coin.value.minDeposit) return false;
    if ((await repo.lockDepositOf(tx, chain, payment)) !== undefined) return false;
    const [most, day] = [CHAIN_LIMITS.small_deposits_per_day_max, dayOf(now)];
    // A pending payment that is not listed is reported again and again.
    if (!isMined && (await findSmallDeposits(tx, userId, day)) >= most) return true;
    const count = await countSmallDeposit(tx, userId, day);
    if (count === most + 1)
      this.#parts.log.warn(
        { user: userId, most },
        'more small deposits of a user are not listed today',
      );
    return count > most;
  }

  /** Returns undefined when the output is known. */
  async #insert(
    tx: Transaction,
    chain: string,
    block: BlockRef | null,
    payment: OwnPayment,
    now: EpochMs,
  ): Promise<DepositRow | undefined> {
    const { steps, coins, rules } = this.#parts;
    const { userId, currencyId, amount } = payment;
    const coin = await coins.find(currencyId, chain);
    if (!coin.ok) return undefined;
    const row = await repo.insertDeposit(tx, {
      ...payment,
      chain,
      blockNumber: block?.number ?? null,
      blockHash: block?.hash ?? null,
      confirmations: 0,
      phase: 'seen',
      revision: 1,
      createdAtMs: now,
      updatedAtMs: now,
    });
    if (row === undefined) return undefined;
    const input = {
      ownerId: userId,
      amount: String(amount),
      minimum: String(coin.value.minDeposit),
      creditConfirmations: rules.creditConfirmations,
      unlockConfirmations: rules.unlockConfirmations,
    };
    const facts = { row, credits: 0, now };
    await steps.start(tx, { id: row.id, input }, { now }, async () => facts);
    return row;
  }

  /** Whether any of it was ever credited, or a block contains it. */
  async #hasCounted(tx: Transaction, { id, blockNumber }: DepositRow): Promise<boolean> {
    const state = await this.#parts.lifecycles.read(tx, DEPOSIT, id);
    return blockNumber !== null || state === undefined || state.snapshot.context.credits > 0;
  }

  /**
   * Logs a payment that is not recorded. An operator must check it, e.g. when a contract pays another
   * amount after its transaction is mined again.
   */
  #ignore(chain: string, payment: OwnPayment, why: string): readonly DepositRow[] {
    const { transactionHash, outputIndex, amount } = payment;
    this.#parts.log.error(
      { chain, transactionHash, outputIndex, amount: String(amount), why },
      'a payment is not taken',
    );
    return [];
  }
}

function isSamePayment(row: DepositRow, payment: OwnPayment): boolean {
  return (
    row.userId === payment.userId &&
    row.currencyId === payment.currencyId &&
    row.address === payment.address &&
    row.amount === payment.amount
  );
}
