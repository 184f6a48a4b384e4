/** The limit price of a ticket that nobody has filled in. Prices are decimal texts, as typed. */
import type { Observable } from 'rxjs';
import type { Quotation } from '../../../contract/market/market.ts';
import type { Stamped } from '../../../streams/latest-board.ts';
import type { OrderTicketActor } from './order-tickets.ts';

/** The last price as a limit; empty in a market without a deal. */
export const limitOf = (lastPrice: string): string => (lastPrice === '0' ? '' : lastPrice);

/**
 * Gives a ticket without a size the price that is `known`, then the last one of the feed, and at last
 * the first that arrives from now on: the others may be of another hour. Leaves what the person
 * chooses in between.
 *
 * @returns what ends it before.
 */
export function suggestPrice(
  ticket: OrderTicketActor,
  known: string,
  quote$: Observable<Stamped<Quotation>>,
): () => void {
  if (!isEmpty(ticket)) return () => undefined;
  let suggested = '';
  const suggest = (price: string) => {
    suggested = price;
    ticket.send({ type: 'price.suggest', price });
  };
  suggest(known);
  let isArriving = false;
  const listening = quote$.subscribe(({ value, generation }) => {
    const { fields, problems } = ticket.getSnapshot().context;
    // What is said of the fields is said of this price.
    const isUntouched = fields.price === suggested && problems.length === 0;
    // The price of an earlier visit is no better than the listed one.
    if (isUntouched && isEmpty(ticket) && generation > 0) suggest(limitOf(value.close));
    if (isArriving) listening.unsubscribe();
  });
  isArriving = true;
  return () => listening.unsubscribe();
}

function isEmpty(ticket: OrderTicketActor): boolean {
  const snapshot = ticket.getSnapshot();
  return snapshot.context.fields.size === '' && snapshot.matches('ready');
}
