/** The calls of operators, as a table to register and to describe. */
import { OPERATOR_ENDPOINTS } from '../../../../contract/operator/endpoints.ts';
import { OPERATOR_ROUTES } from '../../../../contract/operator/routes.ts';
import * as content from '../../../../contract/operator/schemas/content.ts';
import * as custody from '../../../../contract/operator/schemas/custody.ts';
import * as exchange from '../../../../contract/operator/schemas/exchange.ts';
import * as feedback from '../../../../contract/operator/schemas/feedback.ts';
import * as fiat from '../../../../contract/operator/schemas/fiat.ts';
import * as identity from '../../../../contract/operator/schemas/identity.ts';
import * as jobs from '../../../../contract/operator/schemas/jobs.ts';
import * as lifecycles from '../../../../contract/operator/schemas/lifecycles.ts';
import * as market from '../../../../contract/operator/schemas/market.ts';
import * as session from '../../../../contract/operator/schemas/session.ts';
import * as verification from '../../../../contract/operator/schemas/verification.ts';
import * as wallet from '../../../../contract/operator/schemas/wallet.ts';
import type { DescribedCalls } from '../openapi.ts';

export const OPERATOR_CALLS: DescribedCalls = {
  title: 'Meridian operators',
  description: 'Calls of those who run a Meridian exchange.',
  endpoints: OPERATOR_ENDPOINTS,
  routes: OPERATOR_ROUTES,
  schemas: [
    content,
    custody,
    exchange,
    feedback,
    fiat,
    identity,
    jobs,
    lifecycles,
    market,
    session,
    verification,
    wallet,
  ],
};
