/** The sides and states of orders in filters. */
import type { OrderSide, OrderState } from '../../../contract/spot/spot.ts';

export const ORDER_SIDES: readonly OrderSide[] = ['buy', 'sell'];
export const ORDER_STATES: readonly OrderState[] = ['paid', 'executed', 'cancelled'];

/** Returns the side or state of a text; undefined for any other text. */
export const orderSide = (text: string | null) => ORDER_SIDES.find((side) => side === text);
export const orderState = (text: string | null) => ORDER_STATES.find((state) => state === text);
