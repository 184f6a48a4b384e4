/** Alphabets of a deposit: one that is credited, and one below the minimum. */
import type { DepositContext, DepositInput } from '../../machines/domain/wallet/deposit.context.ts';
import type { DepositEvent, DepositRole } from '../../machines/domain/wallet/deposit.events.ts';
import { depositMachine } from '../../machines/domain/wallet/deposit.machine.ts';
import type { SnapshotFrom } from 'xstate';
import { defineModel, stateAnd, type EventCase, type MachineModel } from './model.ts';

type Snapshot = SnapshotFrom<typeof depositMachine>;
type Case = EventCase<DepositEvent, Snapshot>;

const by = (role: DepositRole, userId = 0) => ({ role, userId }) as const;
const BLOCK = 100;

const INPUT: DepositInput = {
  ownerId: 1,
  amount: '1000',
  minimum: '1000',
  creditConfirmations: 2,
  unlockConfirmations: 3,
};

/** A deposit above the minimum, with the confirmations of its input. */
export function largeDepositModel(input: DepositInput = INPUT): MachineModel {
  return defineModel({
    name: 'deposit',
    machine: depositMachine,
    input,
    cases: casesOf(input),
    key,
    stateLabels: STATE_LABELS,
    unreachable: {
      belowMinimum: 'it is as large as the minimum',
      'uncredited > output.confirmed #1': 'it is as large as the minimum',
      'belowMinimum > output.vanished': 'it is as large as the minimum',
    },
    limit: 1_000,
  });
}

/** A deposit one unit below the minimum. */
export function smallDepositModel(input: DepositInput = INPUT): MachineModel {
  const small = { ...input, amount: String(BigInt(input.minimum) - 1n) };
  return defineModel({
    name: 'small-deposit',
    machine: depositMachine,
    input: small,
    cases: casesOf(small),
    key,
    stateLabels: STATE_LABELS,
    unreachable: {
      'uncredited.confirming': 'its first block decides that it is too small',
      credited: 'it is too small',
      settled: 'it is too small',
      'uncredited > output.confirmed #2': 'it is too small',
      'uncredited > output.confirmed #3': 'it is too small',
      'uncredited > output.confirmed #4': 'it is too small',
      'uncredited.confirming > output.vanished': 'its first block decides that it is too small',
      'credited > output.confirmed #1': 'it is too small',
      'credited > output.confirmed #2': 'it is too small',
      'credited > output.vanished': 'it is too small',
      'settled > output.vanished': 'it is too small',
    },
    limit: 1_000,
  });
}

const STATE_LABELS = {
  'uncredited.seen': 'it is listed and waits for a block',
  'uncredited.confirming': 'it is listed with its confirmations',
  'uncredited.reversed': 'nothing of it is in the account',
  credited: 'it is credited and cannot be withdrawn yet',
  settled: 'it is in the account for good',
  belowMinimum: 'it is listed and never credited',
};

const key = (snapshot: Snapshot): string => {
  const { confirmations, blockNumber }: DepositContext = snapshot.context;
  return stateAnd(snapshot, confirmations, blockNumber);
};

function casesOf({ ownerId, unlockConfirmations: unlock }: DepositInput): Case[] {
  const confirmed = (
    blockNumber: number,
    confirmations: number,
    party: DepositEvent['by'] = by('chain'),
  ) => ({ type: 'output.confirmed', by: party, blockNumber, confirmations }) as const;
  const fromChain = (event: DepositEvent, label: string): Case => ({ event, by: 'chain', label });
  const depths = [...new Set([1, 2, unlock])];
  return [
    ...depths.map((depth) => fromChain(confirmed(BLOCK, depth), `its block is ${depth} deep`)),
    fromChain(confirmed(BLOCK, unlock + 5), 'its block is deeper than anybody counts'),
    fromChain(confirmed(BLOCK + 1, 1), 'another block has it, one deep'),
    fromChain(confirmed(BLOCK, 0), 'a block without depth has it'),
    fromChain({ type: 'output.vanished', by: by('chain') }, 'a reorganisation removes it'),
    fromChain({ ...confirmed(BLOCK, 2), isOverCap: true }, 'its block is 2 deep, over a cap'),
    ...(
      [
        ['person', 'its owner', by('person', ownerId)],
        ['operator', 'the operator', by('operator', 1)],
      ] as const
    ).flatMap(([role, who, party]): Case[] => [
      { event: confirmed(BLOCK, unlock, party), by: role, label: `${who} says it is confirmed` },
      { event: { type: 'output.vanished', by: party }, by: role, label: `${who} says it is gone` },
    ]),
  ];
}

export const depositModel = largeDepositModel();
export const belowMinimumModel = smallDepositModel();
