/** The decimals that each figure of the ticket shows. */
import { glanceScale, roomyScale } from '../../format/glance.ts';
import type { TicketFigures } from '../../../machines/app/spot/order-ticket.figures.ts';

/** The digits of an exact figure that fit next to its name. */
const EXACT_DIGITS = 9;

export interface TicketCodes {
  readonly side: 'buy' | 'sell';
  readonly base: string;
  readonly quote: string;
}

export interface TicketScales {
  readonly total: number;
  /** Of the fee and of what is received: one for both. */
  readonly proceeds: number;
}

/** Decimals of the figures of a ticket: few of an estimate, as many as there is room for of exact ones. */
export function ticketScales(figures: TicketFigures, codes: TicketCodes): TicketScales {
  const { total, quantity, fee, isEstimate } = figures;
  const isBuy = codes.side === 'buy';
  const scaleOf = (least: string, whole: string, code: string) =>
    Math.max(glanceScale(least, code), isEstimate ? 0 : roomyScale(whole, EXACT_DIGITS));
  const proceeds = scaleOf(fee, isBuy ? quantity : total, isBuy ? codes.base : codes.quote);
  // A sell is paid in the currency of its total: all three are read as one sum, to the last digit but one where they are cut.
  return { total: isBuy ? scaleOf(total, total, codes.quote) : proceeds, proceeds };
}
