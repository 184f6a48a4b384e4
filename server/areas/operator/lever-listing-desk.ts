/** New contract markets: one operator asks for them, and another operator approves. */
import type { ErrorName } from '../../../contract/errors/catalog.ts';
import { formatUnits } from '../../../contract/money/decimal.ts';
import type { OperatorRequestOf } from '../../../contract/operator/routes.ts';
import type { AuditDetails } from '../../../contract/operator/schemas/exchange.ts';
import type { OperatorLeverListings } from '../../../contract/operator/schemas/lever-listings.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import type { Clock } from '../../../contract/time.ts';
import type { Database } from '../../kit/db/database.ts';
import { transaction } from '../../kit/db/transaction.ts';
import { newLeverMarket, tickLotUnitsOf } from '../lever/lever.area.ts';
import type { LeverDeskCommands, LeverView } from '../lever/lever.area.ts';
import type { OperatorDecision } from './audit-trail.ts';
import {
  findApprovedListings,
  findListings,
  insertListing,
  isListingOpen,
  lockListing,
  updateListing,
} from './lever-listings.repo.ts';
import type { LeverListing } from './lever-listings.repo.ts';
import type { LeverInstruments, NamedInstrument, Settlement } from './lever-market-view.ts';
import { readTerms, shownTerms } from './lever-terms.ts';
import type { ChosenTerms } from './lever-terms.ts';
import { OperatorRequests } from './operator-requests.ts';
import { textsOf } from './product-terms.ts';
import { LEVER_LISTING } from './report-changes.ts';
import { findLastAct } from './revisions.repo.ts';

export interface LeverListingDeskParts {
  readonly database: Database;
  readonly commands: Pick<LeverDeskCommands, 'addMarket'> & { readonly takesPostings: boolean };
  readonly view: Pick<LeverView, 'markets'>;
  readonly instruments: LeverInstruments;
  readonly settlement: Settlement;
  readonly clock: Clock;
}

type Answer<E extends ErrorName> = Promise<Result<OperatorLeverListings, E>>;
/** Reason why a market cannot be opened now. */
type Unfit =
  | 'record_not_found'
  | 'lever_instrument_taken'
  | 'mark_unavailable'
  | 'lever_lot_unsuitable'
  | 'service_unavailable';

/** Decided listings that the console lists. */
const LISTED = 10;
/** A lot is worth at least this part of a whole unit of the settlement currency. */
const LEAST_LOT_PART = 100n;

/** The dealing writer adds a market after its approval. */
export class LeverListingDesk {
  readonly #parts: LeverListingDeskParts;
  readonly #requests: OperatorRequests<LeverListing>;

