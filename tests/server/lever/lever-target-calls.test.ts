/** Calls over HTTP while a market has no price: the time since then, and changes of the targets of a position. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signInOperator } from '../../support/operator/operators.ts';
import { borrowServer, giveBack } from '../../support/servers/shared-server.ts';
import { ContractMarket, ContractUser } from '../../support/lever/contract-users.ts';
import type { TestServer } from '../../support/servers/test-server.ts';
import { eventually } from '../../support/eventually.ts';
import { dataOf } from '../../support/users/accounts.ts';
import { newClientAddress } from '../../support/servers/client-address.ts';

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

test('mark and list of markets name the time since which a market is frozen, and live again', async () => {
  await market.price('97251');
  const live = await market.mark();
  await market.freeze();
  const frozen = await market.mark();
  expect(frozen.changed_at).toBeGreaterThan(live.changed_at ?? Number.POSITIVE_INFINITY);
  expect(frozen.changed_at).toBeGreaterThanOrEqual(live.time);
  await eventually(async () => expect((await market.mark()).time).toBeGreaterThan(frozen.time));
  expect(await market.mark()).toMatchObject({
    mark_state: 'frozen',
    changed_at: frozen.changed_at,
  });
  const markets = dataOf(
    await server.call('listLeverMarkets', {}, { headers: newClientAddress() }),
  );
  expect(markets.find(({ id }) => String(id) === market.id)).toMatchObject({
    mark_changed_at: frozen.changed_at,
  });
  await market.price('97250');
  const thawed = await market.mark();
  expect(thawed.changed_at).toBeGreaterThan(frozen.time);
  // A new price is no new state.
  await market.price('97249');
  expect((await market.mark()).changed_at).toBe(thawed.changed_at);
});

test('in a market without a price an owner loosens and clears targets, and sets none', async () => {
  const operator = await signInOperator(server);
  const ann = await ContractUser.open(server, '1000');
  const targets = { take_profit: '98000', stop_loss: '96000' };
  const { id } = await ann.place(market, targets);
  const amend = async (changed: Partial<typeof targets>) => {
    const order = await ann.ask('getLeverOrder', { id });
    const { take_profit: profit, stop_loss: loss, revision } = order;
    return {
      id,
      revision: String(revision),
      take_profit: profit ?? '',
      stop_loss: loss ?? '',
      ...changed,
    };
  };
  await market.freeze();
  for (const changed of [{ stop_loss: '96000.01' }, { take_profit: '98000.01' }])
    expect(await ann.refusal('amendLeverTargets', await amend(changed))).toBe('mark_unavailable');
  for (const changed of [{ stop_loss: '95999.99' }, { take_profit: '' }, { stop_loss: '' }])
    expect(await ann.ask('amendLeverTargets', await amend(changed))).toMatchObject(
      Object.fromEntries(Object.entries(changed).map(([name, price]) => [name, price || null])),
    );
  // The machine accepts each stored step.
  expect(await operator.ask('getLifecycle', { kind: 'contract-order', id })).toMatchObject({
    state: 'inTrading',
    revision: 5,
  });
  await market.price('97250');
  await ann.ask('closeAllLeverPositions', { direction: 'all' });
});
