/** The rules of the order ticket: problems of the input, best prices, changes of the unit. */
import { describe, expect, test } from 'vitest';
import { percentOfSize, sizeOfPercent } from '../../../machines/app/spot/order-ticket.figures.ts';
import {
  editedFields,
  isFarFromMarket,
  ticketOrder,
  ticketProblems,
} from '../../../machines/app/spot/order-ticket.rules.ts';
import type { TicketFacts, TicketFields } from '../../../machines/app/spot/order-ticket.types.ts';
import { LIMIT_BUY, TICKET_FACTS, TICKET_MARKET } from '../../support/spot/ticket-facts.ts';

const EMPTY_BOOK: TicketFacts = { ...TICKET_FACTS, book: { bids: [], asks: [] } };
const UNKNOWN: TicketFacts = {
  ...TICKET_FACTS,
  book: null,
  available: { base: null, quote: null },
};
const market = (fields: Partial<TicketFields>): TicketFields => ({
  ...LIMIT_BUY,
  kind: 'market',
  ...fields,
});

describe('problems of a ticket', () => {
  test.each([
    ['a good limit buy', LIMIT_BUY, []],
    ['no price', { ...LIMIT_BUY, price: '' }, ['price invalid_request']],
    ['a price of zero', { ...LIMIT_BUY, price: '0.00' }, ['price invalid_request']],
    [
      'a price between two ticks',
      { ...LIMIT_BUY, price: '97000.001' },
      ['price price_not_on_tick'],
    ],
    ['a price of 21 digits', { ...LIMIT_BUY, price: '9'.repeat(21) }, ['price price_outside_band']],
    ['a size of 21 digits', { ...LIMIT_BUY, size: '9'.repeat(21) }, ['size order_too_large']],
    [
      'an amount of 20 digits after zeros',
      market({ size: `000${'9'.repeat(20)}` }),
      ['size insufficient_balance'],
    ],
    ['no size', { ...LIMIT_BUY, size: '' }, ['size invalid_request']],
    ['a size between two steps', { ...LIMIT_BUY, size: '0.000001' }, ['size quantity_not_on_step']],
    ['less than the minimum worth', { ...LIMIT_BUY, size: '0.0001' }, ['size notional_too_small']],
    ['exactly the minimum worth', { ...LIMIT_BUY, price: '100', size: '0.1' }, []],
    ['more than the balance', { ...LIMIT_BUY, size: '0.51547' }, ['size insufficient_balance']],
    ['all of the balance', { ...LIMIT_BUY, price: '50000', size: '1' }, []],
    [
      'more than the balance to sell',
      { ...LIMIT_BUY, side: 'sell', size: '1.1' },
      ['size insufficient_balance'],
    ],
    ['a market buy by amount', market({ size: '49999.99' }), []],
    [
      'more than the balance by amount',
      market({ size: '50000.01' }),
      ['size insufficient_balance'],
    ],
    ['too little by amount', market({ size: '9.99' }), ['size notional_too_small']],
    [
      'an amount finer than any currency',
      market({ size: `0.${'1'.repeat(19)}` }),
      ['size invalid_request'],
    ],
  ] as const)('%s', (_, fields, expected) => {
    const found = ticketProblems(fields, TICKET_FACTS);
    expect(found.map(({ field, error }) => `${field} ${error}`)).toEqual(expected);
  });

  test('an empty side has no best price', () => {
    expect(ticketProblems(market({ size: '100' }), EMPTY_BOOK)).toEqual([
      { field: 'size', error: 'no_best_price' },
    ]);
  });

  test('a rule without its data is left to the server', () => {
    expect(ticketProblems({ ...LIMIT_BUY, size: '1000' }, UNKNOWN)).toEqual([]);
    expect(ticketProblems(market({ size: '1000000' }), UNKNOWN)).toEqual([]);
  });

  test.each([
    ['cancel_only', 'market_cancel_only'],
    ['halted', 'market_halted'],
  ] as const)('a market that is %s takes no order', (status, error) => {
    const facts = { ...TICKET_FACTS, market: { ...TICKET_MARKET, status } };
    expect(ticketProblems(LIMIT_BUY, facts)).toEqual([{ field: null, error }]);
  });
});

describe('editing', () => {
  test('a size in one currency never becomes one in another', () => {
    expect(editedFields(LIMIT_BUY, { kind: 'market' })).toMatchObject({ size: '' });
    expect(editedFields({ ...LIMIT_BUY, side: 'sell' }, { kind: 'market' })).toMatchObject({
      size: '0.5',
    });
    expect(editedFields(market({}), { sizedBy: 'quantity' })).toMatchObject({ size: '' });
  });

  test('a share of one balance is no share of the other', () => {
    const chosen = { ...LIMIT_BUY, percent: 50 };
    expect(editedFields(chosen, { side: 'sell' })).toMatchObject({ size: '', percent: null });
    expect(editedFields(LIMIT_BUY, { side: 'sell' })).toMatchObject({ size: '0.5' });
  });

  test('after a typed size or price the share is no longer the slider’s', () => {
    const chosen = { ...LIMIT_BUY, percent: 50 };
    expect(editedFields(chosen, { size: '0.1' })).toMatchObject({ percent: null });
    expect(editedFields(chosen, { price: '1' })).toMatchObject({ size: '0.5', percent: null });
    expect(editedFields(chosen, { size: '0.1', percent: 20 })).toMatchObject({ percent: 20 });
  });
});

describe('the slider', () => {
  test('needs the price of a limit buy and a known balance', () => {
    expect(sizeOfPercent({ ...LIMIT_BUY, price: '' }, TICKET_FACTS, 50)).toBeNull();
    expect(sizeOfPercent(LIMIT_BUY, UNKNOWN, 50)).toBeNull();
    expect(sizeOfPercent({ ...LIMIT_BUY, price: '25000' }, TICKET_FACTS, 50)).toBe('1');
  });

  test('shows what a typed size spends', () => {
    expect(percentOfSize({ ...LIMIT_BUY, price: '25000', size: '1' }, TICKET_FACTS)).toBe(50);
    expect(percentOfSize({ ...LIMIT_BUY, price: '25000', size: '9' }, TICKET_FACTS)).toBe(100);
  });
});

test('a limit beyond the band around the last price is warned of, a market order never', () => {
  expect(isFarFromMarket({ ...LIMIT_BUY, price: '106700' }, TICKET_FACTS)).toBe(false);
  expect(isFarFromMarket({ ...LIMIT_BUY, price: '106700.01' }, TICKET_FACTS)).toBe(true);
  expect(isFarFromMarket({ ...LIMIT_BUY, price: '87299.99' }, TICKET_FACTS)).toBe(true);
  expect(isFarFromMarket(market({ price: '1' }), TICKET_FACTS)).toBe(false);
});

test('the order has the fields of its kind only, in canonical spelling', () => {
  expect(ticketOrder({ ...LIMIT_BUY, price: '097000.50', size: '.5' }, 7)).toEqual({
    matchId: 7,
    side: 'buy',
    kind: 'limit',
    price: '97000.5',
    quantity: '0.5',
    amount: null,
  });
  expect(ticketOrder(market({ size: '100' }), 7)).toMatchObject({
    price: null,
    quantity: null,
    amount: '100',
  });
});
