/** The figures of the risk notice of fast contracts, compared with sums over the entries of the ledger. */
import { expect, test } from 'vitest';
import { units } from '../../../contract/money/units.ts';
import { DAY_MS } from '../../../contract/time.ts';
import type { NewMicroRequest } from '../../../server/areas/micro/micro.types.ts';
import { openProducts } from '../../../server/boot/roles/products.ts';
import { usdt } from '../../support/lever/lever-scene.ts';
import { PRICE, useMicroBench } from '../../support/micro/use-micro-bench.ts';
import { FAST } from '../../support/users/balances.ts';

const used = useMicroBench();
/** Points between the opening of an order and its end, which is the last of them. */
const POINTS = 16;
/** The notice is about so long. */
const PERIOD_MS = 365 * DAY_MS;
/** Points without a price after which an order without an opening is void. */
const PATIENCE_POINTS = 9;

type Asked = readonly [ownerId: number, direction: 'up' | 'down', stake: string];

async function placeAll(asked: readonly Asked[]): Promise<void> {
  const { bench } = used;
  await bench.pass(4, PRICE);
  for (const [ownerId, direction, stake] of asked) {
    await bench.grant(ownerId, stake);
    const fields: Partial<NewMicroRequest> = { direction, stake: units(usdt(stake)) };
    await bench.place(ownerId, fields);
  }
}

/** All orders open at {@link PRICE} and end by this price. @returns the time of the end. */
async function round(price: number, asked: readonly Asked[]): Promise<number> {
  const { bench } = used;
  await placeAll(asked);
  await bench.pass(1, PRICE);
  await bench.pass(POINTS, price);
  return bench.now;
}

interface Settled {
  readonly owner: number;
  readonly at: number;
  readonly result: bigint;
}

/** Results of ended orders as the ledger has them: all that an order moved in the account of its owner. */
async function ledgerResults(): Promise<readonly Settled[]> {
  const rows = await used.bench.lever.rows<
    Record<'owner' | 'recipe' | 'cause' | 'at' | 'moved', string>
  >(
    `select entry.owner_id::text as owner, movement.recipe, movement.cause_id as cause, movement.at_ms::text as at,
       (entry.available_delta + entry.frozen_delta)::text as moved
     from ledger_movements movement join ledger_entries entry using (journal, number)
     where movement.recipe in ('micro.placed', 'micro.settled') and entry.account_type = ${FAST}`,
  );
  const causes = Map.groupBy(rows, ({ cause }) => cause);
  return [...causes.values()].flatMap((entries) => {
    const end = entries.find(({ recipe }) => recipe === 'micro.settled');
    if (end === undefined) return [];
    const result = entries.reduce((sum, { moved }) => sum + BigInt(moved), 0n);
    return [{ owner: Number(end.owner), at: Number(end.at), result }];
  });
}

/** The notice of `now`, as a server says it that has just started. */
async function noticeAt(now: number) {
  const config = {
    isMicroOffered: true,
    leverProfile: 'off',
    blockedAreas: new Set<number>(),
  } as const;
  const products = openProducts({ config, database: used.bench.lever.database });
  const { accounts, losing_percent: percent } = await products.disclosure('micro', now);
  return { accounts, percent };
}

/** The notice that follows from the ledger. */
function naiveNotice(results: readonly Settled[], now: number) {
  const counted = results.filter(({ at }) => at >= now - PERIOD_MS);
  const owners = [...Map.groupBy(counted, ({ owner }) => owner).values()];
  const losing = owners.filter((own) => own.reduce((sum, each) => sum + each.result, 0n) < 0n);
  const percent = owners.length < 20 ? null : Math.round((losing.length * 100) / owners.length);
  return { accounts: owners.length, losing: losing.length, percent };
}

test('the notice counts each account once by the sum of its results in the period', async () => {
  const [aged, rising, falling, open] = [31, 32, 33, 34];
  const many = (first: number, count: number, direction: 'up' | 'down'): Asked[] =>
    Array.from({ length: count }, (_, index) => [first + index, direction, '10']);
  const agedMs = await round(PRICE - 1, [[aged, 'up', '100']]);
  await round(PRICE + 1, [
    ...many(100, 6, 'up'),
    ...many(200, 8, 'down'),
    [aged, 'up', '10'],
    [rising, 'down', '5'],
    [falling, 'down', '10'],
  ]);
  await round(PRICE + 1, [
    [rising, 'up', '10'],
    [falling, 'up', '5'],
  ]);
  await round(PRICE, many(300, 2, 'up'));
  await placeAll(many(400, 2, 'down'));
  await used.bench.pass(PATIENCE_POINTS, null);
  const lastMs = used.bench.now;
  await placeAll([[open, 'up', '10']]);
  await used.bench.pass(1, PRICE);

  const states = await used.bench.lever.rows(
    'select state, count(*)::int from micro_orders group by 1 order by 1',
  );
  expect(states).toEqual([
    { state: 'drawn', count: 2 },
    { state: 'lost', count: 11 },
    { state: 'open', count: 1 },
    { state: 'voided', count: 2 },
    { state: 'won', count: 9 },
  ]);
  const results = await ledgerResults();
  expect(results).toHaveLength(24);
  const ofAged = results.filter(({ owner }) => owner === aged).map(({ result }) => result);
  expect(ofAged.toSorted((a, b) => Number(a - b))).toEqual([usdt('-100'), usdt('8.5')]);

  // 8 who lost, one whose loss is above the win, and the one whose loss is as old as the period.
  const whole = { accounts: 21, losing: 10, percent: 48 };
  const later = { accounts: 21, losing: 9, percent: 43 };
  const few = { accounts: 2, losing: 0, percent: null };
  const firstVoidedMs = Math.min(
    ...results.filter(({ owner }) => owner >= 400).map(({ at }) => at),
  );
  for (const [now, expected] of [
    [used.bench.now, whole],
    [agedMs + PERIOD_MS, whole],
    [agedMs + PERIOD_MS + 1, later],
    [firstVoidedMs + PERIOD_MS, few],
    [lastMs + PERIOD_MS + 1, { accounts: 0, losing: 0, percent: null }],
  ] as const) {
    expect(naiveNotice(results, now)).toEqual(expected);
    const { accounts, percent } = expected;
    expect(await noticeAt(now), `at ${now - agedMs}`).toEqual({ accounts, percent });
  }
  expect(results.filter(({ at }) => at === agedMs).map(({ owner }) => owner)).toEqual([aged]);
});
