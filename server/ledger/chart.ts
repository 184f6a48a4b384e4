/** The chart of accounts: the owners of accounts, and the account types. */

/** Owners that are not users: never above 0. */
export const OWNERS = {
  house: 0,
  /**
   * Quotes both sides of the markets, with accounts of its own, as an ordinary client of the
   * engine.
   */
  marketMaker: -1,
  /** Trades with the market maker on the demo exchange, so that the demo shows trades. */
  demoFlow: -2,
} as const;

/** Returns whether the owner is the exchange or a built-in trader, not a user. */
export const isHouse = (ownerId: number): boolean => ownerId <= OWNERS.house;

/** Types of house accounts; `ACCOUNT_TYPES` has the types of users. */
export const HOUSE_ACCOUNTS = {
  /** Minus the sum that the exchange holds for all owners. */
  custody: 100,
  /** Fees received. */
  fees: 101,
  /** Minus the reversed deposits that were credited and not recovered from their owners yet. */
  reversed: 103,
  /** Counterparty of every contract: its balance, or minus its debt. */
  leverPool: 110,
  /** Pays debts of contract accounts that no position covers. */
  leverInsurance: 111,
  /** Opening and overnight fees of contracts received. */
  leverFees: 112,
  /** Counterparty of every fast contract; its frozen part is promised to open ones. Never below 0. */
  microPool: 120,
  /** Pays the dividends of staking; its frozen part is what positions were promised. */
  stakingFund: 130,
  /** Tokens of issuers; its frozen part is what published offerings promise. */
  ieoTokens: 131,
  /** Payments of users for tokens. */
  ieoProceeds: 132,
} as const;

/**
 * A user's money in transit from the general to the spot journal, see `Postings`. Each user has
 * a transit account, because with a common one all transfers would wait for one row.
 */
export const TRANSIT_ACCOUNT = 102;

/** Like {@link TRANSIT_ACCOUNT}, towards the contract and fast-contract accounts. */
export const DEALING_TRANSIT_ACCOUNT = 104;

/** Minus the cost of a user's closed positions beyond margin and balance, while other positions cover it. */
export const LEVER_DEBT_ACCOUNT = 105;

/** Returns whether money of a user is on its way in an account of this type. */
export const isTransit = (accountType: number): boolean =>
  accountType === TRANSIT_ACCOUNT || accountType === DEALING_TRANSIT_ACCOUNT;

/** Returns whether the account may be negative. */
export const mayOwe = (accountType: number): boolean =>
  accountType === HOUSE_ACCOUNTS.custody ||
  accountType === HOUSE_ACCOUNTS.reversed ||
  accountType === HOUSE_ACCOUNTS.leverPool ||
  accountType === LEVER_DEBT_ACCOUNT;

/** Numbering of movements; see `ledger_movements`. */
export const JOURNALS = { general: 1, spot: 2, dealing: 3 } as const;
