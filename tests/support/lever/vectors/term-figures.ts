/** Figures of the golden vectors on terms, limits, nights and marks: V1 to V3, V13 to V15, V17, V27. */
import { expect } from 'vitest';
import {
  equityOf,
  isAtOrBelow,
  riskRatioBpOf,
  usableOf,
} from '../../../../contract/figures/lever-account.ts';
import { nightWeightOf } from '../../../../contract/figures/lever-nights.ts';
import {
  entryTicksOf,
  limitMarkOf,
  openingCostOf,
  profitOf,
  reserveOf,
} from '../../../../contract/figures/lever-order.ts';
import { DAY_MS } from '../../../../contract/time.ts';
import type { LeverMarketTerms } from '../../../../server/engine/lever/lever-types.ts';
import { agreeOn } from '../../../../contract/figures/price-agreement.ts';
import { vectorOf } from '../../product-vectors.ts';
import type { Figures } from '../../product-vectors.ts';
import { ANN, BTC, DOGE, EURUSD, inUsdt, LeverScene, priceOf, ticksOf } from '../lever-scene.ts';
import { formatPercent, given, longV1, momentsOf, onlyClose, V1 } from './vector-scene.ts';

type Direction = 'long' | 'short';

export function openingOf(market: LeverMarketTerms, direction: Direction, vector: string): Figures {
  const { lots, multiple, mark } = given(vector, ['lots', 'multiple', 'mark']);
  const terms = { ...market, direction, lots: Number(lots), multiple: Number(multiple) };
  const entry = entryTicksOf(direction, ticksOf(market, mark), market.spreadPpm);
  const { notional, margin, fee } = openingCostOf(terms, entry);
  const figures = {
    entry: priceOf(market, entry),
    notional: inUsdt(notional),
    margin: inUsdt(margin),
    fee: inUsdt(fee),
    profit_at_once: inUsdt(profitOf(terms, entry, ticksOf(market, mark))),
  };
  return direction === 'long' ? { ...figures, needs: inUsdt(margin + fee) } : figures;
}

export function roundings(): Figures {
  const { first, ppm, second, multiple, lots } = given('V3', [
    'first',
    'ppm',
    'second',
    'multiple',
    'lots',
  ]);
  expect(DOGE.spreadPpm).toBe(Number(ppm));
  const entry = (side: Direction, mark: string) =>
    entryTicksOf(side, ticksOf(DOGE, mark), DOGE.spreadPpm);
  const whole = 1_000_000;
  const exact = (parts: number) => (ticksOf(DOGE, first) * parts) / whole;
  const terms = {
    ...DOGE,
    direction: 'long',
    lots: Number(lots),
    multiple: Number(multiple),
  } as const;
  const cost = openingCostOf(terms, entry('long', second));
  return {
    long_exact: exact(whole + Number(ppm)),
    entry_long: priceOf(DOGE, entry('long', first)),
    short_exact: exact(whole - Number(ppm)),
    entry_short: priceOf(DOGE, entry('short', first)),
    entry2: priceOf(DOGE, entry('long', second)),
    notional2: inUsdt(cost.notional),
    margin2_x3: inUsdt(cost.margin),
    fee2: inUsdt(cost.fee),
  };
}

export function nightsOfCoin(): Figures {
  const [opened = 0, closed = 0] = momentsOf('V13');
  const scene = new LeverScene();
  scene.now = opened;
  scene.fund('5000');
  scene.mark(BTC, V1.mark);
  const { id, opening } = scene.place(longV1);
  scene.now = closed;
  scene.mark(BTC, V1.mark);
  scene.core.close({ ownerId: ANN, id }, scene.now);
  return {
    nights: nightWeightOf('coin', opened, closed),
    one_night: inUsdt(opening?.nightFee ?? 0n),
    due: inUsdt(onlyClose(scene.core.takeEvents()).closing.nights),
  };
}

export function nightsOfForex(): Figures {
  const [opened = 0, closed = 0] = momentsOf('V14');
  const names = [
    'lots',
    'thousands',
    'rest',
    'multiple',
    'mark',
    'spread',
    'fee',
    'night',
  ] as const;
  const { lots, multiple, mark, ...ppm } = given('V14', names);
  const { spreadPpm, feePpm, nightPpm } = EURUSD;
  expect([spreadPpm, feePpm, nightPpm]).toEqual([ppm.spread, ppm.fee, ppm.night].map(Number));
  const scene = new LeverScene();
  scene.now = opened;
  scene.fund('5000');
  scene.mark(EURUSD, mark);
  const size = { lots: Number(lots), multiple: Number(multiple) };
  const { opening } = scene.place({ market: EURUSD, direction: 'long', ...size });
  scene.now = closed;
  let charged = 0;
  for (let day = opened; day < closed; day += DAY_MS)
    charged += Math.min(1, nightWeightOf('forex', day, Math.min(day + DAY_MS, closed)));
  return {
    entry: priceOf(EURUSD, opening?.ticks ?? 0),
    notional: inUsdt(opening?.notional ?? 0n),
    margin: inUsdt(opening?.margin ?? 0n),
    fee: inUsdt(opening?.fee ?? 0n),
    weight: nightWeightOf('forex', opened, closed),
    midnights_charged: charged,
    one_night: inUsdt(opening?.nightFee ?? 0n),
    due: inUsdt(scene.account().nights),
  };
}

