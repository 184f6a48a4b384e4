/** The decimals that each figure of the ticket shows. */
import { glanceScale, roomyScale } from '../../format/glance.ts';
import type { TicketFigures } from '../../../machines/app/spot/order-ticket.figures.ts';

/** Number of digits of an exact figure that fit next to its label. */
const EXACT_DIGITS = 9;

interface TicketCodes {
  readonly side: 'buy' | 'sell';
  readonly base: string;
  readonly quote: string;
}

interface TicketScales {
  readonly total: number;
  /** Common decimals of the fee and of the received amount. */
  readonly proceeds: number;
}

/**
 * Returns the decimals of the figures of a ticket: few for an estimate, as many as fit for exact
 * ones.
 */
export function ticketScales(figures: TicketFigures, codes: TicketCodes): TicketScales {
  const { total, quantity, fee, isEstimate } = figures;
  const isBuy = codes.side === 'buy';
  const scaleOf = (least: string, whole: string, code: string) =>
    Math.max(glanceScale(least, code), isEstimate ? 0 : roomyScale(whole, EXACT_DIGITS));
  const proceeds = scaleOf(fee, isBuy ? quantity : total, isBuy ? codes.base : codes.quote);
  // The fee and proceeds of a sell are in the currency of its total, so all three have the same
  // decimals and add up, except for rounding in the last digit.
  return { total: isBuy ? scaleOf(total, total, codes.quote) : proceeds, proceeds };
}
