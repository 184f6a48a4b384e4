/** Pool and insurance fund of contracts: operators add to them and take from them, above a daily limit only in twos. */
import { CONTRACT_LIMITS } from '../../../contract/limits.ts';
import { formatUnits, parseUnits } from '../../../contract/money/decimal.ts';
import type { AuditAction } from '../../../contract/operator/audit-actions.ts';
import type { AuditDetails } from '../../../contract/operator/schemas/exchange.ts';
import type { OperatorLeverFunds } from '../../../contract/operator/schemas/lever.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import { DAY_MS, type Clock, type EpochMs } from '../../../contract/time.ts';
import type { Database, Transaction } from '../../kit/db/database.ts';
import { transaction } from '../../kit/db/transaction.ts';
import { OneByOne } from '../../kit/queue/one-by-one.ts';
import { AMOUNT_END } from '../../ledger/invariants.ts';
import type { LeverDeskCommands, LeverView } from '../lever/lever.area.ts';
import { writeAudit } from './audit-trail.ts';
import type { OperatorDecision } from './audit-trail.ts';
import {
  findApproved,
  findFundings,
  insertFunding,
  isBooked,
  lockFunding,
  sumMovedAlone,
  updateFunding,
} from './lever-fundings.repo.ts';
import type { LeverFunding } from './lever-fundings.repo.ts';
import type { Settlement } from './lever-market-view.ts';
import { LEVER_FUND } from './report-changes.ts';
import { findLastAct } from './revisions.repo.ts';

export interface LeverFundDeskParts {
  readonly database: Database;
  readonly commands: Pick<LeverDeskCommands, 'fundHouse'> & { readonly takesPostings: boolean };
  readonly view: Pick<LeverView, 'mayFund'>;
  readonly settlement: Settlement;
  readonly clock: Clock;
}

interface Amounts {
  readonly pool: bigint;
  readonly insurance: bigint;
}

/** Whole units of the currency that one operator moves within 24 hours without a second operator. */
const DAY_LIMIT = BigInt(CONTRACT_LIMITS.lever_funding_alone_per_day_max_usdt);
/** Decided fundings that the console lists. */
const LISTED = 10;
/** All bookings wait for each other. */
const BOOKING = 0;

/**
 * Each decision is one transaction with its line in the audit log. The dealing writer books it afterwards. What
 * is not booked because the server stopped in between is booked by the next start; the request id says whether
 * the writer has it already.
 */
export class LeverFundDesk {
  readonly #parts: LeverFundDeskParts;
  readonly #bookings = new OneByOne();

  constructor(parts: LeverFundDeskParts) {
    this.#parts = parts;
  }

  async read(now: EpochMs): Promise<OperatorLeverFunds> {
    const { database, settlement } = this.#parts;
    const { revision, act } = await findLastAct(database, LEVER_FUND);
    const fundings = await findFundings(database, LISTED);
    return {
      currency_code: settlement.code,
      day_limit: String(DAY_LIMIT),
      day_used: this.#text(await sumMovedAlone(database, now - DAY_MS)),
      fundings: fundings.map((funding) => ({
        id: String(funding.id),
        pool: this.#text(funding.pool),
        insurance: this.#text(funding.insurance),
        state: funding.state,
        is_waiting: funding.state === 'waiting',
        asked_by: funding.askedByName,
        asked_at: funding.askedAtMs,
      })),
      revision,
      last_act: act,
    };
  }

  /** lever_funds_needed: too little would be left for the positions of users. */
  async ask(
    decision: OperatorDecision,
    texts: { readonly pool: string; readonly insurance: string },
  ): Promise<
    Result<
      OperatorLeverFunds,
      'amount_scale_exceeded' | 'lever_funds_needed' | 'service_unavailable'
    >
  > {
    const { database, commands, settlement, view } = this.#parts;
    const pool = this.#parsed(texts.pool);
    const insurance = this.#parsed(texts.insurance);
    if (pool === null || insurance === null) return refuse('amount_scale_exceeded');
    if (!view.mayFund(pool, insurance)) return refuse('lever_funds_needed');
    // A refused command must not be written to the audit log.
    if (!commands.takesPostings) return refuse('service_unavailable');
    const { operatorId, now } = decision.act;
    const limit = DAY_LIMIT * 10n ** BigInt(settlement.scale);
    await transaction(database, async (tx) => {
      // The line of the log locks the funds, so that two operators do not share one limit.
      await this.#write(tx, decision, 'lever_fund.ask', texts);
      const moved = await sumMovedAlone(tx, now - DAY_MS);
      const isAlone = moved + sizeOf({ pool, insurance }) <= limit;
      await insertFunding(tx, {
        pool,
        insurance,
        askedBy: operatorId,
        askedAtMs: now,
        state: isAlone ? 'approved' : 'waiting',
        ...(isAlone && { decidedBy: operatorId, decidedAtMs: now }),
      });
    });
    await this.bookApproved();
    return ok(await this.read(now));
  }

