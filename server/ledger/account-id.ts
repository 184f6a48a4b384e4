/** Computes the number of an account type and currency on the wire (`account.id`). */

/** Above every currency id. */
const CURRENCIES_MAX = 1_000_000;

/** The result is unique among the accounts of one owner. */
export const accountIdOf = (accountType: number, currencyId: number): number =>
  accountType * CURRENCIES_MAX + currencyId;
