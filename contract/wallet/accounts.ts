/** Accounts of a user: available, frozen, and their total value. */
import { z } from 'zod';
import { currencyIdField, decimalText, wholeNumber } from '../schemas/fields.ts';

/** `account_type_id` of users' accounts. */
export const ACCOUNT_TYPES = {
  spot: 1,
  contract: 2,
  fiat: 3,
  fast_contract: 4,
  financial: 5,
} as const;

/** Accounts between which users transfer. Only its products move money of the financial account (RULES). */
export const TRANSFER_ACCOUNT_TYPES: readonly number[] = [
  ACCOUNT_TYPES.spot,
  ACCOUNT_TYPES.contract,
  ACCOUNT_TYPES.fiat,
  ACCOUNT_TYPES.fast_contract,
];

const accountTypeId = z.union(Object.values(ACCOUNT_TYPES).map((id) => z.literal(id)));
export const accountTypeIdField = wholeNumber(1, 5);
/** Currency of the totals. */
const equivalentField = z
  .string()
  .regex(/^[A-Z0-9]{2,10}$/)
  .default('USDT');

export const account = z.object({
  /** Unique among the accounts of the user. */
  id: z.int(),
  account_type_id: accountTypeId,
  currency_id: z.int(),
  currency_code: z.string(),
  currency_name: z.string(),
  /** Decimals of the currency. */
  scale: z.int(),
  available: decimalText,
  frozen: decimalText,
  /** Available and frozen in the equivalent currency at last prices, rounded down; null without a price. */
  equivalent: decimalText.nullable(),
});

/** The changing part of an account, pushed by the USER channel. */
export const balance = account.pick({
  id: true,
  account_type_id: true,
  currency_id: true,
  currency_code: true,
  available: true,
  frozen: true,
});

const accountGroup = z.object({
  account_type_id: accountTypeId,
  /** Sum of the known equivalents. */
  equivalent: decimalText,
  accounts: z.array(account),
});

/** Filters of the result; contradicting filters leave nothing (SPEC 7). */
const choiceFields = {
  account_type_id: accountTypeIdField.optional(),
  currency_id: currencyIdField.optional(),
  id: wholeNumber(1, 9_999_999).optional(),
};

export const listAccountsQuery = z.strictObject({
  ...choiceFields,
  equivalent_currency_code: equivalentField,
});
export const accountList = z.object({
  equivalent_currency_code: z.string(),
  /** Sum over all account types. */
  equivalent: decimalText,
  /** One entry per account type, in the order of `ACCOUNT_TYPES`; accounts that never held anything are left out. */
  groups: z.array(accountGroup),
});

/** If several accounts match, the one with the lowest id is returned. */
export const getAccountQuery = listAccountsQuery;

export type AccountTypeId = z.infer<typeof accountTypeId>;
export type Account = z.infer<typeof account>;
export type Balance = z.infer<typeof balance>;
export type AccountGroup = z.infer<typeof accountGroup>;
export type AccountList = z.infer<typeof accountList>;
