/** The machine itself as a system under test: a running actor whose delays end, and whose actors answer, on demand. */
import { setImmediate } from 'node:timers/promises';
import {
  createActor,
  fromCallback,
  fromPromise,
  type AnyActor,
  type AnyActorLogic,
  type AnyEventObject,
  type AnyMachineSnapshot,
} from 'xstate';
import { effectText } from './effects.ts';
import { declaredStates, triggerOf } from '../machines/domain/explain/machine-shape.ts';
import type { MachineModel } from './models/model.ts';
import type { System } from './run-path.ts';
import type { Move } from './walk.ts';

/** State, context and executed effects after the last step. */
interface Observation {
  /** `active`, `done`, or `error` when an event broke the machine. */
  readonly status: string;
  readonly state: unknown;
  readonly context: unknown;
  readonly effects: readonly string[];
}

/** Returns the observation that a live actor must show after `move`. */
export function expectedOfActor({ snapshot, effects }: Move): Observation {
  const { status, value, context } = snapshot;
  return { status, state: value, context, effects };
}

interface Answer {
  resolve(output: unknown): void;
  reject(error: unknown): void;
}

/**
 * @param machine the model's own by default; a different one shows whether paths notice the
 *   difference.
 */
export function liveActor(model: MachineModel, machine = model.machine): System & Disposable {
  const clock = new DelaysOnDemand();
  const running = new Map<string, Answer>();
  let effects: string[] = [];
  const actor: AnyActor = createActor(machine.provide({ actors: actorsOnDemand(model, running) }), {
    input: model.input,
    clock,
    inspect: (event) => {
      if (event.type !== '@xstate.action' || event.actorRef !== actor) return;
      effects.push(effectText(event.action));
    },
  });
  // Without a listener, the error of a broken machine would end the process; its status shows the
  // error.
  actor.subscribe({ error: () => {} });
  const snapshot = (): AnyMachineSnapshot => actor.getSnapshot();
  return {
    // A run of another machine does not count as coverage of the model's own.
    target: machine === model.machine ? 'machine' : undefined,
    start: () => void actor.start(),
    async send(event) {
      effects = [];
      const { kind, name } = triggerOf(event.type);
      // A finished machine accepts no events, and xstate would warn.
      if (kind !== 'event') answer(running, name, event);
      else if (snapshot().status === 'active') actor.send(event);
      // Answers travel through promises; all of them are settled when the next task starts.
      await setImmediate();
    },
    advance(delay) {
      effects = [];
      clock.runOut(delayMs(snapshot(), delay));
    },
    observe(): Observation {
      const { status, value, context } = snapshot();
      return { status, state: value, context, effects };
    },
    [Symbol.dispose]: () => void actor.stop(),
  };
}

/**
 * A clock that ends one delay alone, because the longer of two parallel delays may have started
 * long before.
 */
class DelaysOnDemand {
  readonly #running = new Map<number, { readonly end: () => void; readonly ms: number }>();
  #lastId = 0;

  setTimeout(end: () => void, ms: number): number {
    this.#lastId += 1;
    this.#running.set(this.#lastId, { end, ms });
    return this.#lastId;
  }

  clearTimeout(id: number): void {
    this.#running.delete(id);
  }

  runOut(lengthMs: number): void {
    for (const [id, { end, ms }] of this.#running) {
      if (ms !== lengthMs) continue;
      this.#running.delete(id);
      end();
      return;
    }
  }
}

/** Actors with an answer in the alphabet wait for it; the others run without effects. */
function actorsOnDemand(
  model: MachineModel,
  running: Map<string, Answer>,
): Record<string, AnyActorLogic> {
  const answered = new Set(model.cases.map(({ event }) => triggerOf(event.type).name));
  const promise = fromPromise(
    ({ self }) =>
      new Promise((resolve, reject) => {
        running.set(self.id, { resolve, reject });
      }),
  );
  const idle = fromCallback(() => {});
  const invokes = declaredStates(model.machine).flatMap((state) => state.invokes);
  return Object.fromEntries(
    invokes.map(({ id, source }) => [source, answered.has(id) ? promise : idle]),
  );
}

function answer(running: Map<string, Answer>, id: string, event: AnyEventObject): void {
  const pending = running.get(id);
  if (!pending) throw new Error(`the actor "${id}" does not run`);
  running.delete(id);
  if (triggerOf(event.type).kind === 'actorDone') pending.resolve(event.output);
  else pending.reject(event.error);
}

function delayMs(snapshot: AnyMachineSnapshot, name: string): number {
  const delay = snapshot.machine.implementations.delays[name];
  if (typeof delay === 'number') return delay;
  if (typeof delay === 'function') {
    const args = { context: snapshot.context, event: { type: 'time' } };
    return Number(Reflect.apply(delay, undefined, [args]));
  }
  throw new Error(`the delay "${name}" is not declared`);
}
