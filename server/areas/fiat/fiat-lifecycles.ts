/** The lifecycles of fiat trading, by kind. */
import { FIAT_AD } from './ads/ad-lifecycle.ts';
import { FIAT_ORDER } from './orders/order-lifecycle.ts';

export const FIAT_LIFECYCLES = { 'fiat-order': FIAT_ORDER, 'fiat-ad': FIAT_AD };
