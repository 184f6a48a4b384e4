/** Pairs of acts on one contract account that arrive together over HTTP: each is done or refused by name, and nothing is lost. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ErrorName } from '../../../contract/errors/catalogue.ts';
import type { LeverOrderInfo } from '../../../contract/lever/lever.ts';
import { ContractMarket, ContractUser } from '../../support/lever/contract-users.ts';
import { borrowServer, giveBack } from '../../support/shared-server.ts';
import type { TestServer } from '../../support/test-server.ts';

const [QUIET, PROFIT, LOSS, LIMIT] = ['97250', '98500', '96000', '96500'];

interface Scene {
  readonly position: LeverOrderInfo;
  readonly limit: LeverOrderInfo;
}

let server: TestServer;
let market: ContractMarket;
let owner: ContractUser;
beforeAll(async () => {
  server = await borrowServer();
  market = await ContractMarket.open(server, 'BTC');
  owner = await ContractUser.open(server, '20000');
});
afterAll(async () => {
  await market.release();
  await giveBack(server);
});

/** An act, and the refusals that the other act of a pair may cause. */
type Act = readonly [act: (scene: Scene) => Promise<ErrorName | undefined>, refusals: ErrorName[]];

/** The market takes this price, and everything that follows is done. */
const set = (price: string) => async () => {
  await market.price(price);
  return undefined;
};

const ACTS: Readonly<Record<string, Act>> = {
  close: [
    ({ position: { id } }) => owner.refusal('closeLeverPosition', { id }),
    ['contract_order_not_open'],
  ],
  'close all': [() => owner.refusal('closeAllLeverPositions', { direction: 'all' }), []],
  amend: [
    ({ position: { id, revision } }) =>
      owner.refusal('amendLeverTargets', {
        id,
        revision: String(revision),
        take_profit: '99500',
        stop_loss: '95000',
      }),
    ['contract_order_changed', 'contract_order_not_open'],
  ],
  'transfer out': [() => owner.takeOut('100'), []],
  open: [() => owner.refusal('placeLeverOrder', openingOf({})), []],
  cancel: [
    ({ limit: { id } }) => owner.refusal('cancelLeverOrder', { id }),
    ['contract_order_not_open'],
  ],
  'cancel all': [() => owner.refusal('cancelAllLeverOrders', {}), []],
  'take-profit': [set(PROFIT), []],
  'stop-loss': [set(LOSS), []],
  'limit trigger': [set(LIMIT), []],
};

const openingOf = (fields: object) => ({
  lever_market_id: market.id,
  direction: 'long' as const,
  type: 'market' as const,
  lots: '10',
  multiple: '10',
  ...fields,
});

const NAMES = Object.keys(ACTS);
/** The market has one price at a time. */
const OF_PRICES = ['take-profit', 'stop-loss', 'limit trigger'];
const isPossible = (first: string, second: string): boolean =>
  first === second || !OF_PRICES.includes(first) || !OF_PRICES.includes(second);
/** Each act with itself and with the one after it; `npm run sim -- lever-races` has all pairs and their steps. */
const PAIRS = NAMES.flatMap((first, at) =>
  [0, 1].map((step) => [first, NAMES[(at + step) % NAMES.length] ?? first] as const),
).filter(([first, second]) => isPossible(first, second));

test.each(PAIRS)('%s and %s', async (first, second) => {
  await market.price(QUIET);
  const targets = { take_profit: '98000', stop_loss: '96200' };
  const scene = {
    position: await owner.place(market, targets),
    limit: await owner.place(market, { type: 'limit', price: '96800' }),
  };

  const answers = await Promise.all(
    [first, second].map(async (name) => {
      const [act, refusals] = ACTS[name] ?? [async () => undefined, []];
      return { error: await act(scene), refusals };
    }),
  );

  for (const { error, refusals } of answers)
    if (error !== undefined) expect(refusals).toContain(error);
  await market.price(QUIET);
  const states = await Promise.all(
    [scene.position, scene.limit].map(async ({ id }) => (await owner.order(id)).state),
  );
  expect(['in_trading', 'closed']).toContain(states[0]);
  expect(['pending', 'in_trading', 'closed', 'cancelled']).toContain(states[1]);
  await owner.ask('cancelAllLeverOrders', {});
  await owner.ask('closeAllLeverPositions', { direction: 'all' });
  expect(await owner.ask('getLeverAccount', {})).toMatchObject({
    frozen: '0',
    debt: '0',
    margin: '0',
  });
});

test('the pairs closed positions in every way, and the ledger explains all of it', async () => {
  const { orders } = await owner.ask('listLeverHistory', { size: '100' });
  const reasons = new Set(orders.map(({ close_reason: reason }) => reason));
  expect([...reasons]).toEqual(expect.arrayContaining(['owner', 'take_profit', 'stop_loss']));
  expect(await server.verifyLedger()).toMatchObject({ faults: [] });
});