  /** second_operator_needed: nobody approves an own request. */
  approve(
    decision: OperatorDecision,
    id: number,
  ): Promise<
    Result<
      OperatorLeverFunds,
      | 'record_not_found'
      | 'already_decided'
      | 'second_operator_needed'
      | 'lever_funds_needed'
      | 'service_unavailable'
    >
  > {
    return this.#decide(decision, id, 'lever_fund.approve', (funding) => {
      if (funding.askedBy === decision.act.operatorId) return refuse('second_operator_needed');
      if (!this.#parts.view.mayFund(funding.pool, funding.insurance))
        return refuse('lever_funds_needed');
      return this.#parts.commands.takesPostings ? ok('approved') : refuse('service_unavailable');
    });
  }

  /** Any operator withdraws a request that waits. */
  withdraw(
    decision: OperatorDecision,
    id: number,
  ): Promise<Result<OperatorLeverFunds, 'record_not_found' | 'already_decided'>> {
    return this.#decide<never>(decision, id, 'lever_fund.withdraw', () => ok('withdrawn'));
  }

  /** Books what is approved and not booked yet, each once. */
  bookApproved(): Promise<void> {
    return this.#bookings.run(BOOKING, async () => {
      for (const funding of await findApproved(this.#parts.database)) await this.#book(funding);
    });
  }

  async #book({ id, pool, insurance }: LeverFunding): Promise<void> {
    const { database, commands, clock } = this.#parts;
    const requestId = `funding-${id}`;
    if (!(await isBooked(database, requestId))) {
      const booked = await commands.fundHouse({ pool, insurance, requestId, now: clock.now() });
      if (!booked.ok && booked.error === 'service_unavailable') return;
      if (!booked.ok) return updateFunding(database, id, { state: 'refused' });
    }
    await updateFunding(database, id, { state: 'booked' });
  }

  async #decide<E extends 'second_operator_needed' | 'lever_funds_needed' | 'service_unavailable'>(
    decision: OperatorDecision,
    id: number,
    action: AuditAction,
    judge: (funding: LeverFunding) => Result<'approved' | 'withdrawn', E>,
  ): Promise<Result<OperatorLeverFunds, E | 'record_not_found' | 'already_decided'>> {
    const { operatorId: decidedBy, now: decidedAtMs } = decision.act;
    const decided = await transaction(this.#parts.database, async (tx) => {
      const funding = await lockFunding(tx, id);
      if (funding === undefined) return refuse('record_not_found');
      if (funding.state !== 'waiting') return refuse('already_decided');
      const verdict = judge(funding);
      if (!verdict.ok) return verdict;
      const [pool, insurance] = [this.#text(funding.pool), this.#text(funding.insurance)];
      await this.#write(tx, decision, action, { funding: id, pool, insurance });
      await updateFunding(tx, id, { state: verdict.value, decidedBy, decidedAtMs });
      return verdict;
    });
    if (!decided.ok) return decided;
    await this.bookApproved();
    return ok(await this.read(decidedAtMs));
  }

  #write(
    tx: Transaction,
    { act, reason, seen }: OperatorDecision,
    action: AuditAction,
    details: AuditDetails,
  ): Promise<void> {
    return writeAudit(tx, act, { action, subject: LEVER_FUND, reason, seen, details });
  }

  #text(amount: bigint): string {
    return formatUnits(amount, this.#parts.settlement.scale);
  }

  #parsed(text: string): bigint | null {
    const amount = parseUnits(text, this.#parts.settlement.scale);
    return amount === null || sizeOf({ pool: amount, insurance: 0n }) >= AMOUNT_END ? null : amount;
  }
}

const sizeOf = ({ pool, insurance }: Amounts): bigint =>
  (pool < 0n ? -pool : pool) + (insurance < 0n ? -insurance : insurance);
