/** Token offerings and subscriptions over HTTP: each state, and payments under way at an end or a cancellation. */
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ieoOfferingMachine } from '../../../machines/domain/ieo/ieo-offering.machine.ts';
import { ieoOfferingModel } from '../../../qa/models/ieo-offering.model.ts';
import { ieoSubscriptionModel } from '../../../qa/models/ieo-subscription.model.ts';
import { generatePaths, generateRefusals, pathThrough, type Path } from '../../../qa/paths.ts';
import { runPath, runRefusals } from '../../../qa/run-path.ts';
import { eventually } from '../../support/eventually.ts';
import { HttpIeoOffering } from '../../support/ieo/http-ieo-offering.ts';
import {
  HttpIeoSubscription,
  subscriptionObstacle,
} from '../../support/ieo/http-ieo-subscription.ts';
import { subscribeOffering } from '../../support/ieo/ieo-users.ts';
import { OFFERED_TOKEN, OperatedOfferings } from '../../support/ieo/operated-offerings.ts';
import { queryServer, withServerDatabase } from '../../support/databases/server-database.ts';
import { expectNoticed } from '../../support/pages/settled-view.ts';
import { borrowServer, giveBack } from '../../support/servers/shared-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';
import { dataOf, errorOf } from '../../support/users/accounts.ts';
import { balanceOf, FINANCIAL, SPOT } from '../../support/users/balances.ts';
import { newUser, type TestUser } from '../../support/users/test-user.ts';

let server: TestServer;
let offerings: OperatedOfferings;
beforeAll(async () => {
  server = await borrowServer({}, { movesClock: true });
  offerings = await OperatedOfferings.on(server);
});
afterAll(() => giveBack(server));

/** Runs `work` on the offering of a path, and ends the offering. */
const withOffering = (path: Path, work: (offering: HttpIeoOffering) => Promise<void>) =>
  withServerDatabase(server, async (client) => {
    const offering = new HttpIeoOffering(server, path, { offerings, client });
    await work(offering);
    await offering.end();
  });

const refusedIn = generateRefusals(ieoOfferingModel);
const walkOf = ({ steps }: Path): string => steps.map(({ label }) => label).join();

test('an offering refuses in each state what only another state allows', async () => {
  for (const refusals of refusedIn)
    await withOffering(refusals.path, (offering) =>
      runRefusals(refusals, offering, offering.expected),
    );
});

test('an offering takes each other way through its states, too', async () => {
  const walked = new Set(refusedIn.map(({ path }) => walkOf(path)));
  const others = generatePaths(ieoOfferingModel, 'edge').filter(
    (path) => !walked.has(walkOf(path)),
  );
  expect(others.length).toBeGreaterThan(0);
  for (const path of others)
    await withOffering(path, (offering) => runPath(path, offering, offering.expected));
});

test('a model in which users publish offerings is noticed', async () => {
  const open = ieoOfferingMachine.provide({ guards: { isByItsRole: () => true } });
  const label = 'a user publishes it';
  const path = pathThrough({ ...ieoOfferingModel, machine: open }, 'everyone', [label]);
  await withOffering(path, (offering) => expectNoticed(path, offering, new RegExp(label)));
});

test('a subscription passes through each state over HTTP', async () => {
  const paths = generatePaths(ieoSubscriptionModel, 'edge');
  const open = paths.filter((path) => subscriptionObstacle(path) === null);
  expect(paths.length - open.length).toBe(1);
  for (const path of open) {
    const subscription = new HttpIeoSubscription(server, offerings);
    await runPath(path, subscription, subscription.expected);
  }
});

/** Takes two of its ten steps, and asks for five, of which the payment has no answer until `work` ends. */
async function whileRaising(
  work: (id: string, user: TestUser, client: pg.Client) => Promise<unknown>,
): Promise<TestUser> {
  const id = await offerings.open();
  const user = await newUser(server, { coins: { USDT: '350' } });
  const ask = (quantity: string) => subscribeOffering(server, user, { quantity, offering: { id } });
  const own = dataOf(await ask('200'));
  await withServerDatabase(server, async (client) => {
    await client.query(
      `begin; select from lifecycles where kind = 'ieo-subscription' and id = ${own.id} for update`,
    );
    const raised = ask('500');
    await eventually(async () =>
      expect(await balanceOf(server, user, 'USDT', FINANCIAL)).toEqual({
        available: '0',
        frozen: '250',
      }),
    );
    await work(id, user, client);
    await client.query('rollback');
    await raised;
  });
  return user;
}

test('a raise that is under way at the end is part of the allocation', async () => {
  let offering = '';
  const user = await whileRaising(async (id) => {
    offering = id;
    await offerings.passPhase();
    await offerings.reach(id, 'allocating');
    // The list is not published without it.
    const published = await server.call('getOfferingAllocation', { offering_id: id });
    expect(errorOf(published)).toBe('allocation_not_published');
  });
  await offerings.reach(offering, 'ended');
  // Four of five steps: the cap.
  await eventually(async () => {
    expect(await balanceOf(server, user, OFFERED_TOKEN, SPOT)).toMatchObject({ available: '400' });
    expect(await balanceOf(server, user, 'USDT', SPOT)).toMatchObject({ available: '150' });
  });
  expect(await balanceOf(server, user, 'USDT', FINANCIAL)).toMatchObject({ frozen: '0' });
  expect(await offerings.cancel(offering)).toBe('already_decided');
});

test('a raise that is under way at the cancellation is refunded, too', async () => {
  const user = await whileRaising(async (id) => {
    expect(await offerings.cancel(id)).toBeUndefined();
    const late = await newUser(server, { coins: { USDT: '50' } });
    const wanted = { quantity: '100', offering: { id } };
    expect(errorOf(await subscribeOffering(server, late, wanted))).toBe('offering_not_open');
  });
  await eventually(async () =>
    expect(await balanceOf(server, user, 'USDT', SPOT)).toEqual({ available: '350', frozen: '0' }),
  );
  expect(await balanceOf(server, user, 'USDT', FINANCIAL)).toEqual({ available: '0', frozen: '0' });
  const open = await queryServer(server, "select 1 from ieo_payments where phase = 'requested'");
  expect(open).toEqual([]);
});
