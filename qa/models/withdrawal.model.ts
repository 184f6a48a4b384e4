/** Alphabets of a withdrawal: one that an operator must approve, and one small enough for automatic approval. */
import type { SnapshotFrom } from 'xstate';
import type { WithdrawalInput } from '../../machines/domain/wallet/withdrawal.context.ts';
import {
  WITHDRAWAL_EVENTS,
  WITHDRAWAL_ROLES,
  type WithdrawalEvent,
  type WithdrawalRole,
} from '../../machines/domain/wallet/withdrawal.events.ts';
import { withdrawalMachine } from '../../machines/domain/wallet/withdrawal.machine.ts';
import { defineModel, stateAnd, type EventCase, type MachineModel } from './model.ts';

type Snapshot = SnapshotFrom<typeof withdrawalMachine>;
type Case = EventCase<WithdrawalEvent, Snapshot>;
type Type = WithdrawalEvent['type'];

const STRANGER_ID = 999_999_999;
/** The operator who approves, and who decides uncertain payments. */
const REVIEWER_ID = 1;
const RESOLVER_ID = 2;
/** Hash of the signed transaction, of one of the same nonce with a higher fee, and of one that an operator finds. */
const SIGNED_HASH = `0x${'ab'.repeat(32)}`;
const RAISED_HASH = `0x${'ef'.repeat(32)}`;
const FOUND_HASH = `0x${'cd'.repeat(32)}`;

const INPUT: WithdrawalInput = {
  ownerId: 1,
  value: '1000',
  autoApproveBelow: '1000',
  requiredConfirmations: 3,
  broadcastTimeoutMs: 600_000,
};

/** A withdrawal whose value requires an operator's approval. */
export function reviewedWithdrawalModel(input: WithdrawalInput = INPUT): MachineModel {
  return defineModel({
    name: 'withdrawal',
    machine: withdrawalMachine,
    input,
    cases: casesOf(input),
    key,
    stateLabels: STATE_LABELS,
    unreachable: { 'requested > funds.held #1': 'it is too large to approve itself' },
    limit: 1_000,
  });
}

/** A withdrawal with a lower value. */
export function smallWithdrawalModel(
  input: WithdrawalInput = { ...INPUT, value: '999' },
): MachineModel {
  return defineModel({
    name: 'small-withdrawal',
    machine: withdrawalMachine,
    input,
    cases: casesOf(input),
    key,
    stateLabels: STATE_LABELS,
    unreachable: {
      pendingReview: 'it approves itself',
      cancelled: 'it is never pending',
      'requested > funds.held #2': 'it approves itself',
      'pendingReview > withdrawal.cancel': 'it approves itself',
      'pendingReview > withdrawal.approve': 'it approves itself',
      'pendingReview > withdrawal.reject': 'it approves itself',
    },
    limit: 1_000,
  });
}

const STATE_LABELS = {
  requested: 'no user sees it yet',
  refused: 'nothing is frozen and no user ever sees it',
  pendingReview: 'its amount is frozen and it waits for an operator',
  approved: 'its amount is frozen and it waits to be signed',
  broadcasting: 'its amount is frozen and it is handed to the network',
  'confirming.unmined': 'its amount is frozen and it waits for a block',
  'confirming.mined': 'its amount is frozen and its confirmations are counted',
  manualReview: 'its amount is frozen and an operator must look at it',
  success: 'its amount has left',
  rejected: 'its amount is available again, with a reason',
  cancelled: 'its amount is available again',
};

const key = (snapshot: Snapshot): string => stateAnd(snapshot, snapshot.context.confirmations);

const partyOf = (role: WithdrawalRole, ownerId: number, type: Type) => ({
  role,
  userId: {
    person: ownerId,
    operator: type === 'withdrawal.approve' ? REVIEWER_ID : RESOLVER_ID,
    chain: 0,
    system: 0,
  }[role],
});

function casesOf(input: WithdrawalInput): Case[] {
  const { ownerId, requiredConfirmations: required } = input;
  const own: Case[] = [
    ...lettersOf(required).map(({ label, ...fields }): Case => {
      const { role } = WITHDRAWAL_EVENTS[fields.type];
      return {
        event: { ...fields, by: partyOf(role, ownerId, fields.type) } as WithdrawalEvent,
        by: role,
        label,
      };
    }),
    {
      event: { type: 'withdrawal.cancel', by: { role: 'person', userId: STRANGER_ID } },
      by: 'stranger',
      label: 'a stranger cancels it',
    },
  ];
  return [...own, ...foreignCases(own, ownerId)];
}

type Letter = { readonly label: string; readonly type: Type } & Readonly<Record<string, unknown>>;

/** Every event from its own role. */
const lettersOf = (required: number): readonly Letter[] => [
  { type: 'funds.held', label: 'its amount is frozen' },
  { type: 'funds.refused', refusal: 'insufficient_balance', label: 'its amount is not there' },
  { type: 'withdrawal.cancel', label: 'its owner cancels it' },
  { type: 'withdrawal.approve', label: 'the operator approves it' },
  {
    type: 'withdrawal.reject',
    reason: 'suspicious_activity',
    text: 'Please contact us.',
    label: 'the operator rejects it',
  },
  { type: 'withdrawal.release', feeMaxFactor: 2, label: 'the operator lets it cost more' },
  { type: 'transaction.signed', hash: SIGNED_HASH, label: 'its transaction is signed' },
  { type: 'transaction.accepted', label: 'the network takes its transaction' },
  { type: 'transaction.replaced', hash: RAISED_HASH, label: 'a higher fee is signed' },
  { type: 'transaction.confirmed', confirmations: 0, label: 'a block without depth has it' },
  { type: 'transaction.confirmed', confirmations: 1, label: 'its block is one deep' },
  ...(required > 2
    ? [
        {
          type: 'transaction.confirmed' as const,
          confirmations: 2,
          label: 'its block is two deep',
        },
      ]
    : []),
  { type: 'transaction.confirmed', confirmations: required, label: 'its block is deep enough' },
  { type: 'transaction.dropped', label: 'a reorganisation removes it' },
  { type: 'transaction.doubted', label: 'the network refuses it' },
  { type: 'transaction.failed', label: 'a block has it, and it paid nothing' },
  {
    type: 'transaction.failed',
    hash: RAISED_HASH,
    label: 'a block has another transaction of its nonce, which paid nothing',
  },
  { type: 'withdrawal.confirmSent', hash: FOUND_HASH, label: 'the operator finds it paid' },
  { type: 'withdrawal.declareUnsent', text: null, label: 'the operator finds it unpaid' },
  { type: 'withdrawal.rebroadcast', label: 'the operator has it sent again' },
];

const WHO = {
  person: 'its owner',
  operator: 'the operator',
  chain: 'the chain',
  system: 'the server',
} as const;

/** Every event from each role that may not send it. */
function foreignCases(own: readonly Case[], ownerId: number): Case[] {
  const byType = new Map<string, WithdrawalEvent>();
  for (const { event, by } of own)
    if (by !== 'stranger') byType.set(event.type, event as WithdrawalEvent);
  return [...byType.values()].flatMap((event) =>
    WITHDRAWAL_ROLES.filter((role) => role !== WITHDRAWAL_EVENTS[event.type].role).map(
      (role): Case => ({
        event: { ...event, by: partyOf(role, ownerId, event.type) },
        by: role,
        label: `${WHO[role]} claims ${event.type}`,
      }),
    ),
  );
}

export const withdrawalModel = reviewedWithdrawalModel();
export const smallWithdrawal = smallWithdrawalModel();
