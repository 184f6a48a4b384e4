/** Calls about products and their risk notices. */
import { ok } from '../../../../contract/result.ts';
import type { Handlers } from '../../../kit/http/handlers.ts';
import type { ProductRules } from './product-rules.ts';

type ProductHandlers = Pick<Handlers, 'getRiskDisclosure' | 'getRiskStanding' | 'acknowledgeRisk'>;

export function createProductHandlers(rules: ProductRules): ProductHandlers {
  return {
    getRiskDisclosure: async ({ product }, { now }) => ok(await rules.disclosure(product, now)),
    getRiskStanding: async ({ product }, { signedIn, now }) =>
      ok(await rules.standing(product, signedIn.userId, now)),
    acknowledgeRisk: ({ product, version }, { signedIn, now }) =>
      rules.acknowledge(product, version, signedIn.userId, now),
  };
}
