/** Contract accounts as readers see them. */
import { expect, test } from 'vitest';
import { CommittedAccounts } from '../../../server/areas/lever/committed-accounts.ts';
import type { LeverOrder } from '../../../server/engine/lever/lever-types.ts';

const ANN = 11;
/** A long position of one lot that was opened at 100 ticks. */
const positionIn = (marketId: number): LeverOrder =>
  ({
    id: marketId,
    ownerId: ANN,
    marketId,
    direction: 'long',
    lots: 1,
    tickLotUnits: 1n,
    calendar: 'coin',
    state: 'in_trading',
    opening: { ticks: 100, margin: 20n, nightFee: 0n, atMs: 0 },
  }) as unknown as LeverOrder;

test('the profit of a market without a live mark pays for no loss elsewhere, and is shown', () => {
  const accounts = new CommittedAccounts();
  accounts.load(ANN, { available: 50n, frozen: 40n, debt: 0n });
  for (const marketId of [1, 2]) accounts.loadOrder(positionIn(marketId));
  const ticks = new Map([
    [1, 130],
    [2, 80],
  ]);
  const stateWith = (live: readonly number[]) =>
    accounts.state(
      ANN,
      {
        lastTicks: (id) => ticks.get(id) ?? null,
        doubt: (id) => (live.includes(id) ? null : 'closed'),
      },
      0,
    );
  expect(stateWith([1, 2])).toMatchObject({ unrealized: 10n, usable: 50n, setAside: [] });
  // A gap of 10 % stays in the account too.
  expect(stateWith([2])).toMatchObject({
    unrealized: 10n,
    usable: 17n,
    setAside: [{ marketId: 1, doubt: 'closed', amount: 13n }],
  });
  // A loss always counts.
  expect(stateWith([1])).toMatchObject({ unrealized: 10n, usable: 42n });
});

test('an amount for sources that are apart stays out of transfers only', () => {
  const accounts = new CommittedAccounts();
  accounts.load(ANN, { available: 50n, frozen: 20n, debt: 0n });
  accounts.loadOrder(positionIn(1));
  const prices = { lastTicks: () => 100, doubt: () => 'apart' as const };
  expect(accounts.state(ANN, prices, 0)).toMatchObject({ usable: 50n, transferable: 40n });
});
