/** The figures and checks of the contract ticket, against the vectors of the server's formulas. */
import { describe, expect, test } from 'vitest';
import { closingPreview } from '../../../machines/app/lever/closing.rules.ts';
import { portfolioOf } from '../../../machines/app/lever/lever-portfolio.ts';
import { amountOf, amountText } from '../../../contract/figures/lever-amount.ts';
import {
  lotsOfPercent,
  percentOfUsable,
  suggestedLimit,
  targetTicks,
  ticketFigures,
} from '../../../machines/app/lever/lever-ticket.figures.ts';
import { shownTicketProblems } from '../../../machines/app/lever/lever-ticket.rules.ts';
import { NO_TARGETS, targetProblem } from '../../../machines/app/lever/targets.rules.ts';
import { DAY_MS } from '../../../contract/time.ts';
import {
  ACCOUNT,
  BTC,
  ETH,
  LONG,
  MARKETS,
  SHORT,
  STAGE_NOW_MS,
} from '../../support/lever/stage/stage-data.ts';
import {
  BTC_MARKET,
  facts,
  FIELDS,
  flat,
  holding,
  live,
  problems,
} from '../../support/lever/stage/ticket-account.ts';

describe('the account at the marks', () => {
  test('has the equity, ratio and usable margin of vector V5', () => {
    const { equity, ratioBp, usable, positions } = holding();
    expect(amountText(equity)).toBe('4173.27985375');
    expect(ratioBp).toBe(18_616n);
    expect(amountText(usable)).toBe('1931.61872875');
    expect(amountText(positions.get(LONG.id)?.profit ?? 0n)).toBe('-567.3625');
    expect(amountText(positions.get(SHORT.id)?.profit ?? 0n)).toBe('-242.07');
  });

  test('has the stop-out prices of vector V7', () => {
    const { stopOuts } = holding();
    expect(stopOuts.get(BTC)).toBe(8_279_020);
    expect(stopOuts.get(ETH)).toBe(451_749);
  });

  test('has one stop-out price for all positions of a market', () => {
    const other = { ...LONG, id: '104' };
    const both = holding({ orders: [LONG, other], frozen: '2431.73625' });
    const lone = holding({
      orders: [{ ...LONG, lots: 500, margin: '2431.73625' }],
      frozen: '2431.73625',
    });
    expect(both.stopOuts.get(BTC)).toBe(lone.stopOuts.get(BTC));
    expect(both.stopOuts.get(BTC)).not.toBeNull();
  });

  test('is partial while the mark of a position is unknown', () => {
    const portfolio = holding({ btc: null });
    expect(portfolio.isPartial).toBe(true);
    expect([...portfolio.positions.keys()]).toEqual([SHORT.id]);
  });

  test('owes a night for each midnight since the opening, and shows the next one', () => {
    const { positions } = holding({ now: STAGE_NOW_MS + 3 * DAY_MS });
    const value = positions.get(LONG.id);
    expect(amountText(value?.nights ?? 0n)).toBe('21.88562625');
    expect(value?.nextNight.atMs).toBe(Date.UTC(2026, 10, 24));
  });

  test('shows the triple night of a forex position on Wednesday, and none at the weekend', () => {
    const forex = { ...BTC_MARKET, night_calendar: 'forex' } as const;
    const at = (now: number) =>
      portfolioOf({
        cash: { available: 0n, frozen: 0n, debt: 0n },
        orders: [LONG],
        markets: new Map([[BTC, forex]]),
        marks: new Map([[BTC, live('95000')]]),
        now,
      }).positions.get(LONG.id)?.nextNight;
    expect(at(Date.UTC(2026, 10, 25, 12))?.fee).toBe(3n * amountOf(LONG.night_fee));
    expect(at(Date.UTC(2026, 10, 28, 12))?.atMs).toBe(Date.UTC(2026, 11, 1));
  });
});

