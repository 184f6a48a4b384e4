/** A fast contract of the dealing writer as a system of the path runner: the test writes the points that decide it. */
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate';
import type { microOrderKind } from '../../../machines/domain/micro/micro-order.kind.ts';
import type { MicroOrderSnapshot } from '../../../machines/domain/micro/micro-order.machine.ts';
import type { System } from '../../../qa/run-path.ts';
import type { Move } from '../../../qa/walk.ts';
import { storedRecipes, type EffectRecipes } from '../effect-recipes.ts';
import { bringAbout, tryOn, type DecidedOrder } from './decided-order.ts';
import type { MicroBench } from './micro-bench.ts';
import { ANN, PRICE } from './use-micro-bench.ts';

interface OrderView {
  readonly state: string;
  readonly isOpened: boolean;
  readonly isPaid: boolean;
  readonly revision: number;
}

/** Both effects of a placement have one movement. */
export const MICRO_RECIPES: EffectRecipes<typeof microOrderKind> = {
  freezeStake: 'micro.placed',
  reservePayout: 'micro.placed',
  paySettlement: 'micro.settled',
  notifyOwner: null,
};

export class WriterMicroOrder implements System, DecidedOrder {
  readonly price = PRICE;
  readonly #bench: MicroBench;
  #id = 0;

  constructor(bench: MicroBench) {
    this.#bench = bench;
  }

  readonly expected = ({ snapshot }: Move): OrderView => viewOf(snapshot);

  get now(): number {
    return this.#bench.now;
  }

  async start(): Promise<void> {
    this.#id = (await this.#bench.place(ANN)).id;
  }

  send(event: AnyEventObject): Promise<void> {
    return bringAbout(this, event);
  }

  tryRefused(event: AnyEventObject): Promise<boolean> {
    return tryOn(this, event);
  }

  facts() {
    return this.#bench.order(ANN, this.#id);
  }

  pass(points: number, ticks: number | null): Promise<void> {
    return this.#bench.pass(points, ticks);
  }

  advance(delay: string): never {
    throw new Error(`a fast contract has no delay ${delay}`);
  }

  async observe(): Promise<OrderView> {
    const { state, openTicks, payout, revision } = await this.#bench.order(ANN, this.#id);
    return { state, isOpened: openTicks === PRICE, isPaid: payout !== null, revision };
  }

  /** Recipes of the order's movements, the oldest first. */
  async recipes(): Promise<string[]> {
    const statement = storedRecipes(this.#id, MICRO_RECIPES);
    const rows = await this.#bench.lever.rows<{ readonly recipe: string }>(statement);
    return rows.map(({ recipe }) => recipe);
  }
}

function viewOf(snapshot: AnyMachineSnapshot): OrderView {
  const { value, context } = snapshot as MicroOrderSnapshot;
  const { openTicks, payout, revision } = context;
  return { state: value, isOpened: openTicks !== null, isPaid: payout !== null, revision };
}
