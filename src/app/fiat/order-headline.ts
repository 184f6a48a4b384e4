/** The headline of an order: by its state, and by the decision where an operator has ended it. */
import type { FiatOrder } from '../../../contract/fiat/fiat-order.ts';

/**
 * Returns the name of the headline. A decision is named, because "canceled" hides from the seller that the coins came
 * back, and from the buyer that they are lost.
 */
export const headlineOf = ({ state, end }: Pick<FiatOrder, 'state' | 'end'>) =>
  end === 'awarded_to_seller' || end === 'awarded_to_buyer' ? end : state;