export function limits(): Figures {
  const { long, short, lots, multiple } = given('V15', ['long', 'short', 'lots', 'multiple']);
  const side = (direction: Direction, limit: string) => {
    const ticks = ticksOf(BTC, limit);
    const mark = limitMarkOf(direction, ticks, BTC.spreadPpm);
    const terms = { ...BTC, direction, lots: Number(lots), multiple: Number(multiple) };
    const entry = (at: number) => priceOf(BTC, entryTicksOf(direction, at, BTC.spreadPpm));
    return { mark, entry, reserve: inUsdt(reserveOf(terms, ticks)) };
  };
  const [ofLong, ofShort] = [side('long', long), side('short', short)];
  const gap =
    Object.keys(vectorOf('V15').expected).find((name) => name.startsWith('gap_long_mark_')) ?? '';
  const gapMark = ticksOf(BTC, gap.replace('gap_long_mark_', ''));
  return {
    long_triggers_at_mark_or_below: priceOf(BTC, ofLong.mark),
    entry_there: ofLong.entry(ofLong.mark),
    entry_one_above: ofLong.entry(ofLong.mark + 1),
    reserve_long: ofLong.reserve,
    short_triggers_at_mark_or_above: priceOf(BTC, ofShort.mark),
    entry_short_there: ofShort.entry(ofShort.mark),
    reserve_short_at_101_percent: ofShort.reserve,
    [gap]: ofLong.entry(gapMark),
  };
}

const SAID = {
  apart: 'frozen: two sources more than 0.5 % apart',
  fewer: 'frozen: fewer than 2',
  rejected: 'frozen: fewer than 2 after rejection',
};

/** The prices of section B10, which the file does not repeat. */
export function marks(): Figures {
  const three = ['97250.00', '97252.10', '97248.90'] as const;
  const mark = (...prices: readonly string[]): string => {
    const sources = prices.map((price, at) => ({
      sourceId: `s${at}`,
      ticks: ticksOf(BTC, price),
      atMs: 0,
    }));
    const agreed = agreeOn(sources, 0, 10_000);
    if (agreed.isAgreed) return priceOf(BTC, agreed.ticks);
    if (agreed.reason === 'apart') return SAID.apart;
    return agreed.freshCount < 2 ? SAID.fewer : SAID.rejected;
  };
  return {
    three: mark(...three),
    even_half_even: mark('97250.00', '97250.01'),
    even_half_even2: mark('97250.01', '97250.02'),
    one_source_times_100: mark(three[0], three[1], '9724890.00'),
    book_minus_99: mark('972.50', three[1], three[2]),
    two_apart: mark('97250.00', '96760.00'),
    two_with_wick: mark('97250.00', '972.50'),
    one_left: mark('97250.00'),
  };
}

export function underWater(): Figures {
  const { available, margin } = given('V27', ['available', 'margin']);
  const unrealized = Number(/unrealised (-\d+)/.exec(vectorOf('V27').given)?.[1]);
  const funds = {
    available: BigInt(available),
    frozen: BigInt(margin),
    debt: 0n,
    margin: BigInt(margin),
    unrealized: BigInt(unrealized),
    nights: 0n,
  };
  const more = 50n;
  const usable = usableOf(funds, 0n);
  const open = {
    ...funds,
    available: funds.available - more,
    frozen: funds.frozen + more,
    margin: funds.margin + more,
  };
  const ratio = riskRatioBpOf(equityOf(open), open.margin);
  const isOut = isAtOrBelow(equityOf(open), open.margin, 50);
  return {
    equity: Number(equityOf(funds)),
    ratio: formatPercent(riskRatioBpOf(equityOf(funds), funds.margin)),
    usable: `${usable} (${available} - ${-unrealized} < 0)`,
    open_of_margin_50: usable < more ? 'insufficient_margin' : 'opens',
    without_the_rule_ratio: `${formatPercent(ratio)} -> ${isOut ? 'stopped out at once' : 'open'}`,
  };
}
