/** The calls of operators, as a table to register and to describe. */
import { OPERATOR_ENDPOINTS } from '../../../contract/operator/endpoints.ts';
import { OPERATOR_ROUTES } from '../../../contract/operator/routes.ts';
import type { DescribedCalls } from '../openapi.ts';

export const OPERATOR_CALLS: DescribedCalls = {
  title: 'Meridian operators',
  description: 'Calls of those who run a Meridian exchange.',
  endpoints: OPERATOR_ENDPOINTS,
  routes: OPERATOR_ROUTES,
};
