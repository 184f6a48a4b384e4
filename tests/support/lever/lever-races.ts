/** Seeded meetings of two acts on one contract account, with the steps of their marks in between. */
import type { NewLeverOrder } from '../../../server/engine/lever/admission.ts';
import type { LeverMark } from '../../../server/engine/lever/lever-types.ts';
import { createRandom } from '../engine/engine-workload.ts';
import { BTC, ETH, EURUSD, usdt } from './lever-scene.ts';
import { LEVER_MARKETS } from './lever-workload.ts';
import type { LeverOperation } from './lever-workload.ts';

/** Whose account the acts meet on, and others whose positions give a mark more steps. */
const OWNER = 2;
const OTHERS = [1, 3];
const START = Date.UTC(2026, 10, 20, 10);
const MIDDLE = 97_250_00;
const ETH_TICKS = 3_420_00;
/** Longs of BTC with and without targets, a close that waits, and a limit. */
const [FIRST, SECOND, WAITING, LIMIT] = [11, 12, 13, 14];

type Act = (random: () => number, now: number, id: number) => LeverOperation;

let seqs = 0;
const live = (ticks: number, isAgreed = true): LeverMark => ({
  state: 'live',
  ticks: Math.round(ticks),
  seq: (seqs += 1),
  isAgreed,
  apartPpm: 0,
  isCloseOnly: false,
});

const btcAt =
  (part: number): Act =>
  (_random, now) => ({ type: 'mark', marketId: BTC.id, mark: live(MIDDLE * part), now });
const own = { ownerId: OWNER } as const;

const order = (id: number, asked: Partial<NewLeverOrder>): NewLeverOrder => ({
  id,
  ...own,
  marketId: BTC.id,
  kind: 'market',
  direction: 'long',
  lots: 60,
  multiple: 20,
  limitTicks: null,
  takeProfitTicks: null,
  stopLossTicks: null,
  worstTicks: null,
  ...asked,
});

/** The acts by name. */
export const RACING_ACTS: Readonly<Record<string, Act>> = {
  close: (random, now) => ({ type: 'close', ...own, id: random() < 0.5 ? FIRST : SECOND, now }),
  'stop-loss': btcAt(0.99),
  'take-profit': btcAt(1.01),
  'stop-out': btcAt(0.88),
  'limit trigger': btcAt(0.985),
  'close all': (_random, now) => ({ type: 'closeAll', ...own, direction: 'all', now }),
  amend: (random, now) => ({
    type: 'amend',
    ...own,
    id: random() < 0.8 ? FIRST : LIMIT,
    targets: [random() < 0.5 ? null : MIDDLE * 1.01, random() < 0.5 ? null : MIDDLE * 0.92],
    now,
  }),
  'withdraw close': (_random, now) => ({ type: 'withdrawClose', ...own, id: WAITING, now }),
  agreement: (_random, now) => ({
    type: 'mark',
    marketId: ETH.id,
    mark: live(ETH_TICKS * 1.001),
    now,
  }),
  'transfer out': (random, now) => ({
    type: 'withdraw',
    ...own,
    amount: usdt(String(300 + Math.floor(random() * 400))),
    now,
  }),
  open: (random, now, id) => ({
    type: 'place',
    order: order(id, { lots: 1 + Math.floor(random() * 60) }),
    now,
  }),
  cancel: (_random, now) => ({ type: 'cancel', ...own, id: LIMIT, now }),
  'close only': (_random, now) => {
    const terms = LEVER_MARKETS.find(({ id }) => id === BTC.id) ?? BTC;
    return { type: 'terms', terms: { ...terms, status: 'close_only' }, now };
  },
};

/** The operations of one meeting: a scene, the two acts in any order and at any step, and the rest of the steps. */
export function meetingOf(first: string, second: string, seed: number): readonly LeverOperation[] {
  const random = createRandom(seed);
  let [now, id] = [START, LIMIT];
  const act = (name: string): LeverOperation => {
    const made = RACING_ACTS[name]?.(random, now, (id += 1));
    if (made === undefined) throw new Error(`no act is named ${name}`);
    return made;
  };
  /** Another owner's money arrives: each operation does one step of the present mark. */
  const steps = (count: number): LeverOperation[] =>
    Array.from({ length: count }, () => ({
      type: 'deposit',
      ownerId: 1,
      amount: 1n,
      now: (now += 1),
    }));
  const acts = random() < 0.5 ? [first, second] : [second, first];
  return [
    ...sceneOf(random, now),
    ...steps(12),
    ...acts.flatMap((name) => [act(name), ...steps(Math.floor(random() * 5))]),
    ...steps(30),
  ];
}

/** The same orders of all owners. Orders of the others are older, so that a mark comes to them first. */
function sceneOf(random: () => number, now: number): readonly LeverOperation[] {
  const marks: readonly (readonly [number, LeverMark])[] = [
    [BTC.id, live(MIDDLE)],
    [ETH.id, live(ETH_TICKS)],
    [EURUSD.id, live(108_620)],
  ];
  const placed = [
    ...OTHERS.flatMap((ownerId, index) => {
      const first = 1 + 3 * index;
      return ordersOf({ first, waiting: first + 1, limit: first + 2 }).map((each) => ({
        ...each,
        ownerId,
      }));
    }),
    ...ordersOf({ first: FIRST, waiting: WAITING, limit: LIMIT }),
    order(SECOND, {}),
  ];
  const closes = placed.filter(({ marketId }) => marketId === ETH.id);
  const amount = usdt(String(1_300 + Math.floor(random() * 300)));
  const step = { type: 'deposit', ownerId: 1, amount: 1n, now } as const;
  return [
    ...[OWNER, ...OTHERS].map((ownerId) => ({ type: 'deposit', ownerId, amount, now }) as const),
    ...marks.map(([marketId, mark]) => ({ type: 'mark', marketId, mark, now }) as const),
    ...Array.from({ length: 8 }, () => step),
    ...placed.map((each) => ({ type: 'place', order: each, now }) as const),
    { type: 'mark', marketId: ETH.id, mark: live(ETH_TICKS, false), now },
    ...Array.from({ length: 6 }, () => step),
    ...closes.map(({ ownerId, id }) => ({ type: 'close', ownerId, id, now }) as const),
  ];
}

/** A long with targets, a short that is to wait for agreement, and a limit; by their numbers. */
const ordersOf = ({ first, waiting, limit }: Record<'first' | 'waiting' | 'limit', number>) => [
  order(first, { takeProfitTicks: MIDDLE * 1.01, stopLossTicks: MIDDLE * 0.99 }),
  order(waiting, { marketId: ETH.id, direction: 'short', lots: 100 }),
  order(limit, { kind: 'limit', limitTicks: MIDDLE * 0.986, lots: 20 }),
];
