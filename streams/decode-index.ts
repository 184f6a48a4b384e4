/** Check of the points of the index in frames: each field that the client reads. */
import type { IndexTickInfo } from '../contract/micro/index/price-index.ts';
import { fits, isDecimal, isText, isWhole, orNull } from './field-checks.ts';

export const isIndexTick = fits<IndexTickInfo>({
  time: isWhole,
  price: orNull(isDecimal),
  gap: orNull(isText),
  head: isText,
});
