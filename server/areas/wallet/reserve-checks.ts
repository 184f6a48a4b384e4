/**
 * Compares the holdings of the wallets of each chain with the deposits and withdrawals of the exchange. When
 * coins are missing, the withdrawals of the chain close until an operator acknowledges it.
 */
import { formatUnits } from '../../../contract/money/decimal.ts';
import { HOUR_MS, type Clock } from '../../../contract/time.ts';
import {
  findDeepBlock,
  HOLDERS_MAX,
  type BlockRef,
  type Chain,
  type Custody,
  type WalletState,
} from '../custody/custody.area.ts';
import type { Database, Executor } from '../../kit/db/database.ts';
import { transaction } from '../../kit/db/transaction.ts';
import type { Job, Jobs } from '../../kit/jobs/jobs.ts';
import type { Currencies } from '../../ledger/currencies.ts';
import type { DepositComparison } from './deposit-comparison.ts';
import { ReserveAlarm } from './reserve-alarm.ts';
import { acceptReserve, hasGrown, judgeReserve } from './reserve-judgement.ts';
import type { Holdings, Judgement } from './reserve-judgement.ts';
import * as repo from './reserves.repo.ts';
import type { WalletRules } from './wallet-rules.ts';
import type { WithdrawalRow } from './wallet-lifecycles.ts';
import { newestTransferOf } from './withdrawal-transfers.ts';

interface ReserveParts {
  readonly database: Database;
  /** The same database in the role of the owner, who alone may store reserves. */
  readonly owner: Database;
  readonly comparison: Pick<DepositComparison, 'compareOlder'>;
  readonly custody: Pick<Custody, 'chains' | 'health' | 'isFollowed'>;
  readonly currencies: Pick<Currencies, 'byId'>;
  readonly rules: Pick<WalletRules, 'withdrawalConfirmations'>;
  readonly clock: Clock;
}

/** Transfers that ended this long before the last comparison are read again. */
const OVERLAP_MS = HOUR_MS;
const FIRST_PAGE: repo.ReceivedPage = { address: '', currencyId: 0 };

/** The records of a chain in one snapshot. */
interface Records {
  /** A depth at which every booked withdrawal is in the block or below. */
  readonly block: BlockRef;
  readonly before: readonly repo.ReserveRow[];
  /** The halt that missing coins began; undefined when none lasts. */
  readonly haltId: number | undefined;
  readonly paid: readonly repo.PaidSum[];
  readonly transfers: readonly WithdrawalRow[];
}

export class ReserveChecks {
  readonly #parts: ReserveParts;
  readonly #alarm: ReserveAlarm;

  constructor(parts: ReserveParts) {
    this.#parts = parts;
    this.#alarm = new ReserveAlarm(parts);
  }

