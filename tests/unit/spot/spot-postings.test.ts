/** The writer's memory books postings in addition to the orders of the same balance. */
import { describe, expect, test } from 'vitest';
import { ok, refuse } from '../../../contract/result.ts';
import { units } from '../../../contract/money/units.ts';
import { accountKey } from '../../../server/ledger/invariants.ts';
import type { Movement } from '../../../server/ledger/movement.ts';
import {
  depositCredited,
  transferFromSpot,
  transferIntoSpot,
  withdrawalHeld,
  withdrawalReleased,
} from '../../../server/areas/wallet/wallet-recipes.ts';
import {
  COIN,
  fund,
  newOrder,
  NOW,
  openTestExchange,
  turnOfTheLoop,
  USDT,
  watch,
} from '../../support/spot/spot-exchange.ts';
import type { TestExchange } from '../../support/spot/spot-exchange.ts';

const [ANN, FIAT, TRANSIT] = [1, 3, 102];
let causes = 0;
const funds = (coins: bigint) => ({
  causeId: String((causes += 1)),
  ownerId: ANN,
  actorId: ANN,
  requestId: 'r',
  currencyId: USDT,
  amount: units(coins * COIN),
});

let ids = 0;
const book = ({ exchange }: Pick<TestExchange, 'exchange'>, movement: Movement, id = (ids += 1)) =>
  exchange.bookPosting({ id, movement }, NOW);
const balanceOf = ({ exchange }: TestExchange) =>
  exchange.balances(ANN).find(({ currencyId }) => currencyId === USDT);
const stored = ({ store }: TestExchange, accountType: number) =>
  store.accounts.get(accountKey({ ownerId: ANN, accountType, currencyId: USDT }));

describe('a posting', () => {
  test('funds an order with coins that arrived just before it', async () => {
    const here = openTestExchange();
    const early = here.exchange.place(newOrder());
    const deposit = book(here, depositCredited(funds(100n)));
    const late = here.exchange.place(newOrder());

    expect(await early).toEqual(refuse('insufficient_balance'));
    expect(await deposit).toEqual(ok(null));
    expect((await late).ok).toBe(true);
    expect(balanceOf(here)).toMatchObject({ available: 0n, frozen: 100n * COIN });
  });

  test('takes no coins that an open order has frozen', async () => {
    const here = openTestExchange();
    await fund(here, [ANN], 150n);
    await here.exchange.place(newOrder());

    expect(await book(here, withdrawalHeld(funds(51n)))).toEqual(refuse('insufficient_balance'));
    expect(await book(here, withdrawalHeld(funds(50n)))).toEqual(ok(null));

    expect(balanceOf(here)).toMatchObject({ available: 0n, frozen: 150n * COIN });
  });

  test('releases no more than is frozen', async () => {
    const here = openTestExchange();
    await fund(here, [ANN], 100n);
    await book(here, withdrawalHeld(funds(50n)));

    const answer = await book(here, withdrawalReleased(funds(51n)));

    expect(answer).toEqual(refuse('insufficient_balance'));
    expect(here.fatal).toEqual([]);
  });

  test('is marked with the number of its movement, a refused one with the time', async () => {
    const here = openTestExchange();
    await fund(here, [ANN], 100n);
    const before = here.store.movements.length;

    await Promise.all([
      book(here, withdrawalHeld(funds(101n)), 1_001),
      book(here, withdrawalHeld(funds(60n)), 1_002),
      book(here, withdrawalHeld(funds(60n)), 1_003),
      book(here, withdrawalHeld(funds(40n)), 1_004),
    ]);

    const ends = [1_001, 1_002, 1_003, 1_004].map((id) => here.store.postings.get(id));
    expect(ends).toMatchObject([
      { number: null, refusedAtMs: NOW },
      { number: before + 1, refusedAtMs: null },
      { number: null, refusedAtMs: NOW },
      { number: before + 2, refusedAtMs: null },
    ]);
    expect(here.store.movements[before]).toMatchObject({ recipe: 'withdrawal.held' });
  });

  test('only ever adds to the balances of other accounts', async () => {
    const here = openTestExchange();
    await fund(here, [ANN], 100n);
    const transit = { ownerId: ANN, accountType: TRANSIT, currencyId: USDT };
    const held = { available: 10n * COIN, frozen: 0n };
    here.store.accounts.set(accountKey(transit), { ...transit, ...held });

    await book(here, transferFromSpot(funds(30n), FIAT));
    await book(here, transferFromSpot(funds(5n), FIAT));
    await book(here, transferIntoSpot(funds(10n)));

    expect(stored(here, FIAT)).toMatchObject({ available: 35n * COIN });
    expect(stored(here, TRANSIT)).toMatchObject({ available: 0n });
    expect(balanceOf(here)).toMatchObject({ available: 75n * COIN });
  });

  test('is answered after its commit, and not at all by a writer that was fenced', async () => {
    const here = openTestExchange();
    const release = here.store.hold();
    const first = watch(book(here, depositCredited(funds(1n))));
    await turnOfTheLoop();
    expect(first).toEqual({});
    here.store.isFenced = true;

    release();
    await turnOfTheLoop();

    expect(first).toEqual({});
    expect(here.fatal).toHaveLength(1);
    expect(here.exchange.takesPostings).toBe(false);
    expect(await book(here, depositCredited(funds(1n)))).toMatchObject({
      ok: false,
      error: 'service_unavailable',
    });
    expect(await here.exchange.refusePosting(1, NOW)).toBe(false);
    expect(here.store.postings.size).toBe(0);
  });
});
