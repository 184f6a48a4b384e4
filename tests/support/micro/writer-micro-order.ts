/** A fast contract of the dealing writer as a system of the path runner: the test writes the points that decide it. */
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate';
import type { MicroOrderEvent } from '../../../machines/domain/micro/micro-order.events.ts';
import type { MicroOrderSnapshot } from '../../../machines/domain/micro/micro-order.machine.ts';
import type { System } from '../../../qa/run-path.ts';
import type { Move } from '../../../qa/walk.ts';
import type { MicroBench } from './micro-bench.ts';
import { ANN, PRICE } from './use-micro-bench.ts';

interface OrderView {
  readonly state: string;
  readonly isOpened: boolean;
  readonly isPaid: boolean;
  readonly revision: number;
}

/** Points between the opening and the window, and of the window. */
const [BEFORE, WINDOW] = [4, 12];
/** Points within the patience of an order, and those of them until a price holds again. */
const [PATIENCE, HOLDING] = [8, 3];

export class WriterMicroOrder implements System {
  readonly #bench: MicroBench;
  #id = 0;

  constructor(bench: MicroBench) {
    this.#bench = bench;
  }

  readonly expected = ({ snapshot }: Move): OrderView => viewOf(snapshot);

  async start(): Promise<void> {
    this.#id = (await this.#bench.place(ANN)).id;
  }

  async send(sent: AnyEventObject): Promise<void> {
    const bench = this.#bench;
    const event = sent as MicroOrderEvent;
    const { acceptedAtMs } = await bench.order(ANN, this.#id);
    switch (event.type) {
      case 'tick.taken': {
        const isLast = event.atMs % 1_000 === 0;
        if (isLast) await bench.write(PATIENCE - HOLDING, null);
        await bench.pass(isLast ? HOLDING : 1, PRICE);
        if (isLast !== (bench.now - acceptedAtMs === 2_000)) throw new Error('another point');
        return;
      }
      case 'patience.ended':
        return bench.pass(PATIENCE + 1, null);
      case 'window.closed': {
        const isEmpty = event.count === 0;
        const opening = event.count === 0 ? 0 : Math.round(event.sum / event.count);
        await bench.write(BEFORE + WINDOW - 1, isEmpty ? null : PRICE);
        return bench.pass(1, isEmpty ? null : PRICE + event.sum - event.count * opening);
      }
    }
  }

  /** Writes the points of the event to the log, where the order must not take it. @returns false when the log has no such points. */
  async tryRefused(sent: AnyEventObject): Promise<boolean> {
    const { type } = sent as MicroOrderEvent;
    const { state } = await this.#bench.order(ANN, this.#id);
    // An order that waits has no window, and a window that is open is the end of its order.
    if (state === 'opening') return false;
    if (type === 'tick.taken') await this.#bench.pass(1, PRICE);
    else if (state === 'open') await this.#bench.pass(1, null);
    else if (type === 'patience.ended') await this.#bench.pass(PATIENCE + 1, null);
    else await this.#bench.pass(BEFORE + WINDOW, PRICE - 1);
    return true;
  }

  advance(delay: string): never {
    throw new Error(`a fast contract has no delay ${delay}`);
  }

  async observe(): Promise<OrderView> {
    const { state, openTicks, payout, revision } = await this.#bench.order(ANN, this.#id);
    return { state, isOpened: openTicks === PRICE, isPaid: payout !== null, revision };
  }
}

function viewOf(snapshot: AnyMachineSnapshot): OrderView {
  const { value, context } = snapshot as MicroOrderSnapshot;
  const { openTicks, payout, revision } = context;
  return { state: value, isOpened: openTicks !== null, isPaid: payout !== null, revision };
}
