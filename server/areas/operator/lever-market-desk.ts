/** Contract markets, as operators set their status, the terms of new orders, and their end. */
import { ensure } from '../../../contract/assert.ts';
import type { ErrorName } from '../../../contract/errors/catalog.ts';
import type { AuditAction } from '../../../contract/operator/audit-actions.ts';
import type { OperatorRequestOf } from '../../../contract/operator/routes.ts';
import type { AuditDetails } from '../../../contract/operator/schemas/exchange.ts';
import type {
  LeverMarketStatus,
  OperatorLeverDesk,
  OperatorLeverMarket,
} from '../../../contract/operator/schemas/lever.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import { HOUR_MS, type EpochMs } from '../../../contract/time.ts';
import type { Database } from '../../kit/db/database.ts';
import { transaction } from '../../kit/db/transaction.ts';
import { HOUSE_ACCOUNTS, OWNERS } from '../../ledger/chart.ts';
import { findAccounts } from '../../ledger/ledger.repo.ts';
import type { LeverDeskCommands, LeverMarketRules, LeverView } from '../lever/lever.area.ts';
import { writeAudit } from './audit-trail.ts';
import type { OperatorAct } from './audit-trail.ts';
import { LeverMarketView } from './lever-market-view.ts';
import type { LeverInstruments, Settlement } from './lever-market-view.ts';
import { readTerms } from './lever-terms.ts';
import type { ChosenTerms } from './lever-terms.ts';
import { findLastActs } from './revisions.repo.ts';

export interface LeverMarketDeskParts {
  readonly database: Database;
  readonly commands: Pick<LeverDeskCommands, 'changeTerms'> & { readonly takesPostings: boolean };
  readonly view: Pick<LeverView, 'markets' | 'mark' | 'house'>;
  readonly instruments: LeverInstruments;
  readonly settlement: Settlement;
}

/** A change of a market, with the operator and the reason. */
export interface LeverMarketOrder {
  readonly marketId: number;
  readonly act: OperatorAct;
  readonly reason: string;
  /** The revision of the market that the operator saw. */
  readonly seen: number;
}

/** Changes of a market by an operator. */
type Change = Partial<ChosenTerms & Pick<LeverMarketRules, 'status' | 'endsAtMs'>>;
interface Step<E extends ErrorName> {
  readonly action: AuditAction;
  readonly change: Change;
  readonly details: AuditDetails;
  /** Asked again when the change is made: the end of the market may have been announced, or have come, since then. */
  readonly refusalOf?: (terms: LeverMarketRules, now: EpochMs) => E | null;
}

type Answer<E extends ErrorName = never> = Promise<
  Result<OperatorLeverMarket, 'lever_market_not_found' | 'not_changed' | 'service_unavailable' | E>
>;

/**
 * The dealing writer has its own commits, so each action is written to the audit log before its command. The
 * writer closes an ended market itself, also after a restart.
 */
export class LeverMarketDesk {
  readonly #parts: LeverMarketDeskParts;
  readonly #shown: LeverMarketView;

  constructor(parts: LeverMarketDeskParts) {
    this.#parts = parts;
    this.#shown = new LeverMarketView(parts.instruments, parts.settlement);
  }

  async read(now: EpochMs): Promise<Pick<OperatorLeverDesk, 'house' | 'markets'>> {
    const { view, database, settlement } = this.#parts;
    const markets = await this.#list([...view.markets.keys()], now);
    const accounts = await findAccounts(database, OWNERS.house);
    const earned = accounts.find(
      ({ accountType, currencyId }) =>
        accountType === HOUSE_ACCOUNTS.leverFees && currencyId === settlement.id,
    );
    return {
      house: this.#shown.house(view.house(), earned?.available ?? 0n, markets),
      markets,
    };
  }

