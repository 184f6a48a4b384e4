/** The allocation of tokens: golden vectors, random allocations, and the check of published lists. */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  allocate,
  changedDemand,
  estimateShare,
  type AllocationTerms,
} from '../../../contract/figures/allocation.ts';
import {
  allocationFaults,
  entryOf,
  inputsText,
  outputsText,
  type PublishedAllocation,
} from '../../../contract/figures/allocation-check.ts';
import { formatUnits, parseUnits } from '../../../contract/money/decimal.ts';
import { ensure } from '../../../contract/assert.ts';
import { allocationFaultsOf } from '../../support/ieo/random-allocations.ts';
import { vectorOf } from '../../support/product-vectors.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const wantedOf = (...steps: readonly number[]) => steps.map(BigInt);
const numbered = (steps: readonly bigint[]) =>
  Object.fromEntries(steps.map((value, index) => [String(index + 1), Number(value)]));

const V24: { readonly wanted: readonly bigint[]; readonly terms: AllocationTerms } = {
  wanted: wantedOf(700, 700, 701, 33, 1),
  terms: { offered: 1_000n, cap: 400n },
};

test('V23: the table that Binance published', () => {
  const wanted = wantedOf(50_000, 30_000, 7_000, 6_000, 5_000, 5_000, 1_400, 500, 90, 10);
  const terms = { offered: 100_000_000n, cap: 20_000_000n };
  // The table is of amounts of BNB, of which each asks for more tokens than there are.
  const each = 1_000_000n;
  const steps = allocate(
    wanted.map((bnb) => bnb * each),
    terms,
  );
  expect(numbered(steps)).toEqual(vectorOf('V23').expected['allocation']);
});

test('V24: what is left goes to the largest remainders', () => {
  expect(numbered(allocate(V24.wanted, V24.terms))).toEqual(vectorOf('V24').expected['allocation']);
});

test('V25: cost and refund are exact', () => {
  const { expected } = vectorOf('V25');
  const price = ensure(parseUnits('0.37', 18), 'a price');
  const steps = allocate(V24.wanted, V24.terms);
  const texts = (values: readonly bigint[]) =>
    Object.fromEntries(values.map((value, index) => [String(index + 1), formatUnits(value, 18)]));
  expect(texts(steps.map((value) => value * price))).toEqual(expected['paid']);
  const refunds = steps.map((value, index) => ((V24.wanted[index] ?? 0n) - value) * price);
  expect(texts(refunds)).toEqual(expected['refunds']);
});

test('V26: fewer than are offered get what they ask for', () => {
  const steps = allocate(wantedOf(300, 200), { offered: 1_000n, cap: 1_000n });
  expect(numbered(steps)).toEqual(vectorOf('V26').expected['allocation']);
});

test('random allocations conserve every step, within all bounds, in any order', () => {
  expect(allocationFaultsOf(20_261_126, 10_000)).toEqual([]);
});

test('100,000 subscriptions are allocated within a second', () => {
  const wanted = Array.from({ length: 100_000 }, (_, index) => BigInt(1 + ((index * 7_919) % 997)));
  // The process's own time: a busy machine makes it no slower.
  const before = process.cpuUsage();
  const steps = allocate(wanted, { offered: 10_000_000n, cap: 300n });
  const { user, system } = process.cpuUsage(before);
  expect(steps.reduce((sum, value) => sum + value, 0n)).toBe(10_000_000n);
  expect((user + system) / 1_000_000).toBeLessThan(1);
});

test('the estimate is the allocation, but for a step', () => {
  const demand = V24.wanted.reduce<ReturnType<typeof changedDemand>>(
    (before, wanted) => changedDemand(before, 0n, wanted),
    [],
  );
  const steps = allocate(V24.wanted, V24.terms);
  V24.wanted.forEach((wanted, index) => {
    const estimated = estimateShare(wanted, demand, V24.terms);
    const allocated = steps[index] ?? 0n;
    expect(allocated - estimated).toBeGreaterThanOrEqual(0n);
    expect(allocated - estimated).toBeLessThanOrEqual(1n);
  });
  // A raise is part of the demand: the user does not count twice.
  expect(changedDemand([{ wanted: 5n, count: 1n }], 5n, 8n)).toEqual([{ wanted: 8n, count: 1n }]);
});

const published = (): PublishedAllocation => {
  const steps = allocate(V24.wanted, V24.terms);
  const rows = V24.wanted.map((wanted, index) => ({
    entry: entryOf(sha256, `salt${index}`, String(index + 1)),
    wanted: Number(wanted),
    allocated: Number(steps[index]),
  }));
  const plain = { offeringId: '7', offered: 1_000, cap: 400, rows };
  const unsigned = { ...plain, inputsSha256: '', outputsSha256: null };
  return {
    ...unsigned,
    inputsSha256: sha256(inputsText(unsigned)),
    outputsSha256: sha256(outputsText(unsigned)),
  };
};

test('a published allocation is checked without the exchange', () => {
  expect(allocationFaults(sha256, published())).toEqual([]);
  expect(allocationFaults(sha256, { ...published(), outputsSha256: null })).toEqual([]);
});

const first = (change: Partial<PublishedAllocation['rows'][number]>) => {
  const good = published();
  const rows = good.rows.map((row, index) => (index === 0 ? { ...row, ...change } : row));
  return { ...good, rows };
};

test.each([
  ['a changed request', first({ wanted: 699 }), 'inputs_differ'],
  ['a changed result', first({ allocated: 327 }), 'outputs_differ'],
  ['a result that the rule does not give', signed(first({ allocated: 327 })), 'allocation_differs'],
  [
    'a subscription that is there twice',
    signed(first({ entry: entryOf(sha256, 'salt1', '2') })),
    'entry_repeated',
  ],
  ['a larger offering', { ...published(), offered: 1_001 }, 'inputs_differ'],
])('%s is found', (_, changed, fault) => {
  expect(allocationFaults(sha256, changed)).toContain(fault);
});

/** The lists as an exchange would publish them that had changed them before. */
function signed(changed: PublishedAllocation): PublishedAllocation {
  return {
    ...changed,
    inputsSha256: sha256(inputsText(changed)),
    outputsSha256: sha256(outputsText(changed)),
  };
}
