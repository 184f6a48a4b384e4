/** Figures of the golden vectors on accounts: V4 to V12, and V16. */
import { expect } from 'vitest';
import { ensure } from '../../../../contract/assert.ts';
import {
  equityOf,
  isAtOrBelow,
  riskRatioBpOf,
  stopOutTicksOf,
} from '../../../../contract/figures/lever-account.ts';
import { profitOf } from '../../../../contract/figures/lever-order.ts';
import { formatUnits } from '../../../../contract/money/decimal.ts';
import { divide } from '../../../../contract/money/rounding.ts';
import { lossBoxOf } from '../../../../server/engine/lever/safe-box.ts';
import type { Figures } from '../../product-vectors.ts';
import { ANN, BTC, ETH, inUsdt, LeverScene, priceOf, ticksOf, usdt } from '../lever-scene.ts';
import {
  changeOf,
  closedIn,
  formatPercent,
  given,
  longV1,
  onlyClose,
  sizeOfV1,
  V1,
  withV1,
} from './vector-scene.ts';

export function closedWithProfit(): Figures {
  const { close } = given('V4', ['close']);
  const scene = withV1('5000');
  const opened = scene.account().available;
  scene.mark(BTC, close);
  scene.core.close({ ownerId: ANN, id: 1 }, scene.now);
  const { available } = scene.account();
  return {
    profit: inUsdt(onlyClose(scene.core.takeEvents()).closing.profit),
    available_change_at_close: changeOf(opened, available),
    net_of_fee: changeOf(usdt('5000'), available),
  };
}

/** V5 before and after its marks. */
function twoMarkets() {
  const names = ['deposit', 'lots', 'coins', 'multiple', 'ethMark', 'btcThen', 'ethThen'] as const;
  const { deposit, lots, multiple, ethMark, btcThen, ethThen } = given('V5', names);
  const scene = withV1(deposit);
  scene.mark(ETH, ethMark);
  const size = { lots: Number(lots), multiple: Number(multiple) };
  const short = scene.place({ market: ETH, direction: 'short', ...size });
  scene.mark(BTC, btcThen);
  scene.mark(ETH, ethThen);
  const exposures = [
    { markTicks: ticksOf(BTC, btcThen), unitsPerTick: BigInt(sizeOfV1.lots) * BTC.tickLotUnits },
    { markTicks: ticksOf(ETH, ethThen), unitsPerTick: -BigInt(size.lots) * ETH.tickLotUnits },
  ] as const;
  return { scene, short, exposures, account: scene.account() };
}

export function accountOfTwo(): Figures {
  const { scene, short, account, exposures } = twoMarkets();
  const opening = ensure(short.opening, 'an opening');
  const long = ensure(scene.core.find(1)?.opening, 'an opening');
  const btc = profitOf({ ...BTC, ...longV1 }, long.ticks, exposures[0].markTicks);
  return {
    B_entry: priceOf(ETH, opening.ticks),
    B_margin: inUsdt(opening.margin),
    B_fee: inUsdt(opening.fee),
    available: inUsdt(account.available),
    margin: inUsdt(account.margin),
    profit_A: inUsdt(btc),
    profit_B: inUsdt(account.unrealized - btc),
    equity: inUsdt(equityOf(account)),
    ratio_percent: formatPercent(riskRatioBpOf(equityOf(account), account.margin)),
    usable: inUsdt(account.usable),
  };
}

export function stopOutOfOne(): Figures {
  const { deposit } = given('V6', ['deposit']);
  const scene = withV1(deposit);
  const { available, margin } = scene.account();
  const unitsPerTick = BigInt(sizeOfV1.lots) * BTC.tickLotUnits;
  const exposure = { markTicks: ticksOf(BTC, V1.mark), unitsPerTick };
  const equity = equityOf(scene.account());
  const out = ensure(stopOutTicksOf(exposure, equity, margin), 'a price');
  const at = (ticks: number) => equity + BigInt(ticks - exposure.markTicks) * unitsPerTick;
  // One decimal more than a tick has, and four more for the remainder.
  const closedForm =
    10_000n * BigInt(exposure.markTicks) + (10_000n * (margin - 2n * equity)) / (2n * unitsPerTick);
  expect(closedIn(scene.mark(BTC, priceOf(BTC, out + 1)))).toEqual([]);
  expect(closedIn(scene.mark(BTC, priceOf(BTC, out)))).toHaveLength(1);
  return {
    available: inUsdt(available),
    stop_out_price: priceOf(BTC, out),
    equity_there: inUsdt(at(out)),
    half_margin: inUsdt(margin / 2n),
    equity_one_tick_above: inUsdt(at(out + 1)),
    is_out: isAtOrBelow(at(out), margin, 50),
    is_out_one_above: isAtOrBelow(at(out + 1), margin, 50),
    closed_form: formatUnits(closedForm, 6),
  };
}

