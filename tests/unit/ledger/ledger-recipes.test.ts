/** The ledger entries of each movement of a spot order. */
import { describe, expect, test } from 'vitest';
import { AssertionError } from '../../../contract/assert.ts';
import { units } from '../../../contract/money/units.ts';
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import { HOUSE_ACCOUNTS, OWNERS } from '../../../server/ledger/chart.ts';
import { accountKey, checked, overdraws } from '../../../server/ledger/invariants.ts';
import type { LedgerEntry, Movement } from '../../../server/ledger/movement.ts';
import { seedGrant } from '../../../server/ledger/recipes.ts';
import {
  spotDeal,
  spotOrderEnded,
  spotOrderPlaced,
} from '../../../server/areas/spot/spot-recipes.ts';
import type { DealFunds, OrderFunds } from '../../../server/areas/spot/spot-recipes.ts';

const [BASE, QUOTE] = [2, 1];
const [ANN, BOB] = [11, 12];

/** One line per entry: account, change of available, change of frozen. */
const lines = ({ entries }: Movement): readonly string[] =>
  entries.map((entry) => `${accountKey(entry)} ${entry.available} ${entry.frozen}`);

const funds: OrderFunds = {
  orderId: 7,
  ownerId: ANN,
  requestId: 'request',
  currencyId: QUOTE,
  amount: units(500n),
};

/** Ann buys 100 for 400 of the 500 that she had frozen. */
const deal: DealFunds = {
  dealId: 9,
  takerId: BOB,
  requestId: 'request',
  buyerId: ANN,
  sellerId: BOB,
  baseCurrencyId: BASE,
  quoteCurrencyId: QUOTE,
  quantity: units(100n),
  cost: units(400n),
  buyerReserved: units(500n),
  buyerFee: units(1n),
  sellerFee: units(4n),
};

describe('each recipe lists its changes', () => {
  test('an order that is placed: from available to frozen', () => {
    expect(lines(spotOrderPlaced(funds))).toEqual(['11/1/1 -500 500']);
  });

  test('an order that has ended: back from frozen to available', () => {
    expect(lines(spotOrderEnded(funds))).toEqual(['11/1/1 500 -500']);
  });

  test('a trade: both sides, the better price to the buyer, the fees to the exchange', () => {
    expect(lines(spotDeal(deal))).toEqual([
      '11/1/1 100 -500',
      '11/1/2 99 0',
      '12/1/2 0 -100',
      '12/1/1 396 0',
      '0/101/2 1 0',
      '0/101/1 4 0',
    ]);
  });

  test('a trade without fees has no entry for the exchange', () => {
    const free = { ...deal, buyerFee: units(0n), sellerFee: units(0n) };
    expect(spotDeal(free).entries.some(({ ownerId }) => ownerId === OWNERS.house)).toBe(false);
  });

  test('a grant: custody owes the balance of the owner', () => {
    const grant = seedGrant({
      causeId: 'demo',
      requestId: 'seed',
      ownerId: ANN,
      amounts: [
        { currencyId: QUOTE, amount: units(10n) },
        { currencyId: BASE, amount: units(3n) },
      ],
    });
    expect(lines(grant)).toEqual(['0/100/1 -10 0', '11/1/1 10 0', '0/100/2 -3 0', '11/1/2 3 0']);
  });

  test('a grant names its operator', () => {
    expect(spotOrderPlaced(funds)).toMatchObject({
      recipe: 'spot.order_placed',
      causeId: '7',
      actorId: ANN,
      requestId: 'request',
    });
    expect(spotDeal(deal)).toMatchObject({ recipe: 'spot.deal', causeId: '9', actorId: BOB });
  });
});

describe('impossible facts are a programmer’s error', () => {
  test.each([
    ['an order that freezes nothing', () => spotOrderPlaced({ ...funds, amount: units(0n) })],
    [
      'an order that gives back less than nothing',
      () => spotOrderEnded({ ...funds, amount: units(-1n) }),
    ],
    ['a trade with oneself', () => spotDeal({ ...deal, sellerId: ANN })],
    ['a trade in one currency', () => spotDeal({ ...deal, quoteCurrencyId: BASE })],
    ['a trade with a quantity of zero', () => spotDeal({ ...deal, quantity: units(0n) })],
    ['a trade with an amount of zero', () => spotDeal({ ...deal, cost: units(0n) })],
    [
      'a trade that costs more than was frozen',
      () => spotDeal({ ...deal, buyerReserved: units(399n) }),
    ],
    ['a fee above the quantity', () => spotDeal({ ...deal, buyerFee: units(101n) })],
    ['a fee below zero', () => spotDeal({ ...deal, sellerFee: units(-1n) })],
    [
      'a grant of zero',
      () =>
        seedGrant({
          causeId: 'c',
          requestId: 'r',
          ownerId: ANN,
          amounts: [{ currencyId: BASE, amount: units(0n) }],
        }),
    ],
    [
      'a grant without amounts',
      () => seedGrant({ causeId: 'c', requestId: 'r', ownerId: ANN, amounts: [] }),
    ],
  ])('%s', (_, act) => {
    expect(act).toThrow(AssertionError);
  });
});

const entry = (change: Partial<LedgerEntry> = {}): LedgerEntry => ({
  ownerId: ANN,
  accountType: ACCOUNT_TYPES.spot,
  currencyId: BASE,
  available: units(0n),
  frozen: units(0n),
  ...change,
});

const movement = (entries: readonly LedgerEntry[]): Movement => ({
  recipe: 'seed.grant',
  causeId: 'c',
  actorId: 0,
  requestId: 'r',
  entries,
});

describe('a movement is refused', () => {
  test.each([
    ['without entries', []],
    ['one unit off', [entry({ available: units(5n), frozen: units(-4n) })]],
    [
      'balanced over two currencies only',
      [
        entry({ available: units(5n) }),
        entry({ ownerId: BOB, currencyId: QUOTE, available: units(-5n) }),
      ],
    ],
    [
      'with two entries of one account',
      [entry({ available: units(5n) }), entry({ available: units(-5n) })],
    ],
  ])('%s', (_, entries) => {
    expect(() => checked(movement(entries))).toThrow(AssertionError);
  });

  test('a movement is accepted when every currency adds up', () => {
    const entries = [
      entry({ available: units(5n) }),
      entry({ ownerId: BOB, available: units(-5n) }),
    ];
    expect(checked(movement(entries)).entries).toBe(entries);
  });
});

describe('an account is overdrawn', () => {
  const custody = { ownerId: 0, accountType: HOUSE_ACCOUNTS.custody };
  test.each([
    ['by more than the available balance', { available: units(-6n) }, true],
    ['by more than the frozen balance', { frozen: units(-3n) }, true],
    ['not by the whole available balance', { available: units(-5n) }, false],
    ['not by the whole frozen balance', { frozen: units(-2n) }, false],
    ['never if it is custody', { ...custody, available: units(-6n) }, false],
  ])('%s', (_, change, expected) => {
    expect(overdraws(entry(change), { available: 5n, frozen: 2n })).toBe(expected);
  });

  test('by any amount when it does not exist yet', () => {
    expect(overdraws(entry({ available: units(-1n) }), undefined)).toBe(true);
    expect(overdraws(entry({ available: units(1n) }), undefined)).toBe(false);
  });
});
