/**
 * Compares deposits with the chain itself, because a row of the database alone proves nothing: before a deposit is
 * credited, before it is settled, and in turn those from before this comparison. Results are stored in the role of the
 * owner, so that the server's role cannot make them up; the verifier compares each deposit that counts with them (ADR 24).
 */
import { MINUTE_MS, type Clock } from '../../../contract/time.ts';
import { BLOCKS_KEPT } from '../custody/custody.area.ts';
import type { Chain, Custody } from '../custody/custody.area.ts';
import type { Database } from '../../kit/db/database.ts';
import type { Log } from '../../kit/log.ts';
import { BlockPayments } from './block-payments.ts';
import { DepositDoubts } from './deposit-doubts.ts';
import * as repo from './deposit-proofs.repo.ts';
import type { MinedDeposit } from './deposit-proofs.repo.ts';
import { isOfOneRecord } from './record-faults.ts';
import type { DepositRow } from './wallet-lifecycles.ts';

interface ComparisonParts {
  readonly database: Database;
  /** The same database in the role of the owner, who alone may add results. */
  readonly owner: Database;
  readonly custody: Pick<Custody, 'chains' | 'addresses'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** The steps of a deposit that need a comparison. */
export type ComparedStep = 'credit' | 'settlement';

/** Deposits that are compared together. */
interface Round {
  /** The last block that was read. */
  readonly headNumber: number;
  readonly blocks: BlockPayments;
}

/** unsure: a retry may find it, or the settings of the chain have changed since the payment. */
type Finding = 'found' | 'unsure' | { readonly refuted: string };

const OLDER_PER_ROUND = 500;
const REFUTED_PER_ROUND = 100;
/** Longest work of a round, so that the comparison of reserves keeps its interval. */
const ROUND_MS_MAX = MINUTE_MS;

export class DepositComparison {
  readonly #parts: ComparisonParts;
  /** The last deposit that was compared in turn, by chain; null after the last one of all. */
  readonly #turns = new Map<string, number | null>();
  readonly #doubts = new DepositDoubts();

  constructor(parts: ComparisonParts) {
    this.#parts = parts;
  }

