/** Every private call of staking, and a stranger's attempts with it. */
import type { AccessCase } from './access-table.ts';
import { naming } from './foreign-probes.ts';
import type { World } from './world.ts';

const nothing: AccessCase<World> = { request: {} };

export const STAKING_CASES = {
  subscribeStaking: { request: { product_id: '1', amount: '100', daily_ppb: '136986' } },
  listStakingPositions: nothing,
  getStakingPosition: naming('staking_position_not_found', ({ stakingId }) => stakingId),
};
