/** Halts of chains, as the console shows them. */
import { z } from 'zod';
import { epochMs, recordIdField } from '../../schemas/fields.ts';
import { CHAIN_HALT_CAUSES } from '../../wallet/chain-halts.ts';
import { lastActField, reasonField, revisionField } from './fields.ts';

/** A halt that lasts: the withdrawals of its chain are closed. */
const chainHalt = z.object({
  id: recordIdField,
  chain: z.string(),
  chain_name: z.string(),
  cause: z.enum(CHAIN_HALT_CAUSES),
  /** What was found. */
  detail: z.string(),
  began_at: epochMs,
  revision: z.int(),
  last_act: lastActField,
});
/** Oldest first. */
export const chainHalts = z.object({ halts: z.array(chainHalt) });
/** Ends a halt, so that withdrawals go on unless another halt of the chain lasts. */
export const acknowledgeChainHaltBody = z.strictObject({
  id: recordIdField,
  revision: revisionField,
  reason: reasonField,
});

export type OperatorChainHalt = z.infer<typeof chainHalt>;