describe('the figures of the ticket', () => {
  test('are those of vector V1 for a long and V2 for a short', () => {
    const long = ticketFigures(FIELDS, facts());
    expect(long).toMatchObject({ entry: 9_726_945, mark: 9_725_000 });
    expect(amountText(long?.margin ?? 0n)).toBe('1215.868125');
    expect(amountText(long?.fee ?? 0n)).toBe('12.15868125');
    expect(amountText(long?.spreadCost ?? 0n)).toBe('4.8625');
    const short = ticketFigures({ ...FIELDS, direction: 'short' }, facts());
    expect(short?.entry).toBe(9_723_055);
    expect(amountText(short?.margin ?? 0n)).toBe('1215.381875');
  });

  test('show the stop-out price and ratio after the opening, as vector V6', () => {
    const figures = ticketFigures(FIELDS, facts({ portfolio: flat('3000') }));
    expect(figures?.after?.stopOutTicks).toBe(8_774_982);
    expect(figures?.after?.ratioBp).toBe(24_533n);
  });

  test('promise the stop-out price and ratio that the account has after the opening', () => {
    const before = holding();
    const mark = live('95000');
    const figures = ticketFigures({ ...FIELDS, lots: '25' }, facts({ mark, portfolio: before }));
    const { entry = 0, margin = 0n, fee = 0n } = figures ?? {};
    const opened = {
      ...LONG,
      id: '104',
      lots: 25,
      open_price: String(entry / 100),
      margin: amountText(margin),
    };
    const after = holding({
      orders: [LONG, SHORT, opened],
      available: amountText(before.available - margin - fee),
      frozen: amountText(before.frozen + margin),
    });
    expect(figures?.after?.stopOutTicks).toBe(after.stopOuts.get(BTC));
    expect(figures?.after?.ratioBp).toBe(after.ratioBp);
    expect(figures?.after?.equity).toBe(after.equity);
  });

  test('of a limit order need the reserves of vector V15', () => {
    const limit = { ...FIELDS, type: 'limit' as const };
    const long = ticketFigures({ ...limit, price: '97000' }, facts());
    expect(amountText(long?.needed ?? 0n)).toBe('1224.625');
    expect(long?.mark).toBe(9_698_060);
    const short = ticketFigures({ ...limit, direction: 'short', price: '97500' }, facts());
    expect(amountText(short?.needed ?? 0n)).toBe('1243.246875');
  });

  test('show the money at both targets', () => {
    const fields = { ...FIELDS, takeProfit: '99000', stopLoss: '95000' };
    const figures = ticketFigures(fields, facts());
    expect(amountText(figures?.atTakeProfit ?? 0n)).toBe('432.6375');
    expect(amountText(figures?.atStopLoss ?? 0n)).toBe('-567.3625');
  });

  test('are unknown without lots, a multiple, or a mark', () => {
    expect(ticketFigures({ ...FIELDS, lots: '1.5' }, facts())).toBeNull();
    expect(ticketFigures({ ...FIELDS, multiple: '7' }, facts())).toBeNull();
    const unknown = facts({ mark: { ...live(''), price: null } });
    expect(ticketFigures(FIELDS, unknown)).toBeNull();
  });
});

describe('the choices of the ticket', () => {
  test('a share of the usable margin gives lots that it pays, and no more', () => {
    const given = facts();
    const lots = lotsOfPercent(FIELDS, given, 50);
    const needed = ticketFigures({ ...FIELDS, lots: lots ?? '' }, given)?.needed ?? 0n;
    const share = amountOf('2500');
    expect(needed).toBeLessThanOrEqual(share);
    const more = ticketFigures({ ...FIELDS, lots: String(Number(lots) + 1) }, given)?.needed ?? 0n;
    expect(more).toBeGreaterThan(share);
    expect(
      percentOfUsable(ticketFigures({ ...FIELDS, lots: lots ?? '' }, given), given.portfolio),
    ).toBe(49);
  });

  test('a share that pays less than the least lots leaves the field empty', () => {
    expect(lotsOfPercent(FIELDS, facts({ portfolio: flat('0.1') }), 100)).toBe('');
    expect(lotsOfPercent(FIELDS, facts({ portfolio: null }), 100)).toBeNull();
  });

  test('a share beyond the most lots stops there', () => {
    const market = { ...BTC_MARKET, lots_max: 300 };
    expect(lotsOfPercent(FIELDS, facts({ market, portfolio: flat('1000000') }), 100)).toBe('300');
  });

  test('a target in percent of the margin lies on its side of the entry price', () => {
    const position = { direction: 'short', multiple: 10, entry: 1_000 } as const;
    expect(targetTicks('takeProfit', 50, position)).toBe(950);
    expect(targetTicks('stopLoss', 50, position)).toBe(1_050);
    expect(targetTicks('takeProfit', 100, { ...position, multiple: 1 })).toBeNull();
  });

  test('a suggested limit lies on the right side of the mark', () => {
    expect(suggestedLimit('long', 10_000)).toBe(9_950);
    expect(suggestedLimit('short', 10_000)).toBe(10_050);
  });
});

