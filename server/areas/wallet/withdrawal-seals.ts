/**
 * Seals of withdrawals: a request that passed the gate gets a keyed digest of its terms. The key follows from the secret
 * of the installation, which the database does not have, so that no statement of SQL forges a request
 * ([ADR 48](../../../docs/adr/0048-withdrawals-with-a-seal.md)).
 */
import type { WithdrawalInput } from '../../../machines/domain/wallet/withdrawal.context.ts';
import type { Database, Executor } from '../../kit/db/database.ts';
import type { LoggedEvent } from '../../kit/lifecycle/log-events.ts';
import type { Seal } from '../../kit/seal/seal.ts';
import { isSameDigest } from '../../kit/seal/secrets.ts';
import type { DamagedWithdrawals } from './damaged-withdrawals.ts';
import { HeldOtherwiseError, requireHeldAndLogged, type HeldTerms } from './held-terms.ts';
import type { WithdrawalRow } from './wallet-lifecycles.ts';
import { findInReview, findSealFacts, type SealFacts } from './withdrawal-seals.repo.ts';

const PURPOSE = 'withdrawal';
const IN_REVIEW_A_CALL = 500;

/** The terms that a seal binds. Amounts in units of the ledger; value and limit in units of USDT, as text. */
interface SealedTerms extends HeldTerms, Pick<WithdrawalRow, 'idempotencyKey'> {
  readonly value: string;
  /** The withdrawal needs no operator when its value is below. */
  readonly autoApproveBelow: string;
}

/** The terms of the seal that the log has; `isOlder` is looked up for a withdrawal without a seal alone. */
type LoggedFacts = Pick<SealFacts, 'value' | 'autoApproveBelow'> &
  Partial<Pick<SealFacts, 'isOlder'>>;

type SealedRow = HeldTerms & Pick<WithdrawalRow, 'id' | 'phase' | 'idempotencyKey' | 'seal'>;

export class WithdrawalSeals {
  readonly #seal: Pick<Seal, 'tag'>;
  /** The last withdrawal in review that was looked at in this turn. */
  #after = 0;

  constructor(seal: Pick<Seal, 'tag'>) {
    this.#seal = seal;
  }

  /** Returns the seal of a request. Its key names it, because a user has one withdrawal for each key. */
  of(terms: SealedTerms): string {
    const { userId, idempotencyKey, currencyId, chain, address, amount, fee } = terms;
    const { value, autoApproveBelow } = terms;
    const sums = [amount, fee, value, autoApproveBelow].map(String);
    const text = JSON.stringify([userId, idempotencyKey, currencyId, chain, address, ...sums]);
    return this.#seal.tag(text, PURPOSE);
  }

  /**
   * Checks that the request passed the gate of this server, or was open before there were seals.
   * @throws HeldOtherwiseError
   */
  async require(database: Executor, row: SealedRow): Promise<void> {
    await this.#facts(database, row);
  }

  /**
   * Checks all that a signature needs: the hold, the log, the seal, and an approval. Without an operator, the sealed
   * value must be below the sealed limit.
   * @throws HeldOtherwiseError
   */
  async requireApproved(database: Executor, row: SealedRow): Promise<void> {
    const log = await requireHeldAndLogged(database, row);
    // Each signature asks this, so that the log is not read a second time. Only an older withdrawal has no seal.
    const facts = row.seal === null ? await this.#facts(database, row) : factsOf(log);
    const problem = this.#problemOf(row, facts);
    if (problem !== null) throw refused(row, problem);
    const { value, autoApproveBelow } = facts;
    const isApproved = log.some(({ type }) => type === 'withdrawal.approve');
    const isSmall = BigInt(value ?? 0) < BigInt(autoApproveBelow ?? 0);
    if (!isApproved && !isSmall) throw refused(row, 'no operator has approved it');
  }

  /**
   * Lists as damaged withdrawals in review without a right seal, some in each call, in turn. A signature and an approval
   * refuse them immediately.
   */
  async noteForged(database: Database, damaged: Pick<DamagedWithdrawals, 'note'>): Promise<void> {
    const rows = await findInReview(database, { after: this.#after, count: IN_REVIEW_A_CALL });
    this.#after = rows.length < IN_REVIEW_A_CALL ? 0 : (rows.at(-1)?.id ?? 0);
    if (rows.length === 0) return;
    const ids = rows.map(({ id }) => id);
    const facts = new Map((await findSealFacts(database, ids)).map((one) => [one.id, one]));
    for (const row of rows) {
      const problem = this.#problemOf(row, facts.get(row.id));
      if (problem !== null)
        damaged.note(row.id, refused(row, problem), 'a withdrawal did not pass the gate');
    }
  }

  async #facts(database: Executor, row: SealedRow): Promise<SealFacts> {
    const [facts] = await findSealFacts(database, [row.id]);
    const problem = this.#problemOf(row, facts);
    if (facts === undefined || problem !== null) throw refused(row, problem);
    return facts;
  }

  #problemOf(row: SealedRow, facts: LoggedFacts | undefined): string | null {
    const { value = null, autoApproveBelow = null } = facts ?? {};
    if (value === null || autoApproveBelow === null) return 'its log has no start';
    if (row.seal === null) return facts?.isOlder === true ? null : 'it has no seal';
    const right = this.of({ ...row, value, autoApproveBelow });
    return isSameDigest(row.seal, right) ? null : 'its seal is not for its terms';
  }
}

function factsOf([started]: readonly LoggedEvent[]): LoggedFacts {
  const input: Partial<WithdrawalInput> =
    started !== undefined && 'input' in started ? (started.input as WithdrawalInput) : {};
  return { value: input.value ?? null, autoApproveBelow: input.autoApproveBelow ?? null };
}

const refused = ({ id }: Pick<WithdrawalRow, 'id'>, problem: string | null): HeldOtherwiseError =>
  new HeldOtherwiseError(`withdrawal ${id}: ${problem}`);
