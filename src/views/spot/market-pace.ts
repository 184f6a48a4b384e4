/** The interval at which a market's status and day figures reload. */
import { SECOND_MS } from '../../../contract/time.ts';

/** The status of the market and the figures of the day are read again at this pace. */
export const MARKET_EVERY_MS = 15 * SECOND_MS;
