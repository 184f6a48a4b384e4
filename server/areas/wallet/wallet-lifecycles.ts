/**
 * The lifecycles of deposits and withdrawals on this server, and the names of their states in rows and
 * on the wire.
 */
import type { AnyMachineSnapshot, AnyStateMachine, AnyStateNode, SnapshotFrom } from 'xstate';
import { ensure } from '../../../contract/assert.ts';
import { depositKind } from '../../../machines/domain/wallet/deposit.kind.ts';
import { depositMachine } from '../../../machines/domain/wallet/deposit.machine.ts';
import { withdrawalKind } from '../../../machines/domain/wallet/withdrawal.kind.ts';
import { withdrawalMachine } from '../../../machines/domain/wallet/withdrawal.machine.ts';
import type { RecordState } from '../../../contract/wallet/wallet.ts';
import type { deposits, withdrawals } from '../../kit/db/schema/wallet.ts';
import type { LifecycleSpec, LifecycleStep } from '../../kit/lifecycle/lifecycles.types.ts';

export const DEPOSIT: LifecycleSpec<typeof depositMachine> = {
  ...depositKind,
  version: 3,
  migrations: {
    // A settled deposit can still be lost.
    1: (snapshot) => ({ ...(snapshot as object), status: 'active' }),
    // The confirmations of a deposit below the minimum are not counted any more.
    2: (snapshot) => snapshot,
  },
};
export const WITHDRAWAL: LifecycleSpec<typeof withdrawalMachine> = {
  ...withdrawalKind,
  version: 1,
  migrations: {},
};

/** Lifecycles by kind. */
export const WALLET_LIFECYCLES = { withdrawal: WITHDRAWAL, deposit: DEPOSIT };

export type WithdrawalStep = LifecycleStep<typeof withdrawalMachine>;
export type DepositRow = typeof deposits.$inferSelect;
export type WithdrawalRow = typeof withdrawals.$inferSelect;

interface Meta {
  readonly state: RecordState | null;
  readonly phase: DepositRow['phase'] | WithdrawalRow['phase'];
}

/** Returns `phase` of the row from the state of the machine. */
export const depositPhase = (snapshot: SnapshotFrom<typeof depositMachine>): DepositRow['phase'] =>
  metaOf(snapshot).phase as DepositRow['phase'];
export const withdrawalPhase = (
  snapshot: SnapshotFrom<typeof withdrawalMachine>,
): WithdrawalRow['phase'] => metaOf(snapshot).phase as WithdrawalRow['phase'];

const DEPOSIT_STATES = statesByPhase<DepositRow['phase']>(depositMachine);
const WITHDRAWAL_STATES = statesByPhase<WithdrawalRow['phase']>(withdrawalMachine);

/** Returns the `state` on the wire. */
export const depositState = (phase: DepositRow['phase']): RecordState =>
  ensure(DEPOSIT_STATES.get(phase), phase);
/** Returns null for a withdrawal that is never shown. */
export const withdrawalState = (phase: WithdrawalRow['phase']): RecordState | null =>
  WITHDRAWAL_STATES.get(phase) ?? null;

/** Returns the phases that have this `state` on the wire. */
export const depositPhasesOf = (state: RecordState) => phasesOf(DEPOSIT_STATES, state);
export const withdrawalPhasesOf = (state: RecordState) => phasesOf(WITHDRAWAL_STATES, state);

function phasesOf<P>(states: ReadonlyMap<P, RecordState | null>, wanted: RecordState): P[] {
  return [...states].flatMap(([phase, state]) => (state === wanted ? [phase] : []));
}

function metaOf(snapshot: unknown): Meta {
  const metas: unknown[] = Object.values((snapshot as AnyMachineSnapshot).getMeta());
  return ensure(metas.find(isMeta), 'meta of the state');
}

function statesByPhase<P extends Meta['phase']>(
  machine: AnyStateMachine,
): ReadonlyMap<P, RecordState | null> {
  const nodes = (node: AnyStateNode): AnyStateNode[] => [
    node,
    ...Object.values(node.states).flatMap(nodes),
  ];
  const metas = nodes(machine.root).map((node) => node.meta as unknown);
  return new Map(metas.filter(isMeta).map(({ phase, state }) => [phase as P, state]));
}

function isMeta(meta: unknown): meta is Meta {
  return typeof meta === 'object' && meta !== null && 'phase' in meta;
}