export function stopOutsOfTwo(): Figures {
  const { account, exposures } = twoMarkets();
  const equity = equityOf(account);
  const [btc, eth] = exposures.map((exposure) => {
    const out = ensure(stopOutTicksOf(exposure, equity, account.margin), 'a price');
    return { out, equity: equity + BigInt(out - exposure.markTicks) * exposure.unitsPerTick };
  });
  for (const [market, side] of [
    [BTC, btc],
    [ETH, eth],
  ] as const) {
    const { scene } = twoMarkets();
    expect(closedIn(scene.mark(market, priceOf(market, ensure(side, 'a side').out)))).toHaveLength(
      2,
    );
  }
  return {
    BTC: priceOf(BTC, btc?.out ?? 0),
    ETH: priceOf(ETH, eth?.out ?? 0),
    equity_at_BTC: inUsdt(btc?.equity ?? 0n),
    equity_at_ETH: inUsdt(eth?.equity ?? 0n),
    half: inUsdt(account.margin / 2n),
  };
}

export function safeBox(): Figures {
  const { scene, account, exposures } = twoMarkets();
  const equity = equityOf(account);
  const slack = equity - account.margin / 2n;
  const values = exposures.map(({ unitsPerTick, markTicks }) =>
    unitsPerTick < 0n ? -unitsPerTick * BigInt(markTicks) : unitsPerTick * BigInt(markTicks),
  );
  const total = values.reduce((sum, value) => sum + value, 0n);
  const [btcShare, ethShare] = values.map((value) => divide(slack * value, total, 'floor'));
  const [btc, eth] = lossBoxOf(exposures, equity, account.margin, 50);
  expect([btc?.direction, eth?.direction]).toEqual(['falls', 'rises']);
  scene.mark(BTC, priceOf(BTC, (btc?.ticks ?? 0) + 1));
  scene.mark(ETH, priceOf(ETH, (eth?.ticks ?? 0) - 1));
  const inside = equityOf(scene.account());
  return {
    slack: inUsdt(slack),
    share_BTC: inUsdt(btcShare ?? 0n),
    share_ETH: inUsdt(ethShare ?? 0n),
    trigger_BTC_at_or_below: priceOf(BTC, btc?.ticks ?? 0),
    trigger_ETH_at_or_above: priceOf(ETH, eth?.ticks ?? 0),
    equity_if_both_one_tick_inside: inUsdt(inside),
    still_safe: closedIn(scene.events).length === 0 && !isAtOrBelow(inside, account.margin, 50),
  };
}

/** A target of V1 at two marks, the second of which reaches it. */
function targetOf(vector: string, kind: 'stopLoss' | 'takeProfit') {
  const { target, before, reached } = given(vector, ['target', 'before', 'reached']);
  const scene = withV1('5000', { [kind]: target });
  expect(closedIn(scene.mark(BTC, before))).toEqual([]);
  const { order, closing } = onlyClose(scene.mark(BTC, reached));
  const atTarget = profitOf(order, order.opening.ticks, ticksOf(BTC, target));
  const price = formatUnits(BigInt(closing.ticks), 2);
  expect(price).toBe(priceOf(BTC, ticksOf(BTC, reached)));
  return { target, reached, profit: inUsdt(closing.profit), atTarget: inUsdt(atTarget) };
}

export function stopLoss(): Figures {
  const { target, reached, profit, atTarget } = targetOf('V9', 'stopLoss');
  const trigger = `${reached} <= ${target}`;
  return { trigger, close_price: reached, profit, at_stop_price_it_had_been: atTarget };
}

export function takeProfit(): Figures {
  const { reached, profit, atTarget } = targetOf('V10', 'takeProfit');
  return { close_price: reached, profit, at_tp_price_it_had_been: atTarget };
}

