/** Separates faults of one record from faults that concern all of them. */
import { isDatabaseUnavailable, sqlStateOf } from '../../kit/db/transaction.ts';

/** Whether the caller may log the error and continue with other records: it is not an error of the database. */
export const isOfOneRecord = (error: unknown): boolean =>
  sqlStateOf(error) === undefined && !isDatabaseUnavailable(error);
