/** Column types that several tables use. */
import { bigint, numeric } from 'drizzle-orm/pg-core';

/** Milliseconds since 1970-01-01T00:00:00Z. */
export const epochMs = (name: string) => bigint(name, { mode: 'number' });
/** Integers that a double holds exactly: ids, counters. */
export const whole = (name: string) => bigint(name, { mode: 'number' });
/** Smallest units of the row's currency. */
export const units = (name: string) => numeric(name, { mode: 'bigint', precision: 38, scale: 0 });
/** The primary key of rows that are numbered in the order of their insertion. */
export const identity = () =>
  bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity();