export function shortfall(): Figures {
  const { deposit, jump, fund } = given('V11', ['deposit', 'jump', 'fund']);
  const scene = withV1(deposit);
  scene.core.fundHouse(0n, usdt(fund) - scene.core.house.insurance);
  const before = scene.account();
  const { pool, insurance } = scene.core.house;
  const events = scene.mark(BTC, jump);
  const { closing, margin } = onlyClose(events);
  const [paid] = events.flatMap((event) => (event.type === 'shortfall.paid' ? [event] : []));
  const after = scene.account();
  const poolGets = scene.core.house.pool - pool;
  const user = after.available + after.frozen - before.available - before.frozen;
  const equity = ensure(closing.seen, 'what the stop-out saw').equity;
  return {
    available_before: inUsdt(before.available),
    profit: inUsdt(closing.profit),
    equity: inUsdt(equity),
    shortfall: inUsdt(-equity),
    insurance_pays: inUsdt(paid?.fromInsurance ?? 0n),
    pool_waives: inUsdt(paid?.waived ?? 0n),
    pool_gets: inUsdt(poolGets),
    user_available_after: inUsdt(after.available),
    user_frozen_change: inUsdt(-margin),
    sum: inUsdt(user + poolGets + scene.core.house.insurance - insurance),
  };
}

/** Both legs of V12, before the stop-loss of the long. */
function twoLegs(hasStopLoss: boolean) {
  const names = [
    'aLots',
    'aTimes',
    'bLots',
    'bTimes',
    'btc',
    'eth',
    'left',
    'btcThen',
    'ethThen',
    'stop',
  ];
  const numbers = given('V12', names);
  const size = (leg: string) => ({
    lots: Number(numbers[`${leg}Lots`]),
    multiple: Number(numbers[`${leg}Times`]),
  });
  const text = (name: string) => ensure(numbers[name], name);
  const scene = new LeverScene();
  scene.fund('1000');
  scene.mark(BTC, text('btc'));
  scene.mark(ETH, text('eth'));
  const stopLossTicks = hasStopLoss ? ticksOf(BTC, text('stop')) : null;
  const long = scene.place({ market: BTC, direction: 'long', ...size('a'), stopLossTicks });
  const short = scene.place({ market: ETH, direction: 'short', ...size('b') });
  scene.core.withdraw(ANN, scene.account().available - usdt(text('left')), scene.now);
  scene.mark(ETH, text('ethThen'));
  return { scene, long, short, btcThen: text('btcThen') };
}

const ratioOf = (account: Parameters<typeof equityOf>[0]): string =>
  formatPercent(riskRatioBpOf(equityOf(account), account.margin));

export function debtOfOneLeg(): Figures {
  const before = twoLegs(false);
  before.scene.mark(BTC, before.btcThen);
  const { long, short, scene } = before;
  const account = scene.account();
  const reached = twoLegs(true);
  const { closing } = onlyClose(reached.scene.mark(BTC, reached.btcThen));
  const after = reached.scene.account();
  return {
    A_margin: inUsdt(long.opening?.margin ?? 0n),
    A_profit: inUsdt(closing.profit),
    B_margin: inUsdt(short.opening?.margin ?? 0n),
    B_profit: inUsdt(after.unrealized),
    equity_before: inUsdt(equityOf(account)),
    ratio_before: ratioOf(account),
    available_after: inUsdt(after.available),
    debt_after: inUsdt(-after.debt),
    equity_after: inUsdt(equityOf(after)),
    margin_after: inUsdt(after.margin),
    ratio_after: ratioOf(after),
  };
}

export function closeAll(): Figures {
  const winners = twoLegs(false);
  winners.scene.mark(BTC, winners.btcThen);
  winners.scene.core.closeAll(
    { ownerId: ANN, direction: 'all', marketId: null },
    winners.scene.now,
  );
  const closed = closedIn(winners.scene.core.takeEvents());
  const losers = twoLegs(false);
  losers.scene.mark(BTC, losers.btcThen);
  losers.scene.core.close({ ownerId: ANN, id: losers.long.id }, losers.scene.now);
  const { debt } = losers.scene.account();
  losers.scene.core.close({ ownerId: ANN, id: losers.short.id }, losers.scene.now);
  const names = new Map([
    [winners.long.id, 'A'],
    [winners.short.id, 'B'],
  ]);
  return {
    winners_first: closed.map(({ order }) => names.get(order.id)).join(' then '),
    available: inUsdt(winners.scene.account().available),
    debt: inUsdt(closed.reduce((most, { debt: owed }) => (owed > most ? owed : most), 0n)),
    losers_first_would_borrow: inUsdt(debt),
    same_end: inUsdt(losers.scene.account().available),
  };
}
