/** Token offerings, as operators save, publish and cancel them. An operator publishes no terms that are their own. */
import type { ErrorName } from '../../../contract/errors/catalog.ts';
import type { OperatorRequestOf } from '../../../contract/operator/routes.ts';
import type { FundChanges } from '../../../contract/operator/schemas/funds.ts';
import type { OfferingDesk as ShownDesk } from '../../../contract/operator/schemas/ieo.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import type { Database, Transaction } from '../../kit/db/database.ts';
import { commandTransaction } from '../../kit/db/refusable-transaction.ts';
import type { Currencies } from '../../ledger/currencies.ts';
import { findHouseFund } from '../../ledger/ledger.repo.ts';
import { findOffering, findOfferings, IeoWire, type OfferingCommands } from '../ieo/ieo.area.ts';
import { writeAudit } from './audit-trail.ts';
import type { AuditNote, OperatorDecision } from './audit-trail.ts';
import { chosenOf, readOfferingTerms } from './offering-terms.ts';
import { changedTerms, fundsByCurrency, textsOf } from './product-terms.ts';
import { OFFERINGS } from './report-changes.ts';
import { findLastActs } from './revisions.repo.ts';

export interface OfferingDeskParts {
  readonly database: Database;
  readonly currencies: Currencies;
  readonly commands: OfferingCommands;
}

type SentOffering = Omit<OperatorRequestOf<'saveOffering'>, 'revision' | 'reason'>;
type SaveError =
  | 'offering_not_found'
  | 'already_decided'
  | 'not_changed'
  | 'currency_not_found'
  | 'amount_scale_exceeded'
  | 'offering_times_past';
type StepError = 'offering_not_found' | 'already_decided';

export class OfferingDesk {
  readonly #parts: OfferingDeskParts;
  readonly #wire: IeoWire;

  constructor(parts: OfferingDeskParts) {
    this.#parts = parts;
    this.#wire = new IeoWire(parts.currencies);
  }

  async read(funds: FundChanges): Promise<ShownDesk> {
    const { database, currencies } = this.#parts;
    // The revisions are read before the offerings, so that a change in between makes them outdated.
    const actedOn = await findLastActs(database, 'offering');
    const rows = await findOfferings(database);
    const tokens = await findHouseFund(database, 'ieoTokens');
    const list = actedOn(OFFERINGS[1]);
    return {
      offerings: rows.map((row) => {
        const { revision, act } = actedOn(row.id);
        const { phase, savedBy } = row;
        return {
          ...this.#wire.offering(row),
          phase,
          saved_by: savedBy,
          revision,
          last_act: act,
        };
      }),
      tokens: fundsByCurrency(currencies, tokens),
      funds,
      revision: list.revision,
      last_act: list.act,
    };
  }

  /** Saves a draft, a new one without an id. already_decided: its terms are final since it was published. */
  async save(decision: OperatorDecision, sent: SentOffering): Promise<Result<null, SaveError>> {
    const { currencies, commands } = this.#parts;
    const { act } = decision;
    const terms = readOfferingTerms(sent, currencies);
    if (!terms.ok) return terms;
    if (sent.preheat_at <= act.now) return refuse('offering_times_past');
    const chosen = terms.value;
    return this.#change<SaveError>(async (tx) => {
      if (sent.id === undefined) {
        const details = textsOf(chosen);
        await write(tx, decision, { action: 'offering.save', subject: OFFERINGS, details });
        await commands.create(tx, chosen, act);
        return ok(null);
      }
      const id = Number(sent.id);
      // The line of the audit log locks the offering against other operators, so that `before` is its last state.
      const before = await findOffering(tx, id);
      if (before === undefined) return refuse('offering_not_found');
      if (before.phase !== 'draft') return refuse('already_decided');
      const details = changedTerms(chosenOf(before), chosen);
      if (Object.keys(details).length === 0) return refuse('not_changed');
      await write(tx, decision, { action: 'offering.save', subject: ['offering', id], details });
      const changed = await commands.change(tx, chosen, { ...act, id });
      return changed.ok ? ok(null) : changed;
    });
  }

  /** second_operator_needed: the operator has saved the terms. offering_tokens_missing: too few tokens are free. */
  publish(
    decision: OperatorDecision,
    id: number,
  ): Promise<
    Result<
      null,
      StepError | 'second_operator_needed' | 'offering_times_past' | 'offering_tokens_missing'
    >
  > {
    const { commands } = this.#parts;
    return this.#change(async (tx) => {
      await write(tx, decision, { action: 'offering.publish', subject: ['offering', id] });
      return commands.publish(tx, { ...decision.act, id });
    });
  }

  /** All payments are refunded, and a draft is discarded. already_decided: its tokens are allocated, or it is over. */
  cancel(decision: OperatorDecision, id: number): Promise<Result<null, StepError>> {
    const { commands } = this.#parts;
    return this.#change(async (tx) => {
      await write(tx, decision, { action: 'offering.cancel', subject: ['offering', id] });
      return commands.cancel(tx, { ...decision.act, id });
    });
  }

  /** Runs a change in its transaction, then what follows the commit. */
  async #change<E extends ErrorName>(
    work: (tx: Transaction) => Promise<Result<null | (() => Promise<unknown>), E>>,
  ): Promise<Result<null, E>> {
    const done = await commandTransaction(this.#parts.database, work);
    if (!done.ok) return done;
    await done.value?.();
    return ok(null);
  }
}

const write = (
  tx: Transaction,
  { act, reason, seen }: OperatorDecision,
  note: Pick<AuditNote, 'action' | 'subject' | 'details'>,
): Promise<void> => writeAudit(tx, act, { ...note, reason, seen });
