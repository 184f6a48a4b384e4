/** Request, response and errors of the calls of staking. */
import { z } from 'zod';
import { nothing, route } from '../route.ts';
import * as staking from './staking.ts';

export const STAKING_ROUTES = {
  listStakingProducts: route(nothing, z.array(staking.stakingProduct)),
  subscribeStaking: route(staking.subscribeStakingBody, staking.stakingPosition, [
    'idempotency_key_required',
    'idempotency_key_reused',
    'command_expired',
    'staking_product_not_found',
    'staking_terms_changed',
    'amount_scale_exceeded',
    'staking_amount_out_of_bounds',
    'staking_limit_reached',
    'staking_product_sold_out',
    'shortfall_unpaid',
    'balance_locked',
    'insufficient_balance',
    'service_unavailable',
  ]),
  listStakingPositions: route(staking.listStakingPositionsQuery, staking.stakingPositionPage),
  getStakingPosition: route(staking.stakingPositionQuery, staking.stakingPositionDetail, [
    'staking_position_not_found',
  ]),
} as const;
