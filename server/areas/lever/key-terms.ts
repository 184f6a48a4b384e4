/** The fields in which two contract orders under one key must agree. */
import type { LeverOrder } from '../../engine/lever/lever-types.ts';

type KeyTerms = Pick<
  LeverOrder,
  'marketId' | 'direction' | 'kind' | 'lots' | 'multiple' | 'limitTicks' | 'worstTicks'
>;

/** Returns them as one text. Targets are left out, because the owner may have amended them since. */
export const keyTermsOf = (order: KeyTerms): string =>
  [
    order.marketId,
    order.direction,
    order.kind,
    order.lots,
    order.multiple,
    order.limitTicks ?? '',
    order.worstTicks ?? '',
  ].join(' ');
