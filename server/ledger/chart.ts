/** The chart of accounts: who owns accounts, and which types there are. */

/** Owners that are not users: never above 0. */
export const OWNERS = {
  house: 0,
  /** Quotes both sides of the markets, with accounts of its own, as an ordinary client of the engine. */
  marketMaker: -1,
  /** Takes from the market maker on the demo exchange, so that there are deals to look at. */
  demoFlow: -2,
} as const;

/** Account types of the house; people have those of `ACCOUNT_TYPES`. */
export const HOUSE_ACCOUNTS = {
  /** Minus what the exchange holds for everybody: the one account that may be below zero. */
  custody: 100,
  /** Fees that were taken. */
  fees: 101,
} as const;

/** Numbering of movements; see `ledger_movements`. */
export const JOURNALS = { general: 1, spot: 2 } as const;