  constructor(parts: LeverListingDeskParts) {
    this.#parts = parts;
    this.#requests = new OperatorRequests({
      database: parts.database,
      subject: LEVER_LISTING,
      lock: lockListing,
      store: updateListing,
      detailsOf: ({ id, instrument, lotSize }) => ({ listing: id, instrument, lotSize }),
      findApproved: findApprovedListings,
      carryOut: (listing) => this.#open(listing),
    });
  }

  async read(): Promise<OperatorLeverListings> {
    const { database, instruments, settlement } = this.#parts;
    const { revision, act } = await findLastAct(database, LEVER_LISTING);
    const listings = await findListings(database, LISTED);
    const open = new Set(
      listings.flatMap(({ state, instrument }) => (state === 'waiting' ? instrument : [])),
    );
    return {
      instruments: this.#free()
        .filter(({ name }) => !open.has(name))
        .map(({ name, priceScale }) => {
          const ticks = instruments.liveTicks(name);
          const mark = ticks === null ? null : formatUnits(BigInt(ticks), priceScale);
          return { name, price_scale: priceScale, mark };
        }),
      listings: listings.map((listing) => ({
        ...shownTerms(termsOf(listing), settlement.scale),
        id: String(listing.id),
        instrument: listing.instrument,
        lot_size: listing.lotSize,
        state: listing.state,
        is_waiting: listing.state === 'waiting',
        asked_by: listing.askedByName,
        asked_at: listing.askedAtMs,
      })),
      revision,
      last_act: act,
    };
  }

  /**
   * record_not_found: the instrument has no price sources. mark_unavailable: they do not agree now.
   * lever_lot_unsuitable: a lot is too small or has too many digits, or no user could open the least order.
   */
  async ask(
    decision: OperatorDecision,
    sent: OperatorRequestOf<'askLeverMarket'>,
  ): Answer<Unfit | 'amount_scale_exceeded'> {
    const { database, settlement } = this.#parts;
    const { instrument: name, lot_size: lotSize } = sent;
    const terms = readTerms(sent, settlement.scale);
    if (terms === null) return refuse('amount_scale_exceeded');
    const fit = this.#fit(name, lotSize, terms);
    if (!fit.ok) return fit;
    const { limits, multiples, ...plain } = terms;
    const asked = await transaction(database, async (tx) => {
      if (await isListingOpen(tx, name)) return refuse('lever_instrument_taken');
      // The revision of the log has changed if another operator asked in between.
      await this.#requests.write(tx, decision, 'lever_listing.ask', detailsOf(sent));
      const { net: netLimit, gross: grossLimit, owner: ownerLimit } = limits;
      await insertListing(tx, {
        ...plain,
        multiples: [...multiples],
        netLimit,
        grossLimit,
        ownerLimit,
        instrument: name,
        lotSize,
        state: 'waiting',
        askedBy: decision.act.operatorId,
        askedAtMs: decision.act.now,
      });
      return ok(null);
    });
    return asked.ok ? ok(await this.read()) : asked;
  }

  /** second_operator_needed: no operator approves an own request. The checks of {@link ask} are made again. */
  async approve(
    decision: OperatorDecision,
    id: number,
  ): Answer<Unfit | 'already_decided' | 'second_operator_needed'> {
    const decided = await this.#requests.approve(decision, id, 'lever_listing.approve', (listing) =>
      this.#fit(listing.instrument, listing.lotSize, termsOf(listing)),
    );
    return decided.ok ? ok(await this.read()) : decided;
  }

  /** Any operator withdraws a request that waits. */
  async withdraw(
    decision: OperatorDecision,
    id: number,
  ): Answer<'record_not_found' | 'already_decided'> {
    const decided = await this.#requests.withdraw(decision, id, 'lever_listing.withdraw');
    return decided.ok ? ok(await this.read()) : decided;
  }

  /** Opens the markets that are approved and that the dealing writer does not have yet, each once. */
  openApproved(): Promise<void> {
    return this.#requests.carryOutApproved();
  }

  async #open(listing: LeverListing): Promise<void> {
    const { database, commands, view, settlement, clock } = this.#parts;
    const { instrument: name, lotSize } = listing;
    const instrument = this.#free().find((each) => each.name === name);
    // It has a market when the server stopped after its opening.
    if (instrument !== undefined) {
      const units = tickLotUnitsOf(lotSize, instrument.priceScale, settlement.scale);
      if (units === null) return;
      const rules = newLeverMarket(instrument, { ...termsOf(listing), lotSize }, units, {
        currencyId: settlement.id,
        others: view.markets.keys(),
      });
      const added = await commands.addMarket(rules, clock.now());
      if (!added.ok) return;
    }
    await updateListing(database, listing.id, { state: 'opened' });
  }

  /** The instruments without a market. */
  #free(): readonly NamedInstrument[] {
    const { instruments, view } = this.#parts;
    const taken = new Set(Array.from(view.markets.values(), (rules) => instruments.name(rules)));
    return instruments.list().filter(({ name }) => !taken.has(name));
  }

  /** Whether a market with these terms can be opened at the prices of now. */
  #fit(name: string, lotSize: string, { lotsMin, limits }: ChosenTerms): Result<null, Unfit> {
    const { instruments, settlement, commands } = this.#parts;
    const known = instruments.list().find((each) => each.name === name);
    if (known === undefined) return refuse('record_not_found');
    if (!this.#free().some((each) => each.name === name)) return refuse('lever_instrument_taken');
    const ticks = instruments.liveTicks(name);
    if (ticks === null) return refuse('mark_unavailable');
    const units = tickLotUnitsOf(lotSize, known.priceScale, settlement.scale);
    if (units === null) return refuse('lever_lot_unsuitable');
    const worth = units * BigInt(ticks);
    const least = 10n ** BigInt(settlement.scale) / LEAST_LOT_PART;
    if (worth < least || worth * BigInt(lotsMin) > limits.owner)
      return refuse('lever_lot_unsuitable');
    // A refused command must not be written to the audit log.
    return commands.takesPostings ? ok(null) : refuse('service_unavailable');
  }
}

function termsOf(listing: LeverListing): ChosenTerms {
  const { lotsMin, lotsMax, multiples, spreadPpm, feePpm, nightPpm } = listing;
  const { netLimit: net, grossLimit: gross, ownerLimit: owner } = listing;
  return {
    lotsMin,
    lotsMax,
    multiples,
    spreadPpm,
    feePpm,
    nightPpm,
    limits: { net, gross, owner },
  };
}

/** The request as the audit log keeps it. */
const detailsOf = ({
  revision: _seen,
  reason: _reason,
  ...terms
}: OperatorRequestOf<'askLeverMarket'>): AuditDetails => textsOf(terms);
