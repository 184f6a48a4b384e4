/** The chart of accounts: who owns accounts, and which types there are. */

/** Owners that are not users: never above 0. */
export const OWNERS = {
  house: 0,
  /** Quotes both sides of the markets, with accounts of its own, as an ordinary client of the engine. */
  marketMaker: -1,
  /** Takes from the market maker on the demo exchange, so that there are deals to look at. */
  demoFlow: -2,
} as const;

/** Whether it is one of the house's owners, and not a user. */
export const isHouse = (ownerId: number): boolean => ownerId <= OWNERS.house;

/** Account types of the house; people have those of `ACCOUNT_TYPES`. */
export const HOUSE_ACCOUNTS = {
  /** Minus what the exchange holds for everybody. */
  custody: 100,
  /** Fees that were taken. */
  fees: 101,
  /** Minus what chains took back of credited deposits and was not recovered from their owners yet. */
  reversed: 103,
} as const;

/**
 * Money of a person on its way from the general journal into the spot journal, see `SpotPostings`.
 * Each person has their own: one account for everybody would make all transfers wait for one row.
 */
export const TRANSIT_ACCOUNT = 102;

/** The accounts that may be below zero. */
export const mayOwe = (accountType: number): boolean =>
  accountType === HOUSE_ACCOUNTS.custody || accountType === HOUSE_ACCOUNTS.reversed;

/** Numbering of movements; see `ledger_movements`. */
export const JOURNALS = { general: 1, spot: 2 } as const;
