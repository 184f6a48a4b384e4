/** Runs the load of a bench in its own process. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { FormLoad, LoadReport } from './form-load.ts';
import { runFormLoad } from './form-load.ts';

/** The fields of every load order; a bench adds the parameters of its requests. */
export interface LoadOrder {
  readonly port: number;
  readonly connections: number;
  /** See `FormLoad`. */
  readonly ratePerS?: number;
  readonly seconds: number;
  readonly seed: number;
  readonly tokens: readonly string[];
}

/** A load in its own process. */
interface ForkedLoad<Order> {
  /** Resolves with the report; only one order runs at a time. */
  run(order: Order): Promise<LoadReport>;
  stop(): void;
}

/** Starts `client`, a file that calls {@link answerLoad}. */
export function startLoad<Order extends LoadOrder>(client: string): ForkedLoad<Order> {
  const child = fork(client);
  return {
    async run(order) {
      child.send(order);
      const [report] = (await once(child, 'message')) as [LoadReport];
      return report;
    },
    stop: () => child.disconnect(),
  };
}

/** Like {@link forkLoad}, for a single order. */
export async function forkLoad<Order extends LoadOrder>(
  client: string,
  order: Order,
): Promise<LoadReport> {
  const load = startLoad<Order>(client);
  const report = await load.run(order);
  load.stop();
  return report;
}

/**
 * @param requestsOf returns the requests of an order (see `FormLoad`) until its time is over or no request is
 * left.
 * @param unfinished see `FormLoad`.
 */
export function answerLoad<Order extends LoadOrder>(
  requestsOf: (order: Order) => FormLoad['next'],
  unfinished?: FormLoad['unfinished'],
): void {
  process.on('message', (order: Order) => {
    const request = requestsOf(order);
    const until = performance.now() + order.seconds * 1_000;
    // The first requests are sent in any case: a busy machine may open connections in more time than a smoke run has.
    const next: FormLoad['next'] = (connection, answer) =>
      answer === undefined || performance.now() < until ? request(connection, answer) : undefined;
    void runFormLoad({
      port: order.port,
      connections: order.connections,
      ratePerS: order.ratePerS,
      next,
      unfinished,
    }).then((report) => process.send?.(report));
  });
}
