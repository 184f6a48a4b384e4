/** Schemas of products that not every exchange may offer, and of the risk notices that come before the first order. */
import { z } from 'zod';
import { epochMs, wholeNumber } from '../schemas/fields.ts';
import { PRODUCTS } from './risk-versions.ts';

const productField = z.enum(PRODUCTS);
export const productQuery = z.strictObject({ product: productField });
export const acknowledgeRiskBody = z.strictObject({
  product: productField,
  /** Version of the notice that the user has read. */
  version: wholeNumber(1, 1_000_000),
});

/** Facts of a product that all callers may read. */
export const riskDisclosure = z.object({
  product: productField,
  version: z.int(),
  /** Whether the exchange takes new orders of the product. */
  is_offered: z.boolean(),
  /** Accounts that ended an order of the product in the last 365 days. */
  accounts: z.int(),
  /** Part of them that lost money, in whole percent; null for too few accounts. */
  losing_percent: z.int().nullable(),
});

/** Permission of a user for a product. */
export const riskStanding = z.object({
  product: productField,
  version: z.int(),
  is_offered: z.boolean(),
  /** When the user accepted the present notice; null before. */
  acknowledged_at: epochMs.nullable(),
});

export type RiskDisclosure = z.infer<typeof riskDisclosure>;
export type RiskStanding = z.infer<typeof riskStanding>;
