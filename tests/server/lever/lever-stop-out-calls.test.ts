/** A stop-out of an account with positions in two markets over HTTP: each order names the marks of both. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ContractMarket, ContractUser } from '../../support/lever/contract-users.ts';
import { borrowServer, giveBack } from '../../support/servers/shared-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';

let server: TestServer;
let btc: ContractMarket;
let eth: ContractMarket;
beforeAll(async () => {
  server = await borrowServer();
  btc = await ContractMarket.open(server, 'BTC');
  eth = await ContractMarket.open(server, 'ETH');
  await btc.price('97250');
  await eth.price('3420');
});
afterAll(async () => {
  for (const market of [btc, eth]) await market.release();
  await giveBack(server);
});

test('a fall in one market stops out both, and each order names the marks of both with their sources', async () => {
  const owner = await ContractUser.open(server, '410');
  const { id: fallen } = await owner.place(btc, { lots: '100', multiple: '50' });
  const { id: calm } = await owner.place(eth, { lots: '100', multiple: '50' });
  await btc.price('90000');
  for (const id of [fallen, calm])
    await expect
      .poll(() => owner.order(id))
      .toMatchObject({ state: 'closed', close_reason: 'stop_out' });

  const [inBtc, inEth] = [await owner.order(fallen), await owner.order(calm)];
  const named = [
    { lever_market_id: Number(btc.id), mark: '90000', was_live: true },
    { lever_market_id: Number(eth.id), mark: '3420', was_live: true },
  ];
  expect(inBtc.seen?.marks).toMatchObject(
    named.toSorted((a, b) => a.lever_market_id - b.lever_market_id),
  );
  // One stop-out saw one account.
  expect(inEth.seen?.marks).toEqual(inBtc.seen?.marks);
  expect(inEth.seen?.equity).toBe(inBtc.seen?.equity);
  for (const { marks, seen, closed_at: closedAt } of [inBtc, inEth]) {
    const { was_live: wasLive, ...own } =
      seen?.marks.find(({ seq }) => seq === marks.at(-1)?.seq) ?? {};
    expect([own, wasLive]).toEqual([marks.at(-1), true]);
    for (const { time, sources } of seen?.marks ?? []) {
      expect(sources.length).toBeGreaterThanOrEqual(2);
      expect(Math.abs((closedAt ?? 0) - time)).toBeLessThanOrEqual(2_000);
    }
  }
});