describe('the checks of the ticket', () => {
  test('a complete order has no problem', () => {
    expect(problems({})).toEqual([]);
    expect(problems({ takeProfit: '99000', stopLoss: '95000' })).toEqual([]);
  });

  test.each(['', '0', '-1', '1.5', '1e3', '01'])('lots of "%s" are no number of lots', (lots) => {
    expect(problems({ lots })).toEqual([['lots', 'invalid_request']]);
  });

  test('a target on the wrong side shows in addition to the problem of the last attempt', () => {
    const attempted = [{ field: 'lots', error: 'invalid_request' }] as const;
    const fields = { ...FIELDS, lots: '0', takeProfit: '1' };
    expect(shownTicketProblems(attempted, fields, facts())).toEqual([
      ...attempted,
      { field: 'takeProfit', error: 'take_profit_wrong_side' },
    ]);
    // Before an attempt, nothing is said of a field that is not filled in yet.
    expect(shownTicketProblems([], { ...FIELDS, lots: '' }, facts())).toEqual([]);
  });

  test('lots stay within the bounds of the market', () => {
    const market = { ...BTC_MARKET, lots_min: 10, lots_max: 300 };
    const given = facts({ market, portfolio: flat('100000') });
    expect(problems({ lots: '10' }, given)).toEqual([]);
    expect(problems({ lots: '9' }, given)).toEqual([['lots', 'lots_out_of_bounds']]);
    expect(problems({ lots: '301' }, given)).toEqual([['lots', 'lots_out_of_bounds']]);
  });

  test('margin and fee are at most the usable margin', () => {
    const exact = facts({ portfolio: flat('1228.02680625') });
    expect(problems({}, exact)).toEqual([]);
    const short = facts({ portfolio: flat('1228.026806249999999999') });
    expect(problems({}, short)).toEqual([['lots', 'insufficient_margin']]);
  });

  test('losses of other positions lower what can be used', () => {
    const mark = live('95000');
    const ofV5 = facts({ mark, portfolio: holding() });
    expect(problems({ lots: '402' }, ofV5)).toEqual([]);
    expect(problems({ lots: '410' }, ofV5)).toEqual([['lots', 'insufficient_margin']]);
  });

  test('a limit lies below the mark for a long, above it for a short, and on a tick', () => {
    const limit = (direction: 'long' | 'short', price: string) =>
      problems({ type: 'limit', direction, price });
    expect(limit('long', '97249.99')).toEqual([]);
    expect(limit('long', '97250')).toEqual([['price', 'limit_price_wrong_side']]);
    expect(limit('short', '97250.01')).toEqual([]);
    expect(limit('short', '97250')).toEqual([['price', 'limit_price_wrong_side']]);
    expect(limit('long', '97000.001')).toEqual([['price', 'price_not_on_tick']]);
    expect(limit('long', '')).toEqual([['price', 'invalid_request']]);
  });

  test('a take-profit is compared with the entry price, a stop-loss with the mark', () => {
    expect(problems({ takeProfit: '97269.46' })).toEqual([]);
    expect(problems({ takeProfit: '97269.45' })).toEqual([
      ['takeProfit', 'take_profit_wrong_side'],
    ]);
    expect(problems({ stopLoss: '97249.99' })).toEqual([]);
    expect(problems({ stopLoss: '97250' })).toEqual([['stopLoss', 'stop_loss_wrong_side']]);
  });

  test('the targets of a short are on the other sides', () => {
    const from = { direction: 'short', takeProfitFrom: 100, stopLossFrom: 100 } as const;
    const limits = { ...from, present: NO_TARGETS };
    const of = (field: 'takeProfit' | 'stopLoss', price: string) =>
      targetProblem(field, price, { price_scale: 0 }, limits);
    expect(of('takeProfit', '99')).toBeNull();
    expect(of('takeProfit', '101')).toBe('take_profit_wrong_side');
    expect(of('stopLoss', '101')).toBeNull();
    expect(of('stopLoss', '99')).toBe('stop_loss_wrong_side');
    expect(of('stopLoss', '')).toBeNull();
  });

  test.each([
    ['long', '98', '97', '99'],
    ['short', '102', '103', '101'],
  ] as const)(
    'a %s keeps a target that the mark has passed, and loosens its stop-loss',
    (direction, present, looser, tighter) => {
      const of = (field: 'takeProfit' | 'stopLoss', price: string) =>
        targetProblem(
          field,
          price,
          { price_scale: 0 },
          {
            direction,
            // The mark is past both targets.
            takeProfitFrom: direction === 'long' ? 200 : 1,
            stopLossFrom: direction === 'long' ? 1 : 200,
            present: { takeProfit: Number(present), stopLoss: Number(present) },
          },
        );
      expect(of('takeProfit', present)).toBeNull();
      expect(of('takeProfit', looser)).toBe('take_profit_wrong_side');
      expect(of('takeProfit', tighter)).toBe('take_profit_wrong_side');
      expect(of('stopLoss', present)).toBeNull();
      expect(of('stopLoss', looser)).toBeNull();
      expect(of('stopLoss', tighter)).toBe('stop_loss_wrong_side');
    },
  );
});

