/**
 * The generated paths of a fiat order, run by its sides, an operator and the clock of a real server. The first path in
 * a situation also tries every event that is refused there: record and ledger stay unchanged.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fiatOrderMachine } from '../../../machines/domain/fiat/fiat-order.machine.ts';
import { fiatOrderModel } from '../../../qa/models/fiat-order.model.ts';
import type { MachineModel } from '../../../qa/models/model.ts';
import { generatePaths, pathThrough, type Path } from '../../../qa/paths.ts';
import { runPath, tryRefusals } from '../../../qa/run-path.ts';
import { UntriedSituations } from '../../../qa/untried-situations.ts';
import type { HttpFiatOrder } from '../../support/fiat-paths/http-fiat-order.ts';
import { OrderCasts } from '../../support/fiat-paths/order-casts.ts';
import { tryStaleRevisions } from '../../support/fiat-paths/stale-revisions.ts';
import { borrowServer, giveBack } from '../../support/servers/shared-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';

let server: TestServer;
let casts: OrderCasts;
beforeAll(async () => {
  server = await borrowServer({}, { movesClock: true });
  casts = await OrderCasts.open(server);
});
afterAll(async () => {
  // The steps verify recent changes, this verifies everything.
  expect((await server.verifyLedger()).faults).toEqual([]);
  await casts.close();
  await giveBack(server);
});

/** After a second claim the same actions are possible as after none; the machine tests cover them. */
const isRepeated = ({ steps }: Path): boolean =>
  steps.filter(({ event }) => event.type === 'rights.apply').length > 1 &&
  steps.at(-1)?.event.type.startsWith('rights.') === false;
const paths = generatePaths(fiatOrderModel, 'edge').filter((path) => !isRepeated(path));
const untried = new UntriedSituations(fiatOrderModel);

async function tryRefused(order: HttpFiatOrder, part: Path): Promise<void> {
  const refusals = untried.take(part);
  if (refusals === undefined) return;
  await tryRefusals(refusals, order, order.expected);
  await tryStaleRevisions(order, part);
}

test.each(paths.map((path) => [path.id, path] as const))(
  '%s does what the model says: for both sides, in the log, the ad and the ledger',
  (_id, path) =>
    casts.withOrder(path, (order) =>
      runPath(path, order, order.expected, (part) => tryRefused(order, part)),
    ),
);

test('every situation has refused every event that is not allowed and every stale revision', () => {
  expect(untried.left).toEqual([]);
});

describe('a model that differs from the server is noticed', () => {
  const differing = (implementations: Parameters<typeof fiatOrderMachine.provide>[0]) =>
    ({ ...fiatOrderModel, machine: fiatOrderMachine.provide(implementations) }) as MachineModel;

  const PAID = 'the buyer shows the payment';

  test.each([
    ['a reason that is not recorded', { recordEnd: () => {} }, ['the buyer cancels it']],
    [
      'a claim without a claimant',
      { recordApplicant: () => {} },
      [PAID, 'the seller asks for rights protection'],
    ],
    [
      'a forgotten extension',
      { recordPostponement: () => {} },
      [PAID, 'the seller postpones the confirmation'],
    ],
  ])('%s', async (_what, actions, labels) => {
    const path = pathThrough(differing({ actions }), 'differing', labels);
    await expect(
      casts.withOrder(path, (order) => runPath(path, order, order.expected)),
    ).rejects.toThrow(/model:/);
  });
});
