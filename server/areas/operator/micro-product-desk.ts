/**
 * Products of fast contracts, as operators set their status and the terms of new orders, and add durations. The
 * dealing writer stores a change with its own commit, so each action is written to the audit log before it.
 */
import type { ErrorName } from '../../../contract/errors/catalog.ts';
import type { AuditAction } from '../../../contract/operator/audit-actions.ts';
import type { OperatorRequestOf } from '../../../contract/operator/routes.ts';
import type { AuditDetails } from '../../../contract/operator/schemas/exchange.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Database } from '../../kit/db/database.ts';
import { transaction } from '../../kit/db/transaction.ts';
import type {
  MicroChosenTerms,
  MicroDeskCommands,
  MicroDeskView,
  MicroProduct,
} from '../micro/micro.area.ts';
import { writeAudit } from './audit-trail.ts';
import type { OperatorDecision } from './audit-trail.ts';
import type { Settlement } from './lever-market-view.ts';
import { changedTerms, readAmounts, textsOf } from './product-terms.ts';
import { MICRO_PRODUCTS } from './report-changes.ts';
import type { Subject } from './revisions.repo.ts';

export interface MicroProductDeskParts {
  readonly database: Database;
  readonly commands: MicroDeskCommands;
  readonly view: Pick<MicroDeskView, 'products' | 'instruments'>;
  readonly settlement: Settlement;
}

/** An action with its line in the audit log, and the command that follows. */
interface Step<E extends ErrorName> {
  readonly action: AuditAction;
  readonly subject: Subject;
  readonly details: AuditDetails;
  readonly act: (now: EpochMs) => Promise<Result<null, E>>;
}

type Answer<E extends ErrorName> = Promise<
  Result<null, 'micro_product_not_found' | 'service_unavailable' | E>
>;
type SentTerms = Omit<OperatorRequestOf<'saveMicroTerms'>, 'id' | 'revision' | 'reason'>;

export class MicroProductDesk {
  readonly #parts: MicroProductDeskParts;

  constructor(parts: MicroProductDeskParts) {
    this.#parts = parts;
  }

  /** Open orders run to their end under each status. */
  async setStatus(
    decision: OperatorDecision,
    { id, status }: Pick<OperatorRequestOf<'setMicroProductStatus'>, 'id' | 'status'>,
  ): Answer<'not_changed'> {
    const before = this.#parts.view.products.get(id);
    if (before === undefined) return refuse('micro_product_not_found');
    if (before.status === status) return refuse('not_changed');
    return this.#take(decision, {
      action: 'micro_product.set_status',
      subject: ['micro_product', id],
      details: { before: before.status, after: status },
      act: (now) => this.#parts.commands.changeTerms(id, { status }, now),
    });
  }

  /** Sets the terms of later orders. */
  async saveTerms(
    decision: OperatorDecision,
    { id, ...sent }: SentTerms & { readonly id: number },
  ): Answer<'not_changed' | 'amount_scale_exceeded'> {
    const before = this.#parts.view.products.get(id);
    if (before === undefined) return refuse('micro_product_not_found');
    const terms = this.#termsOf(sent);
    if (terms === null) return refuse('amount_scale_exceeded');
    const details = changedTerms(chosenOf(before), terms);
    if (Object.keys(details).length === 0) return refuse('not_changed');
    return this.#take(decision, {
      action: 'micro_product.save_terms',
      subject: ['micro_product', id],
      details,
      act: (now) => this.#parts.commands.changeTerms(id, terms, now),
    });
  }

  /**
   * Adds a halted product. micro_product_not_found: the index log does not have the instrument. not_changed: the
   * instrument has the duration.
   */
  async add(
    decision: OperatorDecision,
    { instrument, seconds, ...sent }: SentTerms & { instrument: string; seconds: number },
  ): Answer<'not_changed' | 'amount_scale_exceeded'> {
    const { view, commands } = this.#parts;
    if (!view.instruments.has(instrument)) return refuse('micro_product_not_found');
    const others = [...view.products.values()].filter((each) => each.instrument === instrument);
    if (others.some((each) => each.seconds === seconds)) return refuse('not_changed');
    const terms = this.#termsOf(sent);
    if (terms === null) return refuse('amount_scale_exceeded');
    return this.#take(decision, {
      action: 'micro_product.add',
      subject: MICRO_PRODUCTS,
      details: { instrument, seconds, ...textsOf(terms) },
      act: (now) => commands.addProduct(instrument, seconds, terms, now),
    });
  }

  async #take<E extends ErrorName>(
    { act, reason, seen }: OperatorDecision,
    { action, subject, details, act: command }: Step<E>,
  ): Promise<Result<null, E | 'service_unavailable'>> {
    const { database, commands } = this.#parts;
    // A refused command must not be written to the audit log.
    if (!commands.takesCommands) return refuse('service_unavailable');
    await transaction(database, (tx) =>
      writeAudit(tx, act, { action, subject, reason, seen, details }),
    );
    const done = await command(act.now);
    return done.ok ? ok(null) : done;
  }

  #termsOf(sent: SentTerms): MicroChosenTerms | null {
    const { scale } = this.#parts.settlement;
    const amounts = readAmounts(sent, AMOUNTS, scale);
    if (amounts === null) return null;
    return {
      profitPpm: sent.profit_ppm,
      lossPpm: sent.loss_ppm,
      stakeMin: amounts.stake_min,
      stakeMax: amounts.stake_max,
      ownerLimit: amounts.owner_limit,
      sideLimit: amounts.side_limit,
      skewLimit: amounts.skew_limit,
    };
  }
}

const AMOUNTS = ['stake_min', 'stake_max', 'owner_limit', 'side_limit', 'skew_limit'] as const;

const chosenOf = (product: MicroProduct): MicroChosenTerms => ({
  profitPpm: product.profitPpm,
  lossPpm: product.lossPpm,
  stakeMin: product.stakeMin,
  stakeMax: product.stakeMax,
  ownerLimit: product.ownerLimit,
  sideLimit: product.sideLimit,
  skewLimit: product.skewLimit,
});
