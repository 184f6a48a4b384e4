/**
 * Carries out the steps of a record in one fixed order: the record's row is written with the step,
 * each effect of the machine runs in the same transaction by its handler, and after the commit the
 * remaining work is done and open pages are notified.
 */
import type { EventFromLogic, InputFrom } from 'xstate';
import { assert, ensure } from '../../../contract/assert.ts';
import type { ErrorName } from '../../../contract/errors/catalog.ts';
import { ok } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { EffectOf, RecordKind } from '../../../machines/domain/record-kind.ts';
import type { Transaction } from '../db/database.ts';
import { lockLifecycle, type LifecycleRow } from './lifecycles.repo.ts';
import type {
  AfterCommit,
  LifecycleEffect,
  Lifecycles,
  LifecycleSpec,
  LifecycleState,
  LifecycleStep,
  TimerReaction,
} from './lifecycles.types.ts';
import { prepareNext, prepareStart } from './prepared-steps.ts';
import type { PreparedStep } from './prepared-steps.ts';
import { beginRecord, sendToSeen, startRecord } from './record-storage.ts';

/** The handling of one effect; empty if the row of the record already has the result. */
export interface EffectHandler<Facts, E extends ErrorName = never> {
  /**
   * Runs in the transaction of the step, in the order of the machine. The caller must roll back
   * after a refusal. The returned function runs first after the commit.
   */
  inTransaction?(tx: Transaction, facts: Facts): Promise<Result<AfterCommit | null, E>>;
  /** Runs after the commit. */
  afterCommit?(facts: Facts): unknown;
}
/** One entry for each effect of the kind's machine; a missing entry does not compile. */
export type EffectTable<Kind, Handler> = Readonly<Record<EffectOf<Kind>, Handler>>;

/** The server's handling of one kind of record. */
interface RecordPlan<
  Kind extends RecordKind,
  Facts,
  Cause extends { readonly now: EpochMs },
  E extends ErrorName = never,
  Notified = unknown,
> {
  readonly spec: LifecycleSpec<Kind['machine']>;
  /** Updates the row of the record from the snapshot. @returns the facts for the handlers. */
  write(
    tx: Transaction,
    id: number,
    step: LifecycleStep<Kind['machine']>,
    cause: Cause,
  ): Promise<Facts>;
  readonly effects: EffectTable<Kind, EffectHandler<Facts, E>>;
  /** Notifies open pages, as the last action after the commit. */
  notify?(facts: Facts): Promise<Notified> | Notified;
}

/** A step whose effects in the transaction are done. */
export interface TakenStep<Facts, Notified = unknown> {
  readonly facts: Facts;
  readonly effects: readonly LifecycleEffect[];
  /** Must be called after the commit. @returns the result of the plan's `notify`. */
  finish(): Promise<Notified>;
}

/** Delays of the kind, see {@link TimerReaction}. */
interface Delays<Kind extends RecordKind, Cause> extends Omit<
  TimerReaction<Kind['machine']>,
  'onStep'
> {
  /** Returns the cause for a step of a delay. */
  causeOf(id: number, now: EpochMs): Cause;
}

export class RecordSteps<
  Kind extends RecordKind,
  Facts,
  Cause extends { readonly now: EpochMs },
  E extends ErrorName = never,
  Notified = unknown,
