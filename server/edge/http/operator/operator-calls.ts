/** The calls of operators, as a table to register and to describe. */
import { OPERATOR_ENDPOINTS } from '../../../../contract/operator/endpoints.ts';
import { OPERATOR_ROUTES } from '../../../../contract/operator/routes.ts';
import * as disputes from '../../../../contract/operator/schemas/disputes.ts';
import * as exchange from '../../../../contract/operator/schemas/exchange.ts';
import * as jobs from '../../../../contract/operator/schemas/jobs.ts';
import * as lifecycles from '../../../../contract/operator/schemas/lifecycles.ts';
import * as news from '../../../../contract/operator/schemas/news.ts';
import * as people from '../../../../contract/operator/schemas/people.ts';
import * as reviews from '../../../../contract/operator/schemas/reviews.ts';
import * as session from '../../../../contract/operator/schemas/session.ts';
import * as withdrawals from '../../../../contract/operator/schemas/withdrawals.ts';
import type { DescribedCalls } from '../openapi.ts';

export const OPERATOR_CALLS: DescribedCalls = {
  title: 'Meridian operators',
  description: 'Calls of those who run a Meridian exchange.',
  endpoints: OPERATOR_ENDPOINTS,
  routes: OPERATOR_ROUTES,
  schemas: [disputes, exchange, jobs, lifecycles, news, people, reviews, session, withdrawals],
};
