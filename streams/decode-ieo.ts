/** Checks of offerings and token subscriptions in USER frames: each field that the client reads. */
import type { IeoSubscription, Offering } from '../contract/ieo/ieo.ts';
import { fits, isDecimal, isText, isWhole, orNull } from './field-checks.ts';

const TERMS = {
  token_currency_id: isWhole,
  token_code: isText,
  token_name: isText,
  token_scale: isWhole,
  pay_currency_id: isWhole,
  pay_code: isText,
  pay_scale: isWhole,
  issue_price: isDecimal,
  step: isDecimal,
  step_price: isDecimal,
};

export const isOffering = fits<Offering>({
  id: isText,
  ...TERMS,
  state: isText,
  progress: orNull(isText),
  offered: isDecimal,
  quantity_min: isDecimal,
  quantity_max: isDecimal,
  cap: isDecimal,
  yield_ppm: orNull(isWhole),
  preheat_at: isWhole,
  opens_at: isWhole,
  closes_at: isWhole,
  subscribed: isDecimal,
  subscribers: isWhole,
  allocated: orNull(isDecimal),
  revision: isWhole,
});

export const isIeoSubscription = fits<IeoSubscription>({
  id: isText,
  offering_id: isText,
  ...TERMS,
  state: isText,
  quantity: isDecimal,
  paid: isDecimal,
  allocated: orNull(isDecimal),
  cost: orNull(isDecimal),
  refund: orNull(isDecimal),
  entry: isText,
  salt: isText,
  subscribed_at: isWhole,
  revision: isWhole,
  updated_at: isWhole,
});
