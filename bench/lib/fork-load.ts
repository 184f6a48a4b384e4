/** The load of a bench in a process of its own. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { FormLoad, LoadReport } from './form-load.ts';
import { runFormLoad } from './form-load.ts';

/** What every load is told; a bench adds what its requests are made of. */
export interface LoadOrder {
  readonly port: number;
  readonly connections: number;
  readonly seconds: number;
  readonly seed: number;
  readonly tokens: readonly string[];
}

/** A load in a process of its own. */
export interface ForkedLoad<Order> {
  /** Ends with its report; one at a time. */
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

/** The same for a single order. */
export async function forkLoad<Order extends LoadOrder>(
  client: string,
  order: Order,
): Promise<LoadReport> {
  const load = startLoad<Order>(client);
  const report = await load.run(order);
  load.stop();
  return report;
}

/** @param requestsOf gives the requests of an order, see `FormLoad`, for as long as it runs or until there is none. */
export function answerLoad<Order extends LoadOrder>(
  requestsOf: (order: Order) => FormLoad['next'],
): void {
  process.on('message', (order: Order) => {
    const request = requestsOf(order);
    const until = performance.now() + order.seconds * 1_000;
    const next: FormLoad['next'] = (connection, answer) =>
      performance.now() < until ? request(connection, answer) : undefined;
    void runFormLoad({ port: order.port, connections: order.connections, next }).then((report) =>
      process.send?.(report),
    );
  });
}
