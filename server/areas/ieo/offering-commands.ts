/** Commands of operators on offerings, within their transaction: save, publish, cancel, fund. */
import { assert } from '../../../contract/assert.ts';
import { units } from '../../../contract/money/units.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Transaction } from '../../kit/db/database.ts';
import type { TakenStep } from '../../kit/lifecycle/record-steps.ts';
import { postMovement } from '../../ledger/ledger.repo.ts';
import { offeringPhase } from './ieo-lifecycles.ts';
import { ieoFunded } from './ieo-recipes.ts';
import type { OfferingRow } from './ieo.types.ts';
import type { OfferingSteps } from './offering-steps.ts';
import {
  findOffering,
  insertFunding,
  insertOffering,
  lockOffering,
  updateOffering,
} from './offerings.repo.ts';

/** Terms that a draft may change. */
export type OfferingTerms = Pick<
  OfferingRow,
  | 'tokenCurrencyId'
  | 'payCurrencyId'
  | 'issuePrice'
  | 'stepSize'
  | 'stepPrice'
  | 'offered'
  | 'cap'
  | 'stepsMin'
  | 'stepsMax'
  | 'yieldPpm'
  | 'preheatAtMs'
  | 'opensAtMs'
  | 'closesAtMs'
>;

interface Ask {
  readonly id: number;
  /** Null for the exchange itself. */
  readonly operatorId: number | null;
  readonly requestId: string;
  readonly now: EpochMs;
}

type Stepped<E extends string> = Promise<Result<() => Promise<unknown>, E & Refusal>>;
type Refusal =
  | 'offering_not_found'
  | 'already_decided'
  | 'second_operator_needed'
  | 'offering_times_past'
  | 'offering_tokens_missing';

export class OfferingCommands {
  readonly #steps: OfferingSteps;

  constructor(steps: OfferingSteps) {
    this.#steps = steps;
  }

  /** Stores a draft. */
  async create(
    tx: Transaction,
    terms: OfferingTerms,
    { operatorId, now }: Pick<Ask, 'operatorId' | 'now' | 'requestId'>,
  ): Promise<OfferingRow> {
    const cause = { now, requestId: 'offerings' };
    const begun = await this.#steps.begin(tx, undefined, now, async (step) => {
      const row = await insertOffering(tx, {
        ...terms,
        phase: offeringPhase(step.snapshot),
        subscribed: 0,
        subscribers: 0,
        savedBy: operatorId,
        revision: step.revision,
        createdAtMs: now,
        updatedAtMs: now,
      });
      return { id: row.id, facts: { row, cause } };
    });
    assert(begun.ok, 'a draft has no effects');
    return begun.value.facts.row;
  }

  /** Changes a draft. @returns already_decided for a published offering, whose terms are final. */
  async change(
    tx: Transaction,
    terms: OfferingTerms,
    { id, operatorId, now }: Omit<Ask, 'requestId'>,
  ): Promise<Result<OfferingRow, 'offering_not_found' | 'already_decided'>> {
    const row = await lockOffering(tx, id);
    if (row === undefined) return refuse('offering_not_found');
    if (row.phase !== 'draft') return refuse('already_decided');
    const change = { ...terms, savedBy: operatorId, updatedAtMs: now };
    return ok(await updateOffering(tx, id, change));
  }

  /**
   * Publishes a draft. @returns the work after the commit; second_operator_needed for the operator who saved it.
   * offering_tokens_missing: the tokens are not funded.
   */
  async publish(tx: Transaction, ask: Ask): Stepped<Refusal> {
    const { id, operatorId, requestId, now } = ask;
    const row = await lockOffering(tx, id);
    if (row === undefined) return refuse('offering_not_found');
    if (row.phase !== 'draft') return refuse('already_decided');
    if (operatorId !== null && row.savedBy === operatorId) return refuse('second_operator_needed');
    if (operatorId !== null && row.opensAtMs <= now) return refuse('offering_times_past');
    const schedule = {
      untilPreheatMs: Math.max(0, row.preheatAtMs - now),
      untilOpeningMs: Math.max(0, row.opensAtMs - now),
      subscriptionMs: Math.max(0, row.closesAtMs - Math.max(row.opensAtMs, now)),
    };
    const by = { role: 'operator', userId: operatorId ?? 0 } as const;
    const event = { type: 'offering.publish', by, schedule } as const;
    return finishing(await this.#steps.send(tx, { id, event }, { now, requestId }));
  }

  /**
   * Cancels an offering before its allocation; the rounds refund its payments. A draft is discarded. @returns the work
   * after the commit.
   */
  async cancel(
    tx: Transaction,
    { id, operatorId, requestId, now }: Ask,
  ): Stepped<'offering_not_found' | 'already_decided'> {
    // The row is not locked here, because a delay locks the lifecycle before the row.
    if ((await findOffering(tx, id)) === undefined) return refuse('offering_not_found');
    const by = { role: 'operator', userId: operatorId ?? 0 } as const;
    const event = { type: 'offering.cancel', by } as const;
    const finished = finishing(await this.#steps.send(tx, { id, event }, { now, requestId }));
    if (finished.ok) return finished;
    assert(finished.error === 'already_decided', 'a cancellation needs no tokens');
    return refuse('already_decided');
  }

  /** Takes tokens of an issuer, or gives free ones back. @param amount negative when given back. */
  async fund(
    tx: Transaction,
    { currencyId, amount }: { readonly currencyId: number; readonly amount: bigint },
    { requestId, now }: Pick<Ask, 'requestId' | 'now'>,
  ): Promise<Result<null, 'offering_tokens_missing'>> {
    const id = await insertFunding(tx, { currencyId, amount, requestId, atMs: now });
    const funds = { causeId: String(id), requestId, currencyId, amount: units(amount) };
    const posted = await postMovement(tx, ieoFunded(funds), now);
    return posted.ok ? ok(null) : refuse('offering_tokens_missing');
  }
}

/** already_decided: its state refuses the event. */
const finishing = (
  taken: Result<TakenStep<unknown>, 'offering_tokens_missing'> | null,
): Result<() => Promise<unknown>, 'already_decided' | 'offering_tokens_missing'> => {
  if (taken === null) return refuse('already_decided');
  return taken.ok ? ok(() => taken.value.finish()) : taken;
};
