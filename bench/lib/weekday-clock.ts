/**
 * Imported by a bench, and preloaded by its server: moves the clock of the process by whole days, to a time at which forex
 * trades. A bench at a weekend then has the marks of all markets.
 */
import { isTrading } from '../../contract/figures/trading-calendar.ts';
import { DAY_MS, HOUR_MS } from '../../contract/time.ts';

/** No bench lasts so long. */
const LASTING_MS = HOUR_MS;

const realNow = Date.now.bind(Date);
const isOpenIn = (days: number): boolean =>
  [0, LASTING_MS].every((ms) => isTrading('forex', realNow() + days * DAY_MS + ms));
let days = 0;
while (!isOpenIn(days)) days += 1;

/** Days between the clock of the process and that of the machine; 0 during a week. */
export const DAYS_AHEAD = days;
Date.now = () => realNow() + days * DAY_MS;
