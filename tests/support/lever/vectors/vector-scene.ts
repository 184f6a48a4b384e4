/** Common parts of the golden vectors of contracts: their given numbers, the position of V1, and closes. */
import { expect } from 'vitest';
import { ensure } from '../../../../contract/assert.ts';
import type { LeverEvent } from '../../../../server/engine/lever/lever-types.ts';
import { vectorOf } from '../../product-vectors.ts';
import { BTC, inUsdt, LeverScene, ticksOf } from '../lever-scene.ts';

/** The given numbers of a vector, as texts. */
export function given<const Names extends readonly string[]>(
  vector: string,
  names: Names,
): Record<Names[number], string> {
  const { numbers } = vectorOf(vector);
  const texts = names.map((name, at) => [name, ensure(numbers[at], `${name} of ${vector}`)]);
  return Object.fromEntries(texts) as Record<Names[number], string>;
}

export const formatPercent = (bp: bigint | null): string =>
  (Number(ensure(bp, 'a ratio')) / 100).toFixed(2);
/** The moments that the text of a vector names. */
export const momentsOf = (vector: string): number[] =>
  Array.from(vectorOf(vector).given.matchAll(/(\d{4}-\d\d-\d\d) (\d\d:\d\d[\d:.]*)/g), (found) =>
    Date.parse(`${found[1]}T${found[2]}Z`),
  );
export const changeOf = (before: bigint, after: bigint): string => inUsdt(after - before);

/** Terms of V1: 250 lots of BTC. */
export const V1 = given('V1', ['lots', 'multiple', 'mark']);
export const sizeOfV1 = { lots: Number(V1.lots), multiple: Number(V1.multiple) };
export const longV1 = { market: BTC, direction: 'long', ...sizeOfV1 } as const;

/** An account with V1 alone. */
export function withV1(
  deposit: string,
  more: { stopLoss?: string; takeProfit?: string } = {},
): LeverScene {
  const scene = new LeverScene({ insurance: 0n });
  scene.fund(deposit);
  scene.mark(BTC, V1.mark);
  const { stopLoss, takeProfit } = more;
  scene.place({
    ...longV1,
    stopLossTicks: stopLoss === undefined ? null : ticksOf(BTC, stopLoss),
    takeProfitTicks: takeProfit === undefined ? null : ticksOf(BTC, takeProfit),
  });
  return scene;
}

type Closed = Extract<LeverEvent, { readonly type: 'order.closed' }>;

export const closedIn = (events: readonly LeverEvent[]): Closed[] =>
  events.flatMap((event) => (event.type === 'order.closed' ? [event] : []));
export const onlyClose = (events: readonly LeverEvent[]): Closed => {
  const closed = closedIn(events);
  expect(closed).toHaveLength(1);
  return ensure(closed[0], 'a close');
};
