/** Check of fast contracts and of the points of their index in frames: each field that the client reads. */
import type { IndexTickInfo } from '../contract/micro/index/price-index.ts';
import type { MicroOrderInfo } from '../contract/micro/micro.ts';
import { fits, isDecimal, isText, isWhole, orNull } from './field-checks.ts';

const isReceipt = fits<MicroOrderInfo['receipt']>({
  token: isText,
  text: isText,
  signature: isText,
});

export const isMicroOrder = fits<MicroOrderInfo>({
  id: isText,
  micro_product_id: isWhole,
  instrument: isText,
  direction: isText,
  seconds: isWhole,
  price_scale: isWhole,
  stake: isDecimal,
  currency_code: isText,
  profit_ppm: isWhole,
  loss_ppm: isWhole,
  state: isText,
  accepted_at: isWhole,
  open_price: orNull(isDecimal),
  opened_at: orNull(isWhole),
  expires_at: orNull(isWhole),
  mean_price: orNull(isDecimal),
  point_count: orNull(isWhole),
  payout: orNull(isDecimal),
  settled_at: orNull(isWhole),
  receipt: isReceipt,
  revision: isWhole,
});

export const isIndexTick = fits<IndexTickInfo>({
  time: isWhole,
  price: orNull(isDecimal),
  gap: orNull(isText),
  head: isText,
});
