/** What was traded within a day in the quote currency: what was traded of the base currency, at the last price. */
import type { Locale } from '../../contract/languages.ts';
import { formatMillions, formatPrice } from './number.ts';

/** `turnoverOf({ volume: '2.5', close: '64000' })` is `160000.00`; `0` of what is no number. An estimate: no sum is made of it. */
export function turnoverOf(day: { readonly volume: string; readonly close: string }): string {
  const turnover = Number(day.volume) * Number(day.close);
  return Number.isFinite(turnover) ? turnover.toFixed(2) : '0';
}

/**
 * What was traded, in the quote currency (RULES "Figures on screen"): from 1,000,000 on in millions with two
 * decimals and M (SPEC 9), below it grouped digits without decimals.
 */
export function formatTurnover(locale: Locale, text: string): string {
  const whole = text.split('.', 1)[0] ?? '';
  if (/^\d{7,}$/.test(whole)) return formatMillions(locale, text);
  return formatPrice(locale, whole, 0);
}
