/**
 * Every rejected event of a fiat order around its deadline, in every situation with a timer: record and ledger stay
 * unchanged. `fiat-order-paths` tries the rejected events of all situations.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import { ensure } from '../../../contract/assert.ts';
import { answeredLetters, refusedLetters } from '../../../qa/alphabet.ts';
import { FIAT_ORDER_INPUT, fiatOrderModel } from '../../../qa/models/fiat-order.model.ts';
import { generateRefusals, pathThrough, type Path } from '../../../qa/paths.ts';
import { runPath } from '../../../qa/run-path.ts';
import { triggerOf } from '../../../machines/domain/explain/machine-shape.ts';
import type { HttpFiatOrder } from '../../support/fiat-paths/http-fiat-order.ts';
import { OrderCasts } from '../../support/fiat-paths/order-casts.ts';
import { allowedIn } from '../../support/fiat-paths/stale-revisions.ts';
import { borrowServer, giveBack } from '../../support/servers/shared-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';
import { eventually } from '../../support/eventually.ts';

let server: TestServer;
let casts: OrderCasts;
beforeAll(async () => {
  server = await borrowServer({}, { movesClock: true });
  // `fiat-order-paths` verifies the ledger after each step; here each order is verified once, after all tries.
  casts = await OrderCasts.open(server, false);
});
afterAll(async () => {
  const { faults } = await server.verifyLedger();
  const uncovered = await casts.books.uncovered();
  await casts.close();
  await giveBack(server);
  expect([...faults, ...uncovered]).toEqual([]);
});

const situations = generateRefusals(fiatOrderModel);
const endOf = ({ start, steps }: Path) => steps.at(-1) ?? start;

describe('its timer', () => {
  const clocked = situations.flatMap(({ path }) => {
    const { snapshot } = endOf(path);
    const delay = answeredLetters(fiatOrderModel, snapshot).find(
      ({ type }) => triggerOf(type).kind === 'after',
    );
    return delay === undefined ? [] : [{ path, delay, snapshot }];
  });

  test.each(clocked.map((one) => [situationOf(one.path), one] as const))(
    '%s: in its last millisecond no caller may do more than before, in the next none may use it, nor after it',
    (_situation, { path, delay, snapshot }) => {
      const labels = path.steps.map(({ label }) => label);
      const passed = pathThrough(fiatOrderModel, `${path.id}-passed`, [...labels, delay.label]);
      const tryAll = async (order: HttpFiatOrder, at: AnyMachineSnapshot) => {
        for (const { eventAt } of refusedLetters(fiatOrderModel, at))
          await order.tryRefused(eventAt(at));
      };
      return casts.withOrder(passed, async (order) => {
        const steps = passed.steps.slice(0, -1);
        await runPath({ ...passed, steps }, order, order.expected);
        const before = await order.observe();
        const tryLate = async () => {
          for (const event of allowedIn(snapshot))
            await order.tryStale(event, before.order.revision);
          expect(await order.observe()).toEqual(order.expected(endOf(passed)));
        };
        const endsAt = await order.delayEndsAt(snapshot);
        await casts.world.whileHeld(endsAt - 1, async () => {
          await tryAll(order, snapshot);
          const minutesLeft: unknown = expect.any(Number);
          expect(await order.observe()).toEqual({
            ...before,
            order: { ...before.order, minutesLeft },
          });

          await casts.world.advance(1);
          await tryLate();
          await tryAll(order, endOf(passed).snapshot);
          await casts.world.advance(1);
          await tryLate();
        });
      });
    },
  );
});

test('a step after its deadline is refused, even while the timer is held up', () => {
  const passed = pathThrough(fiatOrderModel, 'late', ['the delay paymentWindow runs out']);
  return casts.withOrder(passed, async (order) => {
    await runPath({ ...passed, steps: [] }, order, order.expected);
    const [declare] = allowedIn(passed.start.snapshot).filter(
      ({ type }) => type === 'payment.declare',
    );
    let isAnswered = false;
    let late = Promise.resolve();
    await casts.books.whileHeld(order.id, async () => {
      await casts.world.advance(FIAT_ORDER_INPUT.paymentWindowMs);
      late = order.tryStale(ensure(declare, 'a step'), 1).finally(() => (isAnswered = true));
      late.catch(() => {});
      // An accepted step would wait for the lock.
      await eventually(async () => {
        expect(isAnswered || (await casts.books.isAwaited())).toBe(true);
      });
    });
    await late;
    await casts.world.advance(0);
    expect(await order.observe()).toEqual(order.expected(endOf(passed)));
  });
});

/** The steps that led to the situation. */
function situationOf({ steps }: Path): string {
  return steps.map(({ label }) => label).join(', ') || 'placed';
}
