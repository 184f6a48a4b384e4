/** Alphabet of a staking position: the exchange with right and wrong numbers of paid days, and other senders. */
import type { SnapshotFrom } from 'xstate';
import type { StakingPositionEvent } from '../../machines/domain/staking/staking-position.events.ts';
import { stakingPositionMachine } from '../../machines/domain/staking/staking-position.machine.ts';
import { defineModel, stateAnd, type EventCase, type MachineModel } from './model.ts';

type Case = EventCase<StakingPositionEvent, SnapshotFrom<typeof stakingPositionMachine>>;

const INPUT = { ownerId: 1, cycleDays: 30 } as const;
const SYSTEM = { role: 'system', userId: 0 } as const;
/** The machine's types refuse it; a caller from outside could try. */
const OWNER = { role: 'person', userId: INPUT.ownerId } as unknown as typeof SYSTEM;

const letter = (by: string, label: string, event: StakingPositionEvent): Case => ({
  event,
  by,
  label,
});

export const stakingPositionModel: MachineModel = defineModel({
  name: 'staking-position',
  machine: stakingPositionMachine,
  input: INPUT,
  cases: [
    letter('system', 'the principal is paid', { type: 'principal.paid', by: SYSTEM }),
    letter('system', 'the balance is too small', {
      type: 'principal.refused',
      by: SYSTEM,
      refusal: 'insufficient_balance',
    }),
    letter('system', 'the spot account does not answer', {
      type: 'principal.refused',
      by: SYSTEM,
      refusal: 'service_unavailable',
    }),
    letter('system', 'the cycle ends with all dividends paid', {
      type: 'cycle.completed',
      by: SYSTEM,
      paidDays: INPUT.cycleDays,
    }),
    letter('system', 'the cycle ends with a dividend missing', {
      type: 'cycle.completed',
      by: SYSTEM,
      paidDays: INPUT.cycleDays - 1,
    }),
    letter('person', 'its owner says that it is paid', { type: 'principal.paid', by: OWNER }),
    letter('person', 'its owner says that it is refused', {
      type: 'principal.refused',
      by: OWNER,
      refusal: 'insufficient_balance',
    }),
    letter('person', 'its owner ends the cycle', {
      type: 'cycle.completed',
      by: OWNER,
      paidDays: INPUT.cycleDays,
    }),
  ],
  key: (snapshot) => stateAnd(snapshot, snapshot.context.refusal),
  stateLabels: {
    requested: 'the dividends are set aside and the principal is asked for',
    inEffect: 'the principal is held and earns',
    expired: 'the principal is returned',
    refused: 'nothing was taken and no user sees it',
  },
  limit: 100,
});