  /** Starts a job for each chain, and one for the chains that only deposits name. */
  start(jobs: Jobs): readonly Job[] {
    const failure = 'the coins of a chain could not be compared';
    return [
      ...[...this.#parts.custody.chains.values()].map((chain) =>
        jobs.start('chain_reserves', {
          subject: chain.name,
          failure,
          work: () => this.check(chain),
        }),
      ),
      jobs.start('chain_reserves', { failure, work: () => this.#checkOthers() }),
    ];
  }

  /** Compares every chain. @throws ChainUnavailableError */
  async checkAll(): Promise<void> {
    for (const chain of this.#parts.custody.chains.values()) await this.check(chain);
    await this.#checkOthers();
  }

  /** Raises the alarm for chains with deposits that count and without a node, because their coins are not compared. */
  async #checkOthers(): Promise<void> {
    const { database, custody } = this.#parts;
    for (const chain of await repo.findOtherChains(database, [...custody.chains.keys()]))
      await this.#alarm.noteFailure(chain, 'deposits count, and the chain is not configured');
  }

  /**
   * Compares a chain, and raises the alarm when that has failed for long.
   * @throws ChainUnavailableError when the chain does not answer; nothing is stored then.
   */
  async check(chain: Chain): Promise<void> {
    if (!this.#parts.custody.isFollowed(chain.name))
      return this.#alarm.noteFailure(chain.name, 'the chain is not followed');
    try {
      await this.#compare(chain);
    } catch (error) {
      await this.#alarm.noteFailure(chain.name, error instanceof Error ? error.message : 'unknown');
      throw error;
    }
    await this.#alarm.noteComparison(chain.name);
    await this.#parts.comparison.compareOlder(chain);
  }

  /**
   * Accepts what the last comparison of the chain found missing, and nothing that was taken since. Must be called in a
   * transaction that has ended the halt: a comparison waits for its end. If it fails, the halt lasts, and an operator ends
   * it later.
   */
  async acceptMissing(chain: string): Promise<void> {
    const { owner } = this.#parts;
    const short = (await repo.findReserves(owner, chain)).filter(({ isShort }) => isShort);
    await repo.saveReserves(
      owner,
      short.map((row) => ({ ...row, ...acceptReserve(row) })),
    );
  }

  async #compare(chain: Chain): Promise<void> {
    const records = await this.#read(chain.name);
    if (records === null) return;
    const wallet = await chain.walletAt(records.block);
    const received = await this.#received(chain, records.block);
    const currencyIds = new Set([...wallet.balances.keys(), ...received.keys()]);
    const judged = [...currencyIds].map((currencyId) => {
      const deposits = received.get(currencyId) ?? { held: 0n, amount: 0n };
      const found = {
        ...spendsOf(chain, records, currencyId, wallet.used),
        held: (wallet.balances.get(currencyId) ?? 0n) + deposits.held,
        received: deposits.amount,
      };
      const before = records.before.find((row) => row.currencyId === currencyId);
      const judgement = judgeReserve(before, found);
      return { currencyId, ...judgement, hasGrown: hasGrown(before, judgement.missing) };
    });
    await this.#store(chain.name, { ...records, used: wallet.used }, judged);
  }

  /**
   * Stores the finding, and closes the withdrawals if coins are missing. When more is missing than
   * before, another halt replaces the present halt, because its acknowledgement accepts the old amount.
   */
  async #store(
    chain: string,
    { block, used, haltId }: Records & Pick<WalletState, 'used'>,
    judged: readonly (Judgement & { readonly currencyId: number; readonly hasGrown: boolean })[],
  ): Promise<void> {
    const { owner, custody, clock } = this.#parts;
    const known = { walletUsed: used, blockNumber: block.number, checkedAtMs: clock.now() };
    const rows = judged.map(({ currencyId, next }) => ({ chain, currencyId, ...next, ...known }));
    const missing = judged
      .filter((one) => one.missing > 0n)
      .map((one) => this.#textOf(one.currencyId, one.missing));
    await transaction(owner, async (tx) => {
      // An operator has decided since: the next comparison begins with the accepted reserve.
      if ((await repo.lockShortHalt(tx, chain)) !== haltId) return;
      await repo.saveReserves(tx, rows);
      if (missing.length === 0) return;
      const detail = `block ${block.number}, missing: ${missing.join(', ')}`;
      if (judged.some((one) => one.hasGrown))
        await custody.health.replaceHalt(tx, chain, 'custody_short', detail);
      else await custody.health.halt(tx, chain, 'custody_short', detail);
    });
  }

  /** Null before a block is deep enough. */
  #read(chain: string): Promise<Records | null> {
    const { database, rules, clock } = this.#parts;
    const read = async (tx: Executor): Promise<Records | null> => {
      const block = await findDeepBlock(tx, chain, rules.withdrawalConfirmations);
      if (block === null) return null;
      const before = await repo.findReserves(tx, chain);
      const checkedAt = Math.min(clock.now(), ...before.map(({ checkedAtMs }) => checkedAtMs));
      return {
        block,
        before,
        haltId: await repo.findShortHalt(tx, chain),
        paid: await repo.sumPaid(tx, chain),
        transfers: await repo.findTransfersSince(tx, chain, checkedAt - OVERLAP_MS),
      };
    };
    return database.transaction(read, {
      isolationLevel: 'repeatable read',
      accessMode: 'read only',
    });
  }

  /** Reads the deposit addresses page by page, so that many never keep others waiting. */
  async #received(chain: Chain, block: BlockRef) {
    const { database } = this.#parts;
    const sums = new Map<number, { held: bigint; amount: bigint }>();
    let after = FIRST_PAGE;
    for (;;) {
      const page = { after, count: HOLDERS_MAX };
      const found = await repo.findReceived(database, chain.name, block.number, page);
      const balances = await chain.balances(block, found);
      for (const [index, { currencyId, amount }] of found.entries()) {
        const sum = sums.get(currencyId) ?? { held: 0n, amount: 0n };
        // Addresses hold nothing of a currency that the chain does not have.
        sum.held += balances[index] ?? 0n;
        sum.amount += amount;
        sums.set(currencyId, sum);
      }
      const last = found.at(-1);
      if (last === undefined || found.length < HOLDERS_MAX) return sums;
      after = last;
    }
  }

  #textOf(currencyId: number, amount: bigint): string {
    const { code = String(currencyId), scale = 0 } = this.#parts.currencies.byId(currencyId) ?? {};
    return `${formatUnits(amount, scale)} ${code}`;
  }
}

/** Amount that left the hot wallet in a currency, or may have left it, up to the block of the records. */
function spendsOf(
  chain: Chain,
  { paid, transfers, before }: Records,
  currencyId: number,
  used: number,
): Pick<Holdings, 'paid' | 'paidWithFees' | 'mayBePaid' | 'feesMax'> {
  const stored = before.find((row) => row.currencyId === currencyId);
  const sums = paid.find((row) => row.currencyId === currencyId);
  let [mayBePaid, feesMax] = [0n, 0n];
  for (const row of transfers) {
    const transfer = newestTransferOf(row);
    const spend = transfer && chain.spendOf(transfer);
    const hasEnded = ['success', 'rejected'].includes(row.phase);
    // A transfer that cannot be read counts as paid, because its result is unknown.
    if (!hasEnded && row.currencyId === currencyId && (spend?.nonce ?? 0) < used)
      mayBePaid += row.amount - row.fee;
    if (currencyId !== chain.feeCurrencyId || stored === undefined || !spend) continue;
    if (spend.nonce < stored.walletUsed || spend.nonce >= used) continue;
    const isPaid = row.phase === 'success' || row.phase === 'confirming';
    feesMax += isPaid ? spend.feeMax : spend.cancellationFeeMax;
  }
  return {
    paid: sums?.paid ?? 0n,
    paidWithFees: sums?.paidWithFees ?? 0n,
    mayBePaid,
    feesMax,
  };
}