> {
  readonly #plan: RecordPlan<Kind, Facts, Cause, E, Notified>;

  constructor(plan: RecordPlan<Kind, Facts, Cause, E, Notified>) {
    this.#plan = plan;
  }

  /**
   * Stores the first step of a record. @param write inserts its row; without it, the plan updates
   * an existing row.
   */
  async start(
    tx: Transaction,
    record: { readonly id: number; readonly input: InputFrom<Kind['machine']> },
    cause: Cause,
    write = (step: LifecycleStep<Kind['machine']>) => this.#plan.write(tx, record.id, step, cause),
  ): Promise<Result<TakenStep<Facts, Notified>, E>> {
    const written: Facts[] = [];
    const step = await startRecord<Kind['machine']>(tx, this.#plan.spec, {
      ...record,
      now: cause.now,
      alongside: async (begun) => void written.push(await write(begun)),
    });
    return this.#carryOut(tx, onlyOne(written), step);
  }

  /** Stores the first step of a record whose number comes with its row. */
  async begin(
    tx: Transaction,
    input: InputFrom<Kind['machine']>,
    now: EpochMs,
    insert: (
      step: LifecycleStep<Kind['machine']>,
    ) => Promise<{ readonly id: number; readonly facts: Facts }>,
  ): Promise<Result<TakenStep<Facts, Notified>, E>> {
    const written: Facts[] = [];
    const step = await beginRecord<Kind['machine']>(tx, this.#plan.spec, {
      input,
      now,
      insert: async (start) => {
        const { id, facts } = await insert(start);
        written.push(facts);
        return id;
      },
    });
    return this.#carryOut(tx, onlyOne(written), step);
  }

  /**
   * Locks the record and sends it the event. Returns null if its state refuses the event or the
   * record does not exist.
   */
  async send(
    tx: Transaction,
    { id, event }: { readonly id: number; readonly event: EventFromLogic<Kind['machine']> },
    cause: Cause,
  ): Promise<Result<TakenStep<Facts, Notified>, E> | null> {
    const seen = await lockLifecycle(tx, this.#plan.spec.kind, id);
    return seen === undefined ? null : this.sendSeen(tx, { seen, event }, cause);
  }

  /**
   * Like {@link send}, for a record that was read without a lock; returns null as well if it has
   * had a step since.
   */
  async sendSeen(
    tx: Transaction,
    record: { readonly seen: LifecycleRow; readonly event: EventFromLogic<Kind['machine']> },
    cause: Cause,
  ): Promise<Result<TakenStep<Facts, Notified>, E> | null> {
    const { spec, write } = this.#plan;
    const written: Facts[] = [];
    const answer = await sendToSeen<Kind['machine']>(tx, spec, {
      ...record,
      now: cause.now,
      alongside: async (step) => void written.push(await write(tx, record.seen.id, step, cause)),
    });
    return answer.kind === 'done' ? this.#carryOut(tx, onlyOne(written), answer.step) : null;
  }

  /** Registers the steps that delays cause. Must be called before the timers are started. */
  watchDelays(lifecycles: Lifecycles, { causeOf, ...reaction }: Delays<Kind, Cause>): void {
    const { spec, write } = this.#plan;
    lifecycles.onTimer<Kind['machine']>(spec, {
      ...reaction,
      onStep: async (tx, id, step, now) => {
        const facts = await write(tx, id, step, causeOf(id, now));
        const taken = await this.#carryOut(tx, facts, step);
        assert(taken.ok, `${spec.kind} ${id}: nothing stands in the way of a delay`);
        return () => taken.value.finish();
      },
    });
  }

  /**
   * Returns the first step of a record, for a caller that stores the steps of several records in one
   * statement. The caller stores the results of its effects with it.
   */
  prepareStart(input: InputFrom<Kind['machine']>): PreparedStep<Kind['machine']> {
    return prepareStart<Kind['machine']>(this.#plan.spec, input);
  }

  /**
   * Like {@link prepareStart}, for the step that the event leads to. Returns null if the state refuses
   * the event, or if an effect needs the transaction of {@link send}. The caller calls
   * {@link finishStored} after the commit.
   */
  prepareNext(
    state: LifecycleState<Kind['machine']>,
    event: EventFromLogic<Kind['machine']>,
  ): PreparedStep<Kind['machine']> | null {
    const next = prepareNext<Kind['machine']>(this.#plan.spec, state, event);
    return next !== null && this.#needsNoTransaction(next.step) ? next : null;
  }

  /** Runs the work after the commit of a step from {@link prepareNext}. @returns the result of the plan's `notify`. */
  finishStored(facts: Facts, step: LifecycleStep<Kind['machine']>): Promise<Notified> {
    assert(
      this.#needsNoTransaction(step),
      `${this.#plan.spec.kind}: the effects of this step belong into its transaction`,
    );
    return this.#finish(facts, this.#handlersOf(step.effects), []);
  }

  #needsNoTransaction({ effects }: LifecycleStep<Kind['machine']>): boolean {
    return this.#handlersOf(effects).every(({ inTransaction }) => inTransaction === undefined);
  }

  async #carryOut(
    tx: Transaction,
    facts: Facts,
    { effects }: LifecycleStep<Kind['machine']>,
  ): Promise<Result<TakenStep<Facts, Notified>, E>> {
    const handlers = this.#handlersOf(effects);
    const left: AfterCommit[] = [];
    for (const handler of handlers) {
      const done = await handler.inTransaction?.(tx, facts);
      if (done?.ok === false) return done;
      if (done !== undefined && done.value !== null) left.push(done.value);
    }
    return ok({ facts, effects, finish: () => this.#finish(facts, handlers, left) });
  }

  async #finish(
    facts: Facts,
    handlers: readonly EffectHandler<Facts, E>[],
    left: readonly AfterCommit[],
  ): Promise<Notified> {
    for (const act of left) await act();
    for (const handler of handlers) await handler.afterCommit?.(facts);
    return (await this.#plan.notify?.(facts)) as Notified;
  }

  #handlersOf(effects: LifecycleStep<Kind['machine']>['effects']): EffectHandler<Facts, E>[] {
    const table: Readonly<Record<string, EffectHandler<Facts, E>>> = this.#plan.effects;
    return effects.map(({ type }) => ensure(table[type], `handler of the effect ${type}`));
  }
}

const onlyOne = <Facts>(written: readonly Facts[]): Facts => {
  assert(written.length === 1, 'the row of a record is written once a step');
  return written[0] as Facts;
};
