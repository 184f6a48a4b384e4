/** Checks of contract orders, warnings and marks in frames: each field that the client reads. */
import type { LeverMarkQuote, LeverOrderInfo } from '../contract/lever/lever.ts';
import type { UserRecords } from '../contract/user-records.ts';
import { fits, isDecimal, isText, isWhole, orNull } from './field-checks.ts';

const isFlag = (value: unknown): boolean => typeof value === 'boolean';

export const isLeverOrder = fits<LeverOrderInfo>({
  id: isText,
  lever_market_id: isWhole,
  direction: isText,
  type: isText,
  state: isText,
  lots: isWhole,
  multiple: isWhole,
  price: orNull(isDecimal),
  take_profit: orNull(isDecimal),
  stop_loss: orNull(isDecimal),
  spread_ppm: isWhole,
  fee_ppm: isWhole,
  night_ppm: isWhole,
  reserve: isDecimal,
  open_price: orNull(isDecimal),
  margin: orNull(isDecimal),
  fee: orNull(isDecimal),
  night_fee: orNull(isDecimal),
  opened_at: orNull(isWhole),
  close_reason: orNull(isText),
  close_price: orNull(isDecimal),
  profit: orNull(isDecimal),
  overnight_fee: orNull(isDecimal),
  closed_at: orNull(isWhole),
  cancel_reason: orNull(isText),
  revision: isWhole,
  created_at: isWhole,
});

export const isLeverWarning = fits<UserRecords['lever_warning']>({
  level: isText,
  equity: isDecimal,
  margin: isDecimal,
  ratio_bp: isWhole,
  time: isWhole,
});

export const isMarkQuote = fits<LeverMarkQuote>({
  price: orNull(isDecimal),
  status: isText,
  state: isText,
  reason: orNull(isText),
  is_agreed: isFlag,
  apart_ppm: orNull(isWhole),
  close_only: isFlag,
  changed_at: isWhole,
  time: isWhole,
});
