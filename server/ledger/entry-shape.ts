/** Builds the shape of an entry on an account of one type, for the registration of an area with the verifier. */
import type { EntryShape, Sign } from './ledger-book.types.ts';

export const entryShape = (
  owner: EntryShape['owner'],
  accountType: number,
  available: readonly Sign[],
  frozen: readonly Sign[] = [0],
): EntryShape => ({ owner, accountTypes: [accountType], available, frozen });