describe('a market without a live mark', () => {
  const withEth = (eth: string, state: 'live' | 'closed') =>
    portfolioOf({
      cash: { available: amountOf(ACCOUNT.available), frozen: amountOf(ACCOUNT.frozen), debt: 0n },
      orders: [LONG, SHORT],
      markets: new Map(MARKETS.map((market) => [market.id, market])),
      marks: new Map([
        [BTC, live('95000')],
        [ETH, { ...live(eth), state }],
      ]),
      now: STAGE_NOW_MS,
    });
  const riskOf = ({ ratioBp, equity, stopOuts }: ReturnType<typeof portfolioOf>) => [
    ratioBp,
    equity,
    stopOuts.get(BTC),
  ];
  const usableOf = ({ usable, setAside }: ReturnType<typeof portfolioOf>) =>
    setAside.reduce((sum, { amount }) => sum + amount, usable);

  test.each(['3300', '3500'])('counts in the risk at its last price of %s', (price) => {
    expect(riskOf(withEth(price, 'closed'))).toEqual(riskOf(withEth(price, 'live')));
  });

  test('counts by its loss for openings', () => {
    expect(usableOf(withEth('3500', 'closed'))).toBe(usableOf(withEth('3500', 'live')));
  });

  test('keeps a gap in the account, as the server does', () => {
    const { usable, setAside } = withEth('3500', 'closed');
    // 10 % of 3 ETH at 3500.
    expect(setAside).toEqual([{ marketId: ETH, doubt: 'closed', amount: amountOf('1050') }]);
    expect(amountText(withEth('3500', 'live').usable - usable)).toBe('1050');
  });

  test('does not count by its profit for openings, as on the server', () => {
    const open = withEth('3300', 'live');
    const closed = withEth('3300', 'closed');
    // The profit of 357.93 of the short; a price without profit or loss.
    expect(usableOf(closed)).toBe(usableOf(withEth('3419.31', 'live')));
    expect(amountText(open.countedResult - closed.countedResult)).toBe('357.93');
  });
});

describe('closing several positions', () => {
  test('counts those of the scope, their profit, and those without a live price', () => {
    const portfolio = holding();
    expect(closingPreview(portfolio, 'all', null).positions).toHaveLength(2);
    expect(amountText(closingPreview(portfolio, 'all', null).profit)).toBe('-809.4325');
    expect(closingPreview(portfolio, 'short', null).positions[0]?.order.id).toBe(SHORT.id);
    expect(closingPreview(portfolio, 'market', BTC).positions[0]?.order.id).toBe(LONG.id);
    expect(closingPreview(portfolio, 'market', null).positions).toEqual([]);
  });

  test('leaves out positions that wait to be closed, and counts a frozen market as waiting', () => {
    const closing = { ...SHORT, state: 'closing' } as const;
    expect(
      closingPreview(holding({ orders: [LONG, closing] }), 'all', null).positions,
    ).toHaveLength(1);
    const frozen = portfolioOf({
      cash: { available: 0n, frozen: 0n, debt: 0n },
      orders: [LONG],
      markets: new Map([[BTC, BTC_MARKET]]),
      marks: new Map([[BTC, { ...live('95000'), state: 'frozen' }]]),
      now: STAGE_NOW_MS,
    });
    expect(closingPreview(frozen, 'all', null).waiting).toBe(1);
  });

  test.each([
    [1, 251],
    [0, 250],
  ])('counts %i older order as waiting at a distance of %i millionths', (waiting, apartPpm) => {
    const older = { ...LONG, id: '104', fee_ppm: 300 };
    const portfolio = portfolioOf({
      cash: { available: 0n, frozen: 0n, debt: 0n },
      orders: [LONG, older],
      markets: new Map([[BTC, BTC_MARKET]]),
      marks: new Map([[BTC, { ...live('95000'), apartPpm }]]),
      now: STAGE_NOW_MS,
    });
    const { positions, waiting: counted } = closingPreview(portfolio, 'long', null);
    expect([positions.length, counted]).toEqual([2, waiting]);
  });
});
