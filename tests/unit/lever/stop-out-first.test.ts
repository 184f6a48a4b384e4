/** A stop-loss beyond the stop-out price, in the ticket and for open orders. */
import { describe, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import type { LeverOrderInfo } from '../../../contract/lever/lever.ts';
import { targetTicks, ticketFigures } from '../../../machines/app/lever/lever-ticket.figures.ts';
import { stopOutBeforeStop } from '../../../machines/app/lever/targets.figures.ts';
import { stopOutBefore } from '../../../machines/app/lever/targets.rules.ts';
import { LONG, MARKETS, PENDING, SHORT } from '../../support/lever/stage/stage-data.ts';
import {
  BTC_MARKET,
  facts,
  FIELDS,
  flat,
  holding,
  live,
  problems,
} from '../../support/lever/stage/ticket-account.ts';

describe('a stop-loss beyond the stop-out price', () => {
  // Vector V6: with 3000 USDT the long of vector V1 is stopped out at 87749.82.
  const ofTicket = (stopLoss: string) =>
    ticketFigures({ ...FIELDS, stopLoss }, facts({ portfolio: flat('3000') }));

  test('is allowed in the ticket, which names the price that comes first', () => {
    expect(ofTicket('87749.81')?.stopOutBefore).toBe(8_774_982);
    expect(problems({ stopLoss: '87749.81' }, facts({ portfolio: flat('3000') }))).toEqual([]);
  });

  test('begins a tick below the stop-out price, because the stop-loss comes first at one price', () => {
    expect(ofTicket('87749.82')?.stopOutBefore).toBeNull();
    expect(ofTicket('')?.stopOutBefore).toBeNull();
    expect(ofTicket('87749.815')?.stopOutBefore).toBeNull();
  });

  test('is what a loss of half of the margin gives at a lower leverage than that of other positions', () => {
    const given = facts({ mark: live('95000'), portfolio: holding() });
    const fields = { ...FIELDS, lots: '25', multiple: '2' };
    const { entry } = ensure(ticketFigures(fields, given), 'figures');
    const ticks = targetTicks('stopLoss', 50, { direction: 'long', multiple: 2, entry });
    const stopLoss = String((ticks ?? 0) / 100);
    const figures = ticketFigures({ ...fields, stopLoss }, given);
    const stopOut = ensure(figures?.after?.stopOutTicks ?? null, 'a stop-out price');
    expect(figures?.stopOutBefore).toBe(stopOut);
  });

  test('is named for a position of each direction, by the account at the marks', () => {
    const before = (stopLoss: string, order: LeverOrderInfo, at: number) =>
      stopOutBeforeStop(stopLoss, order, ensure(MARKETS[at], 'a market'), holding());
    // Vector V7.
    expect(before('82790.19', LONG, 0)).toBe(8_279_020);
    expect(before('82790.2', LONG, 0)).toBeNull();
    expect(before('4517.5', SHORT, 1)).toBe(451_749);
    expect(before('4517.49', SHORT, 1)).toBeNull();
  });

  test('is named for a pending order by the account after its opening', () => {
    const before = (stopLoss: string) =>
      stopOutBeforeStop(stopLoss, PENDING, BTC_MARKET, holding());
    const ticket = { ...FIELDS, type: 'limit', lots: '10', price: '93000' } as const;
    const mark = live('95000');
    const { after } = ensure(
      ticketFigures(ticket, facts({ mark, portfolio: holding() })),
      'figures',
    );
    const ticks = ensure(after?.stopOutTicks ?? null, 'a stop-out price');
    expect(before(String((ticks - 1) / 100))).toBe(ticks);
    expect(before(String(ticks / 100))).toBeNull();
  });

  test('is none while the stop-out price of a hedged account lies on the other side of the mark', () => {
    const market = { price_scale: 0 };
    const hedged = { direction: 'long', markTicks: 100, stopOutTicks: 120 } as const;
    expect(stopOutBefore('90', market, hedged)).toBeNull();
    const other = { direction: 'short', markTicks: 100, stopOutTicks: 80 } as const;
    expect(stopOutBefore('110', market, other)).toBeNull();
    expect(stopOutBefore('90', market, { ...hedged, stopOutTicks: null })).toBeNull();
  });
});
