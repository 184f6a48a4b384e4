/** The fields in which a repeated order must equal the first one under its idempotency key. */
import type { NewMicroRequest } from './micro.types.ts';

export const keyTermsOf = ({
  productId,
  direction,
  stake,
}: Pick<NewMicroRequest, 'productId' | 'direction' | 'stake'>): string =>
  `${productId} ${direction} ${stake}`;
