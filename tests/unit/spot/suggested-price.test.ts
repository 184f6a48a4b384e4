/** The price of an empty ticket, with the real feed and ticket. */
import { VirtualTimeScheduler } from 'rxjs';
import { expect, test } from 'vitest';
import { createActor, waitFor } from 'xstate';
import type { ApiClient } from '../../../src/app/core/api/api-client.ts';
import { provideOrderTicket } from '../../../src/app/spot/provide-order-ticket.ts';
import { suggestPrice } from '../../../src/app/spot/suggested-price.ts';
import type { TicketFields } from '../../../machines/app/spot/order-ticket.types.ts';
import { createFeed } from '../../../streams/feed.ts';
import { TICKET_FACTS } from '../../support/spot/ticket-facts.ts';

/** A ticket that was left with these fields, in a market whose price was `before` then. */
function setUp({
  before = '100',
  fields = {} as Partial<TicketFields>,
  call = () => new Promise<unknown>(() => undefined),
} = {}) {
  const frames = new VirtualTimeScheduler();
  const feed = createFeed({ frames, timers: frames, lingerMs: 0 });
  feed.opened(() => undefined);
  const deal = (close: string) => {
    const quotation = { close, change: '0' };
    feed.receive(JSON.stringify({ type: 'DAY_MARKET', currency_match_id: 1, quotation }));
    frames.flush();
  };
  deal(before);
  const api = { call } as unknown as ApiClient;
  const ticket = createActor(provideOrderTicket({ api, watchNetwork: () => () => undefined }), {
    input: fields,
  }).start();
  const price = () => ticket.getSnapshot().context.fields.price;
  const show = () => suggestPrice(ticket, '99', feed.quote$(1));
  const edit = (change: Partial<TicketFields>) =>
    ticket.send({ type: 'fields.edit', fields: change });
  return { ticket, price, show, edit, deal };
}

test('the price of the last visit gives way to the first one that arrives, once', () => {
  const { price, show, deal } = setUp({ fields: { price: '42' } });
  show();
  expect(price()).toBe('100');
  deal('200');
  expect(price()).toBe('200');
  deal('201');
  expect(price()).toBe('200');
});

test.each([
  ['another price', { price: '150' }, '150'],
  ['a size', { size: '1' }, '100'],
] as const)('a user who chose %s keeps the price', (_, change, kept) => {
  const { price, show, edit, deal } = setUp();
  show();
  edit(change);
  deal('200');
  expect(price()).toBe(kept);
});

test('a price whose field the user is in stays, and an empty field takes one', () => {
  const { ticket, price, show, deal } = setUp();
  ticket.send({ type: 'price.focus' });
  show();
  expect(price()).toBe('100');
  ticket.send({ type: 'price.focus' });
  deal('200');
  expect(price()).toBe('100');
});

test('a price that the user typed before the screen suggests one stays', () => {
  const { price, show, edit, deal } = setUp();
  edit({ price: '150' });
  show();
  deal('200');
  expect(price()).toBe('150');
});

test('a ticket with a size keeps its price', () => {
  const { price, show, deal } = setUp({ fields: { price: '42', size: '1' } });
  show();
  deal('200');
  expect(price()).toBe('42');
});

test('an error next to the fields is not cleared by a price', () => {
  const { ticket, show, deal } = setUp();
  show();
  ticket.send({ type: 'order.submit', key: 'key', expiresAt: 0, facts: TICKET_FACTS });
  deal('200');
  expect(ticket.getSnapshot().context.problems).toMatchObject([{ field: 'size' }]);
});

test('a user who returns after an order was placed sees the current price, and still the order', async () => {
  const { ticket, price, show, deal } = setUp({
    fields: { price: '42', size: '1' },
    call: async () => ({ ok: true, value: {} }),
  });
  ticket.send({ type: 'order.submit', key: 'key', expiresAt: 0, facts: TICKET_FACTS });
  await waitFor(ticket, (snapshot) => snapshot.matches({ ready: 'accepted' }));
  expect(price()).toBe('42');
  show();
  deal('200');
  expect(price()).toBe('200');
  expect(ticket.getSnapshot().matches({ ready: 'accepted' })).toBe(true);
});

test('a market without a trade keeps its starting price until its first trade', () => {
  const { price, show, deal } = setUp({ before: '0' });
  show();
  expect(price()).toBe('99');
  deal('200');
  expect(price()).toBe('200');
});

test('a screen that is left suggests nothing more', () => {
  const { price, show, deal } = setUp();
  show()();
  deal('200');
  expect(price()).toBe('100');
});
