/** Pool and insurance fund of contracts: operators add to them and take from them, above a daily limit only in twos. */
import { CONTRACT_LIMITS } from '../../../contract/limits.ts';
import { formatUnits, parseUnits } from '../../../contract/money/decimal.ts';
import type { OperatorLeverFunds } from '../../../contract/operator/schemas/lever.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import { DAY_MS, type Clock, type EpochMs } from '../../../contract/time.ts';
import type { Database } from '../../kit/db/database.ts';
import { AMOUNT_END } from '../../ledger/invariants.ts';
import type { LeverDeskCommands, LeverView } from '../lever/lever.area.ts';
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
import { OperatorRequests } from './operator-requests.ts';
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

/** The dealing writer books a change after its approval; the request id says whether the writer has it already. */
export class LeverFundDesk {
  readonly #parts: LeverFundDeskParts;
  readonly #requests: OperatorRequests<LeverFunding>;

  constructor(parts: LeverFundDeskParts) {
    this.#parts = parts;
    this.#requests = new OperatorRequests({
      database: parts.database,
      subject: LEVER_FUND,
      lock: lockFunding,
      store: updateFunding,
      detailsOf: ({ id, pool, insurance }) => ({
        funding: id,
        pool: this.#text(pool),
        insurance: this.#text(insurance),
      }),
      findApproved,
      carryOut: (funding) => this.#book(funding),
    });
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
    const { commands, settlement, view } = this.#parts;
    const pool = this.#parsed(texts.pool);
    const insurance = this.#parsed(texts.insurance);
    if (pool === null || insurance === null) return refuse('amount_scale_exceeded');
    if (!view.mayFund(pool, insurance)) return refuse('lever_funds_needed');
    // A refused command must not be written to the audit log.
    if (!commands.takesPostings) return refuse('service_unavailable');
    await this.#requests.askWithinDay(decision, {
      action: 'lever_fund.ask',
      details: texts,
      size: sizeOf({ pool, insurance }),
      dayLimit: DAY_LIMIT * 10n ** BigInt(settlement.scale),
      movedAlone: sumMovedAlone,
      insert: (tx, asked) => insertFunding(tx, { pool, insurance, ...asked }),
    });
    return ok(await this.read(decision.act.now));
  }

  /** second_operator_needed: no operator approves an own request. */
  async approve(
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
    const { view, commands } = this.#parts;
    const decided = await this.#requests.approve(
      decision,
      id,
      'lever_fund.approve',
      ({ pool, insurance }) => {
        if (!view.mayFund(pool, insurance)) return refuse('lever_funds_needed');
        return commands.takesPostings ? ok(null) : refuse('service_unavailable');
      },
    );
    return decided.ok ? ok(await this.read(decision.act.now)) : decided;
  }

  /** Any operator withdraws a request that waits. */
  async withdraw(
    decision: OperatorDecision,
    id: number,
  ): Promise<Result<OperatorLeverFunds, 'record_not_found' | 'already_decided'>> {
    const decided = await this.#requests.withdraw(decision, id, 'lever_fund.withdraw');
    return decided.ok ? ok(await this.read(decision.act.now)) : decided;
  }

  /** Books requests that are approved and not booked yet, each once. */
  bookApproved(): Promise<void> {
    return this.#requests.carryOutApproved();
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
