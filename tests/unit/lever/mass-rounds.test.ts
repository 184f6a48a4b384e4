/** Rounds of marks: one that stops out thousands of accounts in turns while another mark moves back, and quiet markets. */
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { DAY_MS } from '../../../contract/time.ts';
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import type { SealedLeverBatch } from '../../../server/areas/lever/lever-store.types.ts';
import { MarkRounds } from '../../../server/areas/lever/mark-rounds.ts';
import {
  BTC_MARKET,
  ContractExchange,
  ETH_MARKET,
  FRIDAY,
  USDT,
} from '../../support/lever/contract-exchange.ts';
import { usdt } from '../../support/lever/lever-scene.ts';

const OWNERS = 3_000;
/** Time of a commit, and the number of commits after which the other mark moves back. */
const COMMIT_MS = 100;
const BACK_AFTER = 5;

/** Each owner has a long of BTC and a long of ETH. */
function holdBoth(lastAtMs: number): { exchange: ContractExchange; opened: SealedLeverBatch } {
  const exchange = ContractExchange.inMemory([BTC_MARKET, ETH_MARKET], lastAtMs);
  exchange.memory.load(0, []);
  exchange.memory.fundHouse(usdt('100000000'), usdt('1000000'), 'fund', FRIDAY);
  exchange.mark(BTC_MARKET, 10_000_000);
  exchange.mark(ETH_MARKET, 300_000);
  const account = { accountType: ACCOUNT_TYPES.contract, currencyId: USDT, frozen: 0n };
  for (let ownerId = 1; ownerId <= OWNERS; ownerId++) {
    exchange.memory.load(ownerId, [{ ...account, ownerId, available: usdt('1000') }]);
    const position = { ownerId, direction: 'long', lots: 100, multiple: 100 } as const;
    exchange.place(BTC_MARKET, position);
    exchange.place(ETH_MARKET, position);
  }
  return { exchange, opened: exchange.memory.seal() };
}

test.each([
  ['stops out', 0],
  ['with a clock behind the last stored time stops out', FRIDAY + DAY_MS],
])(
  '%s by the newest marks of all markets, none of them older than two seconds',
  async (_, last) => {
    const { exchange, opened } = holdBoth(last);
    const { memory } = exchange;
    const batches: SealedLeverBatch[] = [];
    const commit = () => {
      if (!memory.isDirty) return null;
      batches.push(memory.seal());
      exchange.now += COMMIT_MS;
      if (batches.length === BACK_AFTER) exchange.quote(ETH_MARKET, 370_000);
      return Promise.resolve();
    };
    const rounds = new MarkRounds({
      memory,
      clock: { now: () => exchange.now },
      apply: (step) => step(),
      commit,
      onTaken: () => undefined,
      onFailed: (error) => {
        throw error;
      },
    });
    exchange.quote(BTC_MARKET, 9_000_000);
    await rounds.run();

    const closed = batches.flatMap((batch) => batch.changedOrders);
    const stopped = new Set(closed.map(({ ownerId }) => ownerId));
    expect(new Set(closed.map(({ closeReason }) => closeReason))).toEqual(new Set(['stop_out']));
    expect(stopped.size).toBeGreaterThan(0);
    expect(stopped.size).toBeLessThan(OWNERS);
    // The other mark is taken again after 200 ms.
    const afterwards = batches.slice(BACK_AFTER + 3).flatMap((batch) => batch.changedOrders);
    expect(afterwards).toEqual([]);
    const marks = new Map(
      [opened, ...batches]
        .flatMap(({ usedMarks }) => usedMarks)
        .map((mark) => [mark.seq, mark.takenAtMs]),
    );
    const ages = closed.map(({ closing }) =>
      closing === null ? 0 : closing.atMs - (marks.get(closing.markSeq) ?? 0),
    );
    expect(Math.max(...ages)).toBeLessThanOrEqual(2_000);
  },
);

test('between whole rounds only the marks of markets with orders are taken', async () => {
  const exchange = ContractExchange.inMemory([BTC_MARKET, ETH_MARKET]);
  exchange.memory.load(0, []);
  exchange.memory.fundHouse(usdt('100000000'), usdt('1000000'), 'fund', FRIDAY);
  exchange.mark(BTC_MARKET, 10_000_000);
  exchange.mark(ETH_MARKET, 300_000);
  const account = { accountType: ACCOUNT_TYPES.contract, currencyId: USDT, frozen: 0n };
  exchange.memory.load(1, [{ ...account, ownerId: 1, available: usdt('1000') }]);
  exchange.place(ETH_MARKET, { ownerId: 1, direction: 'long', lots: 1, multiple: 10 });
  const taken: number[] = [];
  const rounds = new MarkRounds({
    memory: exchange.memory,
    clock: { now: () => exchange.now },
    apply: (step) => step(),
    commit: () => null,
    onTaken: (marketId) => void taken.push(marketId),
    onFailed: (error) => {
      throw error;
    },
  });
  await rounds.run(false);
  expect(taken).toEqual([ETH_MARKET.id]);
  await rounds.run();
  expect(taken).toEqual([ETH_MARKET.id, BTC_MARKET.id, ETH_MARKET.id]);
});

test('a round waits for the commit with which its mark is published', async () => {
  const exchange = ContractExchange.inMemory([BTC_MARKET]);
  exchange.mark(BTC_MARKET, 10_000_000);
  const seen: string[] = [];
  let end: () => void = () => {};
  const commits: Promise<unknown>[] = [new Promise<void>((resolve) => (end = resolve))];
  const rounds = new MarkRounds({
    memory: exchange.memory,
    clock: { now: () => exchange.now },
    apply: (step) => step(),
    commit: () => commits.shift() ?? null,
    onTaken: (_marketId, committed) => {
      seen.push(committed === null ? 'without a commit' : 'with a commit');
    },
    onFailed: (error) => {
      throw error;
    },
  });
  const ended = rounds.run().then(() => seen.push('ended'));
  await setImmediate();
  expect(seen).toEqual(['with a commit']);
  end();
  await ended;
  expect(seen).toEqual(['with a commit', 'ended']);
});
