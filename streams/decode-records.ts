/** Deposits, withdrawals, verification and feedback in frames of USER: each field that the client reads. */
import type { Feedback } from '../contract/people/people.ts';
import type { Verification } from '../contract/verification/verification.ts';
import type { Deposit, Withdrawal } from '../contract/wallet/wallet.ts';
import { isDecimal, isFields, isText, isWhole } from './field-checks.ts';

type Check = (value: unknown) => boolean;
/** A new field of the record does not compile until it is checked. */
export type Checks<Record> = { readonly [Field in keyof Record]-?: Check };

export const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);

const DEPOSIT: Checks<Deposit> = {
  id: isText,
  currency_id: isWhole,
  currency_code: isText,
  chain: isText,
  amount: isDecimal,
  address: isText,
  transaction_hash: isText,
  state: isText,
  phase: isText,
  confirmations: isWhole,
  credit_confirmations: isWhole,
  unlock_confirmations: isWhole,
  revision: isWhole,
  created_at: isWhole,
  updated_at: isWhole,
};
const WITHDRAWAL: Checks<Withdrawal> = {
  id: isText,
  currency_id: isWhole,
  currency_code: isText,
  chain: isText,
  address: isText,
  amount: isDecimal,
  fee: isDecimal,
  arrival_amount: isDecimal,
  state: isText,
  phase: isText,
  transaction_hash: orNull(isText),
  confirmations: isWhole,
  required_confirmations: isWhole,
  reason: orNull(isText),
  reason_text: orNull(isText),
  revision: isWhole,
  created_at: isWhole,
  updated_at: isWhole,
};
const VERIFICATION: Checks<Verification> = {
  state: isText,
  revision: isWhole,
  id_type: orNull(isText),
  name: orNull(isText),
  card_id: orNull(isText),
  real_name: orNull(isText),
  submitted_at: orNull(isWhole),
  reviewed_at: orNull(isWhole),
  reason: orNull(isText),
  reason_text: orNull(isText),
  daily_limit: isDecimal,
  certified_daily_limit: isDecimal,
};
const FEEDBACK: Checks<Feedback> = {
  id: isText,
  type: isText,
  title: isText,
  state: isText,
  revision: isWhole,
  created_at: isWhole,
  updated_at: isWhole,
};

/** By kind of the event, which is also the name of the record in it. */
const RECORDS: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  deposit: DEPOSIT,
  withdrawal: WITHDRAWAL,
  verification: VERIFICATION,
  feedback: FEEDBACK,
};

/** Whether `kind` names a record and `record` is one, whole. */
export function isRecordOf(kind: unknown, record: unknown): boolean {
  const checks = typeof kind === 'string' && Object.hasOwn(RECORDS, kind) && RECORDS[kind];
  return checks ? fitsAll(record, checks) : false;
}

/** Whether `record` has every field, each as its check wants it. */
export function fitsAll(record: unknown, checks: Readonly<Record<string, Check>>): boolean {
  return isFields(record) && Object.entries(checks).every(([field, check]) => check(record[field]));
}
