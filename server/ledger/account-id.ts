/** The number that stands for an account type and a currency on the wire (`account.id`). */

/** More than any currency id. */
const CURRENCIES_MAX = 1_000_000;

/** Unique among the accounts of one owner. */
export const accountIdOf = (accountType: number, currencyId: number): number =>
  accountType * CURRENCIES_MAX + currencyId;
