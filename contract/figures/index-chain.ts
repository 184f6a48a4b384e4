/** The chain of the index log: every line is hashed with the hash before it, and every minute is signed. */
import type { EpochMs } from '../time.ts';
import type { TradingHours } from './trading-calendar.ts';

/** Returns the SHA-256 of the bytes of an ASCII text, as 64 hexadecimal digits in lower case. */
export type Sha256 = (ascii: string) => string;

/** The head before the first line of an instrument. */
export const FIRST_HEAD = '0'.repeat(64);

/** Returns the head after a line: the SHA-256 of the head before it, a line feed, and the line. */
export const nextHead = (sha256: Sha256, head: string, line: string): string =>
  sha256(`${head}\n${line}`);

/** Orders of fast contracts on an instrument whose receipts name a point of the minute, by direction. */
export interface MinuteOrders {
  readonly up: number;
  readonly down: number;
}

/** The signed end of the lines of one minute and segment. */
export interface MinuteHead {
  readonly instrument: string;
  readonly hours: TradingHours;
  readonly segment: number;
  /** Start of the minute. */
  readonly minuteMs: EpochMs;
  /** Times of the first and the last record. */
  readonly firstMs: EpochMs;
  readonly lastMs: EpochMs;
  /** Lines, with the line that opens the segment. */
  readonly lineCount: number;
  /** Heads before the first and after the last line, in hexadecimal digits. */
  readonly headBefore: string;
  readonly head: string;
  /** Null for a minute that was signed before orders were counted. */
  readonly orders: MinuteOrders | null;
}

/** Returns the text whose bytes are signed with Ed25519. */
export const signedText = (minute: MinuteHead): string =>
  [
    minute.orders === null ? 'meridian-index-minute/1' : 'meridian-index-minute/2',
    minute.instrument,
    minute.hours,
    minute.segment,
    minute.minuteMs,
    minute.firstMs,
    minute.lastMs,
    minute.lineCount,
    minute.headBefore,
    minute.head,
    ...(minute.orders === null ? [] : [minute.orders.up, minute.orders.down]),
  ].join(' ');
