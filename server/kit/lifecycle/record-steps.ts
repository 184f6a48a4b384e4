/**
 * The one shape of what the server does with a step of a record: the row of the record is written beside the
 * step, the effects that the machine names are carried out in the same transaction, each by its handler, and
 * after the commit what they have left is done and open pages are notified.
 */
import type { EventFromLogic, InputFrom } from 'xstate';
import { assert, ensure } from '../../../contract/assert.ts';
import type { ErrorName } from '../../../contract/errors/catalogue.ts';
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
  LifecycleStep,
  TimerReaction,
} from './lifecycles.types.ts';
import { beginRecord, sendToSeen, startRecord } from './record-storage.ts';

/** What the server does for one effect; nothing where the row of the record says it already. */
export interface EffectHandler<Facts, E extends ErrorName = never> {
  /**
   * In the transaction of the step, in the order of the machine. What it refuses is for the caller to take
   * back; what it answers is done first after the commit.
   */
  inTransaction?(tx: Transaction, facts: Facts): Promise<Result<AfterCommit | null, E>>;
  /** After the commit. */
  afterCommit?(facts: Facts): unknown;
}
/** One entry for each effect of the kind's machine: one that is missing does not compile. */
export type EffectTable<Kind, Handler> = Readonly<Record<EffectOf<Kind>, Handler>>;

/** How the server runs a kind of record. */
export interface RecordPlan<
  Kind extends RecordKind,
  Facts,
  Cause extends { readonly now: EpochMs },
  E extends ErrorName = never,
  Told = unknown,
> {
  readonly spec: LifecycleSpec<Kind['machine']>;
  /** Brings the row of the record in step with the snapshot. @returns what the handlers are given. */
  write(
    tx: Transaction,
    id: number,
    step: LifecycleStep<Kind['machine']>,
    cause: Cause,
  ): Promise<Facts>;
  readonly effects: EffectTable<Kind, EffectHandler<Facts, E>>;
  /** Notifies open pages, last of all that is done after the commit. */
  tell?(facts: Facts): Promise<Told> | Told;
}

/** A step whose effects are carried out. */
export interface TakenStep<Facts, Told = unknown> {
  readonly facts: Facts;
  readonly effects: readonly LifecycleEffect[];
  /** To be called after the commit. @returns what the plan has told. */
  finish(): Promise<Told>;
}

/** Delays of the kind, see {@link TimerReaction}. */
export interface Delays<Kind extends RecordKind, Cause> extends Omit<
  TimerReaction<Kind['machine']>,
  'onStep'
> {
  /** Of a step that a delay causes. */
  causeOf(id: number, now: EpochMs): Cause;
}

export class RecordSteps<
  Kind extends RecordKind,
  Facts,
  Cause extends { readonly now: EpochMs },
  E extends ErrorName = never,
  Told = unknown,
> {
  readonly #plan: RecordPlan<Kind, Facts, Cause, E, Told>;

  constructor(plan: RecordPlan<Kind, Facts, Cause, E, Told>) {
    this.#plan = plan;
  }

  /** The first step of a record. @param write writes its row down; left out, the plan brings a known row in step. */
  async start(
    tx: Transaction,
    record: { readonly id: number; readonly input: InputFrom<Kind['machine']> },
    cause: Cause,
    write = (step: LifecycleStep<Kind['machine']>) => this.#plan.write(tx, record.id, step, cause),
  ): Promise<Result<TakenStep<Facts, Told>, E>> {
    const written: Facts[] = [];
    const step = await startRecord<Kind['machine']>(tx, this.#plan.spec, {
      ...record,
      now: cause.now,
      alongside: async (begun) => void written.push(await write(begun)),
    });
    return this.#carryOut(tx, onlyOne(written), step);
  }

  /** The first step of a record whose number comes with its row. */
  async begin(
    tx: Transaction,
    input: InputFrom<Kind['machine']>,
    now: EpochMs,
    insert: (
      step: LifecycleStep<Kind['machine']>,
    ) => Promise<{ readonly id: number; readonly facts: Facts }>,
  ): Promise<Result<TakenStep<Facts, Told>, E>> {
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

  /** Locks the record and gives it the event. Null where its state refuses the event, or nobody knows it. */
  async send(
    tx: Transaction,
    { id, event }: { readonly id: number; readonly event: EventFromLogic<Kind['machine']> },
    cause: Cause,
  ): Promise<Result<TakenStep<Facts, Told>, E> | null> {
    const seen = await lockLifecycle(tx, this.#plan.spec.kind, id);
    return seen === undefined ? null : this.sendSeen(tx, { seen, event }, cause);
  }

  /** As {@link send}, with the record as it was read; null, too, where it has had a step since. */
  async sendSeen(
    tx: Transaction,
    record: { readonly seen: LifecycleRow; readonly event: EventFromLogic<Kind['machine']> },
    cause: Cause,
  ): Promise<Result<TakenStep<Facts, Told>, E> | null> {
    const { spec, write } = this.#plan;
    const written: Facts[] = [];
    const answer = await sendToSeen<Kind['machine']>(tx, spec, {
      ...record,
      now: cause.now,
      alongside: async (step) => void written.push(await write(tx, record.seen.id, step, cause)),
    });
    return answer.kind === 'done' ? this.#carryOut(tx, onlyOne(written), answer.step) : null;
  }

  /** Has steps that delays cause carried out in the same way. Before the timers are started. */
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

  /** After the commit of a step that the caller has stored itself, none of whose effects belong into its transaction. */
  async finishStored(facts: Facts, { effects }: LifecycleStep<Kind['machine']>): Promise<void> {
    const handlers = this.#handlersOf(effects);
    assert(
      handlers.every(({ inTransaction }) => inTransaction === undefined),
      `${this.#plan.spec.kind}: the effects of this step belong into its transaction`,
    );
    await this.#finish(facts, handlers, []);
  }

  async #carryOut(
    tx: Transaction,
    facts: Facts,
    { effects }: LifecycleStep<Kind['machine']>,
  ): Promise<Result<TakenStep<Facts, Told>, E>> {
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
  ): Promise<Told> {
    for (const act of left) await act();
    for (const handler of handlers) await handler.afterCommit?.(facts);
    return (await this.#plan.tell?.(facts)) as Told;
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
