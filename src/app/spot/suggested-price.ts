/** The initial limit price of an untouched ticket. Prices are decimal texts, as typed. */
import type { Observable } from 'rxjs';
import type { Quotation } from '../../../contract/market/market.ts';
import { hasPrice } from '../../format/no-price.ts';
import type { Stamped } from '../../../streams/latest-board.ts';
import type { OrderTicketActor } from './order-tickets.ts';

/** Returns the last price as a limit; empty in a market without a price. */
export const limitOf = (lastPrice: string): string => (hasPrice(lastPrice) ? lastPrice : '');

/**
 * Suggests a price for a ticket without a size: first `known`, then the feed's last price, and
 * finally the first new price, because the others may be outdated. The ticket keeps a price that the
 * user has chosen.
 *
 * @returns a function that ends it early.
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
    // Problems of the fields are about this price.
    const isUntouched = fields.price === suggested && problems.length === 0;
    // A price of an earlier visit is no better than the listed one.
    const isNew = generation > 0 && hasPrice(value.close);
    if (isUntouched && isEmpty(ticket) && isNew) suggest(value.close);
    if (isArriving) listening.unsubscribe();
  });
  isArriving = true;
  return () => listening.unsubscribe();
}

function isEmpty(ticket: OrderTicketActor): boolean {
  const snapshot = ticket.getSnapshot();
  return snapshot.context.fields.size === '' && snapshot.matches('ready');
}
