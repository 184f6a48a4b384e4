/**
 * Every state and transition of a fast contract over HTTP: the test moves clock and prices, and reads record, lists, socket
 * and money. `micro-order-paths` tries on the writer which points no order may take; here one ended order gets them.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { microOrderMachine } from '../../../machines/domain/micro/micro-order.machine.ts';
import { microOrderModel } from '../../../qa/models/micro-order.model.ts';
import { generatePaths, pathThrough, refusalsAfter } from '../../../qa/paths.ts';
import { runPath, tryRefusals } from '../../../qa/run-path.ts';
import { HttpMicroOrder, type SteppedExchange } from '../../support/micro/http-micro-order.ts';
import { addShortProduct } from '../../support/micro/micro-users.ts';
import { SteppedIndex } from '../../support/micro/stepped-index.ts';
import { expectNoticed } from '../../support/pages/settled-view.ts';
import { startPreparedServer } from '../../support/servers/prepared-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';

/** The terms of the model. */
const TERMS = { lossPpm: '900000', stakeMin: '100000000000000000' };
const SECONDS = 4;

let server: TestServer;
let exchange: SteppedExchange;
beforeAll(async () => {
  const env = { MARKET_MAKER: 'off', INDEX_LOG: 'on', TRUST_PROXY: 'loopback' };
  const started = await startPreparedServer(env, (database) =>
    addShortProduct(database, SECONDS, TERMS),
  );
  server = started.server;
  const product = started.prepared;
  exchange = { server, product, index: await SteppedIndex.hold(server) };
});
afterAll(async () => {
  const { faults } = await server.verifyLedger();
  await server.stop();
  expect(faults).toEqual([]);
});

async function withOrder(work: (order: HttpMicroOrder) => Promise<void>): Promise<void> {
  const order = new HttpMicroOrder(exchange);
  await work(order);
  order.end();
}

const paths = generatePaths(microOrderModel, 'edge');

test.each(paths.map(({ id, steps }) => [id, steps.map(({ label }) => label).join(', then ')]))(
  '%s over HTTP: %s',
  (id) => {
    const path = ensure(
      paths.find((one) => one.id === id),
      id,
    );
    return withOrder((order) => runPath(path, order, order.expected));
  },
);

test('no later point changes an order over HTTP after it was won', () => {
  const labels = ['the first later point comes', 'the sum of the window is one tick higher'];
  const path = pathThrough(microOrderModel, 'won', labels);
  return withOrder(async (order) => {
    await runPath(path, order, order.expected);
    await tryRefusals(refusalsAfter(microOrderModel, path), order, order.expected);
  });
});

test('a model in which a draw takes the stake is noticed', () => {
  const greedy = microOrderMachine.provide({
    guards: { isDrawn: () => false, isLost: ({ event }) => event.type === 'window.closed' },
  });
  const labels = ['the first later point comes', 'the sum of the window is equal'];
  const path = pathThrough({ ...microOrderModel, machine: greedy }, 'everyone', labels);
  return withOrder((order) => expectNoticed(path, order, /the sum of the window is equal/));
});
