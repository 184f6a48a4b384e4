/** Withdrawals, for the operators that review them. */
import { formatUnits } from '../../../contract/money/decimal.ts';
import type {
  DamagedWithdrawal,
  FeeAllowance,
  OperatorWithdrawal,
  OperatorWithdrawalDetail,
  Resolution,
} from '../../../contract/operator/schemas/wallet.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { ErrorName } from '../../../contract/errors/catalog.ts';
import type { Result } from '../../../contract/result.ts';
import type { RejectionReason } from '../../../machines/domain/wallet/withdrawal.events.ts';
import type { Database } from '../../kit/db/database.ts';
import type { Currencies } from '../../ledger/currencies.ts';
import {
  findWithdrawals,
  unitOfAccount,
  type Decision,
  type ReviewError,
  type WalletWire,
  type WithdrawalFilter,
  type WithdrawalReview,
  type WithdrawalRow,
} from '../wallet/wallet.area.ts';
import { writeAudit } from './audit-trail.ts';
import type { AuditNote, OperatorAct } from './audit-trail.ts';
import { findPeople } from './people.repo.ts';
import { findLastAct } from './revisions.repo.ts';

interface WithdrawalDeskParts {
  readonly database: Database;
  readonly review: WithdrawalReview;
  readonly wire: WalletWire;
  readonly currencies: Currencies;
}

/** The verdict on a withdrawal, with the operator and the reason. */
interface WithdrawalVerdict {
  readonly id: number;
  /** The revision of the withdrawal that the operator saw. */
  readonly revision: number;
  readonly act: OperatorAct;
  readonly reason: string;
}
type ResolveError =
  | ReviewError
  | 'transaction_hash_invalid'
  | 'still_payable'
  | 'service_unavailable';

export class WithdrawalDesk {
  readonly #parts: WithdrawalDeskParts;

  constructor(parts: WithdrawalDeskParts) {
    this.#parts = parts;
  }

  async list(filter: WithdrawalFilter): Promise<readonly OperatorWithdrawal[]> {
    return this.#shown(await findWithdrawals(this.#parts.database, filter));
  }

  /** Withdrawals that the server skips, in the order of detection. */
  async listDamaged(): Promise<DamagedWithdrawal[]> {
    const { database, review, wire } = this.#parts;
    const found = await review.listDamaged();
    const personOf = await findPeople(
      database,
      found.map(({ row }) => row.userId),
    );
    return found.flatMap(({ row, foundAtMs }) => {
      if (row.phase === 'refused') return [];
      const { amount, currency } = wire.sum(row);
      return {
        id: String(row.id),
        person: personOf(row.userId),
        currency_code: currency,
        chain: row.chain,
        amount,
        phase: row.phase,
        created_at: row.createdAtMs,
        found_at: foundAtMs,
      };
    });
  }

  async find(id: number): Promise<Result<OperatorWithdrawalDetail, 'review_not_found'>> {
    const row = await this.#parts.review.find(id);
    return row === undefined ? refuse('review_not_found') : this.#one(ok(row));
  }

  async approve(
    verdict: WithdrawalVerdict,
  ): Promise<Result<OperatorWithdrawalDetail, ReviewError | 'service_unavailable'>> {
    const decision = decisionOf(verdict, { action: 'withdrawal.approve' });
    return this.#one(await this.#parts.review.approve(decision));
  }

  async release(
    verdict: WithdrawalVerdict,
    allowance: FeeAllowance,
  ): Promise<Result<OperatorWithdrawalDetail, ReviewError | 'service_unavailable'>> {
    const decision = decisionOf(verdict, { action: 'withdrawal.release', details: { allowance } });
    return this.#one(await this.#parts.review.release(decision, Number(allowance)));
  }

  /** @param text shown to the user with the reason. */
  async reject(
    verdict: WithdrawalVerdict,
    rejection: RejectionReason,
    text: string | null,
  ): Promise<Result<OperatorWithdrawalDetail, ReviewError>> {
    const decision = decisionOf(verdict, { action: 'withdrawal.reject', details: { rejection } });
    return this.#one(await this.#parts.review.reject(decision, rejection, text));
  }

  /**
   * Ends a manual review. @param hash of the transaction at the nonce, empty if it is not known: the payment,
   * or the one that made payment impossible. @param text shown to the user.
   */
  async resolve(
    verdict: WithdrawalVerdict,
    resolution: Resolution,
    { hash, text }: { readonly hash: string; readonly text: string | null },
  ): Promise<Result<OperatorWithdrawalDetail, ResolveError>> {
    const { review } = this.#parts;
    const details = { resolution, ...(hash !== '' && { transaction_hash: hash }) };
    const decision = decisionOf(verdict, { action: 'withdrawal.resolve', details });
    if (resolution === 'confirm_sent') return this.#one(await review.confirmSent(decision, hash));
    if (resolution === 'declare_unsent')
      return this.#one(await review.declareUnsent(decision, text, hash === '' ? null : hash));
    return this.#one(await review.rebroadcast(decision));
  }

  async #one<E extends ErrorName>(
    answer: Result<WithdrawalRow, E>,
  ): Promise<Result<OperatorWithdrawalDetail, E>> {
    if (!answer.ok) return answer;
    const { id } = answer.value;
    const { act } = await findLastAct(this.#parts.database, ['withdrawal', id]);
    const [shown] = await this.#shown([answer.value]);
    return ok({ ...(shown as OperatorWithdrawal), last_act: act });
  }

  async #shown(rows: readonly WithdrawalRow[]): Promise<readonly OperatorWithdrawal[]> {
    const { database, wire, currencies } = this.#parts;
    const personOf = await findPeople(
      database,
      rows.map(({ userId }) => userId),
    );
    const { scale } = unitOfAccount(currencies);
    return rows.map((row) => ({
      ...wire.withdrawal(row),
      person: personOf(row.userId),
      value: formatUnits(row.value, scale),
      operator_id: row.operatorId,
      fee_allowance: row.feeMaxFactor,
    }));
  }
}

const decisionOf = (
  { id, revision, act, reason }: WithdrawalVerdict,
  note: Pick<AuditNote, 'action' | 'details'>,
): Decision => ({
  withdrawalId: id,
  revision,
  operatorId: act.operatorId,
  now: act.now,
  alsoWrite: (tx) => writeAudit(tx, act, { ...note, subject: ['withdrawal', id], reason }),
});
