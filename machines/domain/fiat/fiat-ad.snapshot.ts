/** Snapshots of an ad made from wire data, and queries on them. */
import type { SnapshotFrom } from 'xstate';
import type { FiatAdState } from '../../../contract/fiat/fiat-kinds.ts';
import { fiatAdMachine, type FiatAdContext } from './fiat-ad.machine.ts';

type FiatAdSnapshot = SnapshotFrom<typeof fiatAdMachine>;
/** A merchant's actions on an ad. */
export type FiatAdAction = 'ad.edit' | 'ad.suspend' | 'ad.resume' | 'ad.cancel';

export function fiatAdSnapshot(context: FiatAdContext, state: FiatAdState): FiatAdSnapshot {
  const isAlive = state === 'opening' || state === 'suspended';
  return fiatAdMachine.resolveState({ value: isAlive ? { alive: state } : state, context });
}

/**
 * Returns whether the merchant may take this action now; an edit is tried as one that adds a unit.
 */
export function canActOnAd(snapshot: FiatAdSnapshot, type: FiatAdAction): boolean {
  const { merchantId, total } = snapshot.context;
  const by = { role: 'merchant', userId: merchantId } as const;
  return snapshot.can(
    type === 'ad.edit' ? { type, by, total: String(BigInt(total) + 1n) } : { type, by },
  );
}
