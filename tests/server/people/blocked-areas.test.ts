/** Areas whose users may place no new orders of contracts and fast contracts (BLOCKED_AREAS). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { eventually } from '../../support/eventually.ts';
import { ContractMarket, ContractUser, orderOf } from '../../support/lever/contract-users.ts';
import { setIndex } from '../../support/micro/micro-users.ts';
import { queryServer } from '../../support/databases/server-database.ts';
import { startTestServer, type TestServer } from '../../support/servers/test-server.ts';
import { dataOf } from '../../support/users/accounts.ts';

const PRICE = '97250';
/** Changed before a restart. */
const env: Record<string, string> = {
  MARKET_MAKER: 'off',
  INDEX_LOG: 'on',
  MICRO_TRADING: 'on',
};
let server: TestServer;
let market: ContractMarket;
beforeAll(async () => {
  server = await startTestServer({ env });
  market = await ContractMarket.open(server, 'BTC');
  await market.price(PRICE);
});
afterAll(async () => {
  const { faults } = await server.verifyLedger();
  await server.stop();
  expect(faults).toEqual([]);
});

/** @param mobile null for an account with an email address only. */
async function newTrader(mobile: string | null): Promise<ContractUser> {
  const user = await ContractUser.open(server, '1000');
  await queryServer(server, 'update users set mobile = $1 where id = $2', [
    mobile,
    await user.id(),
  ]);
  return user;
}

async function block(...names: string[]): Promise<void> {
  const areas = dataOf(await server.call('listAreas', {}));
  const idOf = (name: string) => ensure(areas.find((area) => area.name === name)?.id, name);
  env['BLOCKED_AREAS'] = names.map(idOf).join(',');
  await server.restart();
  await market.price(PRICE);
  await setIndex(server, PRICE);
}

/** Asks again while the index is late for a moment, as on a slow machine. */
const refusalOfFast = (user: ContractUser, productId: string) =>
  eventually(async () => {
    const fast = { micro_product_id: productId, direction: 'up', stake: '10' } as const;
    const refusal = await user.refusal('placeMicroOrder', fast);
    expect(refusal).not.toBe('price_stale');
    return refusal;
  });

/** The refusals of a contract, of a fast contract that no account pays, and what the notices of both say. */
async function standingOf(user: ContractUser) {
  const product = ensure(dataOf(await server.call('listMicroProducts', {}))[0], 'product');
  return {
    contract: await user.refusal('placeLeverOrder', orderOf(market.id)),
    fast: await refusalOfFast(user, String(product.id)),
    offered: [
      (await user.ask('getRiskStanding', { product: 'lever' })).is_offered,
      (await user.ask('getRiskStanding', { product: 'micro' })).is_offered,
    ],
  };
}

test('users with a mobile number of a blocked area place nothing, and close what they hold', async () => {
  const german = await newTrader('+4915112345678');
  const canadian = await newTrader('+15062345678');
  const traders = [await newTrader('+33612345678'), await newTrader(null)];
  const { id } = await german.place(market);
  await block('Germany', 'Canada');
  const blocked = {
    contract: 'product_unavailable',
    fast: 'product_unavailable',
    offered: [false, false],
  };
  expect(await standingOf(german)).toEqual(blocked);
  expect(await standingOf(canadian)).toEqual(blocked);
  for (const trader of traders)
    expect(await standingOf(trader)).toEqual({
      contract: undefined,
      fast: 'insufficient_balance',
      offered: [true, true],
    });
  expect(await german.ask('closeLeverPosition', { id })).toMatchObject({ state: 'closed' });
  // The United States have the same calling code.
  await block('Germany', 'United States');
  expect(await standingOf(canadian)).toMatchObject({ contract: undefined, offered: [true, true] });
});
