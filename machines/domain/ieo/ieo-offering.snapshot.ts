/** Snapshots of a token offering, made from wire data. */
import type { SnapshotFrom } from 'xstate';
import type { OfferingPhase } from '../../../contract/ieo/ieo-kinds.ts';
import { ieoOfferingMachine } from './ieo-offering.machine.ts';

export function ieoOfferingSnapshot(phase: OfferingPhase): SnapshotFrom<typeof ieoOfferingMachine> {
  const value =
    phase === 'not_started'
      ? { announced: 'notStarted' as const }
      : phase === 'preheat'
        ? { announced: 'preheat' as const }
        : phase;
  return ieoOfferingMachine.resolveState({ value, context: { schedule: null } });
}