  /**
   * Whether the chain has this deposit for its user, so that it may take the step.
   * @throws ChainUnavailableError while the chain does not answer.
   */
  async confirm(row: DepositRow, step: ComparedStep, round: Round): Promise<boolean> {
    const deposit = minedOf(row);
    const chain = this.#parts.custody.chains.get(row.chain);
    if (deposit === null || chain === undefined) return false;
    if (await repo.hasProof(this.#parts.database, deposit, [step])) return true;
    const finding = await this.#find(chain, deposit, round);
    // A node may leave out payments of its newest blocks; it is asked again at the next block.
    const isFinal = step === 'settlement' || finding === 'found';
    if (isFinal) return this.#store(deposit, step, finding);
    this.#parts.log.warn({ deposit: row.id, finding }, 'a deposit is not on its chain now');
    return false;
  }

  /**
   * Compares settled deposits that were refuted, and in turn some deposits from before the comparison.
   * An unreadable deposit does not delay the others. Each start begins again with deposits that were not found.
   * @throws ChainUnavailableError while the chain has no head.
   */
  async compareOlder(chain: Chain): Promise<void> {
    const { database, clock } = this.#parts;
    const [ids, count] = [this.#doubts.ids(), REFUTED_PER_ROUND];
    const refuted = await repo.findRefuted(database, chain.name, { ids, count });
    const older = await this.#nextOlder(chain.name);
    const rows = [...refuted, ...older];
    if (rows.length === 0) return;
    const since = clock.now();
    const round = { headNumber: (await chain.head()).number, blocks: new BlockPayments(rows) };
    for (const row of rows) {
      if (clock.now() - since > ROUND_MS_MAX) return;
      await this.#compareOne(chain, row, round);
      if (older.includes(row)) this.#turns.set(chain.name, row.id);
    }
  }

  async #nextOlder(chain: string): Promise<readonly DepositRow[]> {
    const after = this.#turns.get(chain) ?? 0;
    if (this.#turns.get(chain) === null) return [];
    const page = { after, count: OLDER_PER_ROUND };
    const rows = await repo.findTakenOver(this.#parts.database, chain, page);
    if (rows.length === 0) this.#turns.set(chain, null);
    return rows;
  }

  /** @throws errors of the database alone. */
  async #compareOne(chain: Chain, row: DepositRow, round: Round): Promise<void> {
    const deposit = minedOf(row);
    const unsure = { deposit: row.id };
    try {
      const finding = deposit === null ? 'unsure' : await this.#find(chain, deposit, round);
      if (deposit !== null) await this.#store(deposit, 'settlement', finding);
      if (finding === 'unsure') this.#parts.log.warn(unsure, 'an older deposit was not compared');
    } catch (error) {
      if (!isOfOneRecord(error)) throw error;
      this.#parts.log.warn({ ...unsure, err: error }, 'an older deposit was not compared');
    }
  }

  async #store(deposit: MinedDeposit, step: ComparedStep, finding: Finding): Promise<boolean> {
    const { owner, clock, log } = this.#parts;
    if (finding === 'unsure') return false;
    const now = clock.now();
    if (finding === 'found') {
      this.#doubts.end(deposit);
      await repo.insertProof(owner, deposit, step, { reason: '', now });
      return true;
    }
    const reason = finding.refuted;
    if (!this.#doubts.repeats(deposit, now))
      log.warn({ deposit: deposit.id, reason }, 'a deposit is not on its chain now');
    else if (await repo.insertProof(owner, deposit, 'refuted', { reason, now }))
      log.error({ deposit: deposit.id, reason }, 'a deposit is not on its chain');
    return false;
  }

  async #find(
    chain: Chain,
    deposit: MinedDeposit,
    { headNumber, blocks }: Round,
  ): Promise<Finding> {
    const { blockNumber: number, blockHash: hash } = deposit;
    if (number < 0) return { refuted: 'its block does not exist' };
    const present = await blocks.present(chain, number);
    if (present === null) return 'unsure';
    if (present.hash !== hash)
      // The scanner takes back deposits of blocks that were replaced, as long as it keeps their hashes.
      return number > headNumber - BLOCKS_KEPT ? 'unsure' : { refuted: 'its block was replaced' };
    const payment = (await blocks.of(chain, { number, hash })).find(
      ({ transactionHash, outputIndex, address }) =>
        transactionHash === deposit.transactionHash &&
        outputIndex === deposit.outputIndex &&
        address === deposit.address,
    );
    if (payment === undefined) {
      const isRead = await hasCurrency(chain, deposit.currencyId);
      if (!isRead || (await chain.hasTransfer?.({ number, hash }, deposit)) === true)
        return 'unsure';
      return { refuted: 'its block does not have it' };
    }
    if (payment.currencyId !== deposit.currencyId) return { refuted: 'it has another currency' };
    if (payment.amount !== deposit.amount)
      return { refuted: `its amount is ${payment.amount} units` };
    return this.#findOwner(deposit);
  }

  async #findOwner(deposit: MinedDeposit): Promise<Finding> {
    const { database, custody } = this.#parts;
    const { chain, address, userId } = deposit;
    const ownerId = await custody.addresses.ownerOf(chain, address);
    if (ownerId === null)
      return (await custody.addresses.haveOtherKeys(chain))
        ? 'unsure'
        : { refuted: 'its address is of no user' };
    if (ownerId !== userId) return { refuted: `its address is of user ${ownerId}` };
    const other = await repo.findOtherOfOutput(database, deposit);
    return other === undefined ? 'found' : { refuted: `its payment was deposit ${other}` };
  }
}

/** Whether the chain reports payments of the currency: a token may have been taken out of the settings since. */
async function hasCurrency(chain: Chain, currencyId: number): Promise<boolean> {
  if (chain.hasCoin?.(currencyId) === false) return false;
  // The address of the deposit may be forged, so that no node would answer.
  const holders = [{ address: chain.addressFor(1), currencyId }];
  const [held] = await chain.balances(await chain.head(), holders);
  return held !== null;
}

/** Null for a deposit that no block contains. */
function minedOf(row: DepositRow): MinedDeposit | null {
  const { blockNumber, blockHash } = row;
  return blockNumber === null || blockHash === null ? null : { ...row, blockNumber, blockHash };
}

/** Whether two readings of a deposit are the same payment in the same block for the same user. */
export const isSameDeposit = (one: DepositRow, other: DepositRow): boolean =>
  one.userId === other.userId &&
  one.currencyId === other.currencyId &&
  one.chain === other.chain &&
  one.address === other.address &&
  one.transactionHash === other.transactionHash &&
  one.outputIndex === other.outputIndex &&
  one.amount === other.amount &&
  one.blockNumber === other.blockNumber &&
  one.blockHash === other.blockHash;
