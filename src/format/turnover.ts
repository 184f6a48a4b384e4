/** Formats turnover, in the quote currency. */
import type { Locale } from '../../contract/languages.ts';
import { formatFull, formatMillions, formatPrice } from './number.ts';

/**
 * Returns a turnover in the quote currency (RULES "Figures on screen"): from 1,000,000 on in
 * millions with two decimals and M (SPEC 9), below it grouped digits without decimals.
 */
export function formatTurnover(locale: Locale, text: string): string {
  const whole = text.split('.', 1)[0] ?? '';
  if (/^\d{7,}$/.test(whole)) return formatMillions(locale, text);
  return formatPrice(locale, whole, 0);
}

/** Returns the turnover with every digit. */
export const formatWholeTurnover = (locale: Locale, text: string): string =>
  formatFull(locale, text);
