/** A market that was never traded and has no outside price: the wire says `0`, and screens show a dash. */
import type { Quotation } from '../../contract/market/market.ts';
import type { Format } from './use-format.ts';

/** Stands for a figure that does not exist. */
export const NO_FIGURE = '—';

/** Whether the wire has a price: `0` is none. */
export const hasPrice = (price: string): boolean => price !== '0';

/** Returns a price with all decimals of its market, or a dash. */
export const priceOrDash = (format: Pick<Format, 'price'>, price: string, scale: number): string =>
  hasPrice(price) ? format.price(price, scale) : NO_FIGURE;

/** Returns the change of a price; null without a price. */
export const changeOf = ({ close, change }: Quotation): string | null =>
  hasPrice(close) ? change : null;
