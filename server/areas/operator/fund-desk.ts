/**
 * Changes of one fund of the exchange: operators add to it and take from it, above a daily limit only in twos. The
 * pool and insurance fund of contracts have their own desk, because one request changes both.
 */
import { ensure } from '../../../contract/assert.ts';
import { CONTRACT_LIMITS } from '../../../contract/limits.ts';
import { formatUnits, parseUnits } from '../../../contract/money/decimal.ts';
import { units, type Units } from '../../../contract/money/units.ts';
import type { AuditAction } from '../../../contract/operator/audit-actions.ts';
import type { FundChanges } from '../../../contract/operator/schemas/funds.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import { DAY_MS, type EpochMs } from '../../../contract/time.ts';
import type { Database } from '../../kit/db/database.ts';
import type { Currency } from '../../ledger/currencies.repo.ts';
import type { Currencies } from '../../ledger/currencies.ts';
import { AMOUNT_END } from '../../ledger/invariants.ts';
import { unitOfAccount } from '../wallet/wallet.area.ts';
import type { OperatorDecision } from './audit-trail.ts';
import {
  findApprovedFundChanges,
  findFundChanges,
  insertFundChange,
  lockFundChange,
  sumWorthMovedAlone,
  updateFundChange,
} from './fund-changes.repo.ts';
import type { Fund, FundChange } from './fund-changes.repo.ts';
import { OperatorRequests } from './operator-requests.ts';
import { findLastAct, type Subject } from './revisions.repo.ts';

export type WorthInLimit = (amount: Units, currency: Currency) => Units | null;
type Verb = 'ask' | 'approve' | 'withdraw';

/** An amount of one currency. */
export interface FundAmount {
  readonly currencyId: number;
  readonly amount: bigint;
}

interface FundDeskParts<E extends 'service_unavailable' = never> {
  readonly database: Database;
  readonly currencies: Currencies;
  /** Units of USDT that count toward limits; null without a live price. */
  readonly worthInLimit: WorthInLimit;
  readonly fund: Fund;
  readonly subject: Subject;
  readonly actions: Readonly<Record<Verb, AuditAction>>;
  /** Says why the fund cannot change by the amount now. */
  judge(change: FundAmount): Promise<Result<null, 'funds_needed' | E>>;
  /** Books an approved change once, and marks it; may leave it for the next time. */
  book(change: FundChange): Promise<void>;
}

/** Whole USDT that one operator moves within 24 hours without a second operator. */
const DAY_LIMIT = BigInt(CONTRACT_LIMITS.fund_alone_per_day_max_usdt);
/** Decided changes that the console lists. */
const LISTED = 10;

export class FundDesk<E extends 'service_unavailable' = never> {
  readonly #parts: FundDeskParts<E>;
  readonly #requests: OperatorRequests<FundChange>;
  /** The currency of the limit. */
  readonly #unit: Currency;

  constructor(parts: FundDeskParts<E>) {
    this.#parts = parts;
    const { database, fund } = parts;
    this.#unit = unitOfAccount(parts.currencies);
    this.#requests = new OperatorRequests({
      database,
      subject: parts.subject,
      lock: (tx, id) => lockFundChange(tx, fund, id),
      store: updateFundChange,
      detailsOf: ({ id, currencyId, amount }) => ({
        change: id,
        amount: this.#text({ currencyId, amount }),
        currency: this.#currency(currencyId).code,
      }),
      findApproved: () => findApprovedFundChanges(database, fund),
      carryOut: (change) => parts.book(change),
    });
  }

  async read(now: EpochMs): Promise<FundChanges> {
    const { database, fund, subject } = this.#parts;
    const { revision, act } = await findLastAct(database, subject);
    const changes = await findFundChanges(database, fund, LISTED);
    const used = await sumWorthMovedAlone(database, fund, now - DAY_MS);
    return {
      day_limit: String(DAY_LIMIT),
      day_used: formatUnits(used, this.#unit.scale),
      changes: changes.map((change) => ({
        id: String(change.id),
        currency_code: this.#currency(change.currencyId).code,
        amount: this.#text(change),
        state: change.state,
        is_waiting: change.state === 'waiting',
        asked_by: change.askedByName,
        asked_at: change.askedAtMs,
      })),
      revision,
      last_act: act,
    };
  }

  /** funds_needed: the fund does not have so much that is free. */
  async ask(
    decision: OperatorDecision,
    { currencyId, amount: text }: { readonly currencyId: number; readonly amount: string },
  ): Promise<Result<null, 'amount_scale_exceeded' | 'funds_needed' | E>> {
    const { fund, actions } = this.#parts;
    const { code, scale } = this.#currency(currencyId);
    const amount = parseUnits(text, scale);
    if (amount === null || sizeOf(amount) >= AMOUNT_END) return refuse('amount_scale_exceeded');
    // A refused command must not be written to the audit log.
    const verdict = await this.#parts.judge({ currencyId, amount });
    if (!verdict.ok) return verdict;
    const worth = this.#parts.worthInLimit(sizeOf(amount), this.#currency(currencyId));
    await this.#requests.askWithinDay(decision, {
      action: actions.ask,
      details: { amount: text, currency: code },
      size: worth,
      dayLimit: DAY_LIMIT * 10n ** BigInt(this.#unit.scale),
      movedAlone: (tx, since) => sumWorthMovedAlone(tx, fund, since),
      insert: (tx, asked) => insertFundChange(tx, { fund, currencyId, amount, worth, ...asked }),
    });
    return ok(null);
  }

  /** second_operator_needed: no operator approves an own request. */
  approve(
    decision: OperatorDecision,
    id: number,
  ): Promise<
    Result<
      null,
      'record_not_found' | 'already_decided' | 'second_operator_needed' | 'funds_needed' | E
    >
  > {
    const { actions, judge } = this.#parts;
    return this.#requests.approve<'funds_needed' | E>(decision, id, actions.approve, judge);
  }

  /** Any operator withdraws a request that waits. */
  withdraw(
    decision: OperatorDecision,
    id: number,
  ): Promise<Result<null, 'record_not_found' | 'already_decided'>> {
    return this.#requests.withdraw(decision, id, this.#parts.actions.withdraw);
  }

  /** Books changes that are approved and not booked yet, each once. */
  bookApproved(): Promise<void> {
    return this.#requests.carryOutApproved();
  }

  #currency(id: number): Currency {
    return ensure(this.#parts.currencies.byId(id), `currency ${id}`);
  }

  #text({ currencyId, amount }: FundAmount): string {
    return formatUnits(amount, this.#currency(currencyId).scale);
  }
}

const sizeOf = (amount: bigint): Units => units(amount < 0n ? -amount : amount);
