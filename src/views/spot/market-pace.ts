/** The interval at which a market's status and day figures reload. */
import { SECOND_MS } from '../../../contract/time.ts';

/** Reload interval of the market's status and of the day figures. */
export const MARKET_EVERY_MS = 15 * SECOND_MS;