  /** lever_market_ending: a market whose end is announced opens no more. */
  setStatus(order: LeverMarketOrder, status: LeverMarketStatus): Answer<'lever_market_ending'> {
    return this.#change(order, (before) => {
      if (before.status === status) return refuse('not_changed');
      if (before.endsAtMs !== null && status === 'trading') return refuse('lever_market_ending');
      const details = { before: before.status, after: status };
      const refusalOf = ({ endsAtMs }: LeverMarketRules) =>
        endsAtMs !== null && status === 'trading' ? 'lever_market_ending' : null;
      return ok({ action: 'lever_market.set_status', change: { status }, details, refusalOf });
    });
  }

  /** Sets the terms of later orders. amount_scale_exceeded: a limit has too many digits. */
  saveTerms(
    order: LeverMarketOrder,
    terms: OperatorRequestOf<'saveLeverTerms'>,
  ): Answer<'amount_scale_exceeded'> {
    return this.#change(order, (before) => {
      const change = readTerms(terms, this.#parts.settlement.scale);
      if (change === null) return refuse('amount_scale_exceeded');
      const details = differences(before, change);
      if (Object.keys(details).length === 0) return refuse('not_changed');
      return ok({ action: 'lever_market.save_terms', change, details });
    });
  }

  /** Announces the end: no openings from now on, and all positions are closed at the mark of that time. */
  windDown(order: LeverMarketOrder, noticeHours: number): Answer<'lever_market_ending'> {
    return this.#change(order, (before) => {
      if (before.endsAtMs !== null) return refuse('lever_market_ending');
      const endsAtMs = order.act.now + noticeHours * HOUR_MS;
      // A halted market stays halted: its closes wait until it is not.
      const status = before.status === 'trading' ? 'close_only' : before.status;
      return ok({
        action: 'lever_market.wind_down',
        change: { status, endsAtMs },
        details: { before: before.status, after: status, ends_at: endsAtMs },
        refusalOf: (terms) => (terms.endsAtMs === null ? null : 'lever_market_ending'),
      });
    });
  }

  /** Withdraws the announced end. lever_market_ending: its time has come. */
  keep(order: LeverMarketOrder): Answer<'lever_market_ending'> {
    const refusalOf = ({ endsAtMs }: LeverMarketRules, now: EpochMs) =>
      endsAtMs !== null && now >= endsAtMs ? 'lever_market_ending' : null;
    return this.#change(order, (before) => {
      const { endsAtMs } = before;
      if (endsAtMs === null) return refuse('not_changed');
      const refusal = refusalOf(before, order.act.now);
      if (refusal !== null) return refuse(refusal);
      const details = { ends_at: endsAtMs };
      return ok({ action: 'lever_market.keep', change: { endsAtMs: null }, details, refusalOf });
    });
  }

  async #change<E extends ErrorName>(
    order: LeverMarketOrder,
    step: (before: LeverMarketRules) => Result<Step<E>, E>,
  ): Promise<Result<OperatorLeverMarket, E | 'lever_market_not_found' | 'service_unavailable'>> {
    const { database, commands, view } = this.#parts;
    const { marketId, act, reason, seen } = order;
    const before = view.markets.get(marketId);
    if (before === undefined) return refuse('lever_market_not_found');
    const next = step(before);
    if (!next.ok) return next;
    // A refused command must not be written to the audit log.
    if (!commands.takesPostings) return refuse('service_unavailable');
    const { action, change, details, refusalOf } = next.value;
    const subject = ['lever_market', marketId] as const;
    await transaction(database, (tx) =>
      writeAudit(tx, act, { action, subject, reason, seen, details }),
    );
    // Another operator may have changed other terms since then: what this one chose is put into them.
    const stored = await commands.changeTerms(
      marketId,
      (terms) => ({ ...terms, ...change }),
      act.now,
      refusalOf,
    );
    if (!stored.ok) return stored;
    const [shown] = await this.#list([marketId], act.now);
    return ok(ensure(shown, `contract market ${marketId}`));
  }

  async #list(ids: readonly number[], now: EpochMs): Promise<OperatorLeverMarket[]> {
    const { database, view } = this.#parts;
    // The revisions are read before the markets, so that a change in between makes them outdated.
    const actedOn = await findLastActs(database, 'lever_market', ids);
    const exposures = new Map(view.house().markets.map((each) => [each.marketId, each]));
    return ids.map((id) =>
      this.#shown.market({
        rules: ensure(view.markets.get(id), `contract market ${id}`),
        mark: view.mark(id),
        acted: actedOn(id),
        now,
        exposure: ensure(exposures.get(id), `exposure of contract market ${id}`),
      }),
    );
  }
}

/** Returns `before → after` of each term that differs, for the audit log. */
function differences(before: LeverMarketRules, change: Change): AuditDetails {
  const texts = ({ limits, multiples, ...plain }: Change): Record<string, string> => ({
    ...Object.fromEntries(Object.entries(plain).map(([name, value]) => [name, String(value)])),
    multiples: String(multiples),
    netLimit: String(limits?.net),
    grossLimit: String(limits?.gross),
    ownerLimit: String(limits?.owner),
  });
  const old = texts(before);
  return Object.fromEntries(
    Object.entries(texts(change))
      .filter(([name, value]) => old[name] !== value)
      .map(([name, value]) => [name, `${old[name]} → ${value}`]),
  );
}
