/** Tells apart what is wrong with one record from what concerns all of them. */
import { isDatabaseUnavailable, sqlStateOf } from '../../kit/db/transaction.ts';

/** Whether it may be logged and left, while others are taken further: it is not of the database. */
export const isOfOneRecord = (error: unknown): boolean =>
  sqlStateOf(error) === undefined && !isDatabaseUnavailable(error);
