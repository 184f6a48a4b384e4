/** Many calls of one user at once, over HTTP: a key opens one position, and a balance opens as many as it pays for. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newKey } from '../../support/idempotency-key.ts';
import { ContractMarket, ContractUser, orderOf } from '../../support/lever/contract-users.ts';
import { borrowServer, giveBack } from '../../support/servers/shared-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';
import { dataOf, errorOf } from '../../support/users/accounts.ts';

let server: TestServer;
let market: ContractMarket;
beforeAll(async () => {
  server = await borrowServer();
  market = await ContractMarket.open(server, 'BTC');
  await market.price('97250');
});
afterAll(async () => {
  await market.release();
  await giveBack(server);
});

test('100 placements at once under one key open one position', async () => {
  const ann = await ContractUser.open(server, '1000');
  const key = newKey();
  const placed = await Promise.all(
    Array.from({ length: 100 }, () => ann.call('placeLeverOrder', orderOf(market.id), key)),
  );

  expect(new Set(placed.map((each) => dataOf(each).id)).size).toBe(1);
  expect(await ann.ask('listLeverOrders', {})).toHaveLength(1);
  expect(await ann.ask('getLeverAccount', {})).toMatchObject({ frozen: '97.26945' });
  await ann.ask('closeAllLeverPositions', { direction: 'all' });
});

test('1,000 openings at once on a balance for ten open ten', async () => {
  // A lot costs 9.7756 with its fee, and loses 0.0195 by the spread.
  const bob = await ContractUser.open(server, '98');
  const answers = await Promise.all(
    Array.from({ length: 1_000 }, () =>
      bob.call('placeLeverOrder', orderOf(market.id, { lots: '1' })),
    ),
  );

  expect(answers.filter(({ code }) => code === 1)).toHaveLength(10);
  // How many are under way together depends on the machine.
  const refused = answers.filter(({ code }) => code !== 1).map(errorOf);
  expect(refused).toContain('insufficient_margin');
  for (const error of refused)
    expect(['insufficient_margin', 'service_unavailable']).toContain(error);
  expect(await bob.ask('getLeverAccount', {})).toMatchObject({ margin: '97.26945', debt: '0' });
  await bob.ask('closeAllLeverPositions', { direction: 'all' });
  expect(await server.verifyLedger()).toMatchObject({ faults: [] });
});
