/** The permitted actions of an operator on a record, in every state. */
import { describe, expect, test } from 'vitest';
import { FIAT_AD_STATES, FIAT_ORDER_STATES } from '../../../contract/fiat/fiat-kinds.ts';
import type { OperatorFiatAd } from '../../../contract/operator/schemas/fiat.ts';
import { WITHDRAWAL_PHASES, type Withdrawal } from '../../../contract/wallet/wallet.ts';
import {
  awaitsAnswer,
  canAwardDispute,
  canDecideReview,
  canRemoveAd,
  withdrawalDesk,
} from '../../../src/console/hooks/operator-lifecycles.ts';

describe('of a withdrawal', () => {
  const WITHDRAWAL = {
    required_confirmations: 6,
    confirmations: 0,
    transaction_hash: null,
    reason: null,
    reason_text: null,
    revision: 1,
  } as Withdrawal;
  const nothing = { canApprove: false, canRelease: false, canReject: false, canResolve: false };
  const waits = { ...nothing, isWaiting: true };
  const goesOn = { ...nothing, isWaiting: false };
  const DECIDED: Partial<Record<Withdrawal['phase'], ReturnType<typeof withdrawalDesk>>> = {
    pending_review: { ...waits, canApprove: true, canReject: true },
    // It waits for the signature and can be rejected until then.
    approved: { ...goesOn, canRelease: true, canReject: true },
    manual_review: { ...waits, canResolve: true },
  };

  test.each(WITHDRAWAL_PHASES)('%s', (phase) => {
    expect(withdrawalDesk({ ...WITHDRAWAL, phase })).toEqual(DECIDED[phase] ?? goesOn);
  });
});

test('documents are decided while they are in review', () => {
  const states = ['in_review', 'certified', 'failed'] as const;
  const decided = states.filter((state) => canDecideReview({ id: '7', state }));
  expect(decided).toEqual(['in_review']);
});

test('a ticket waits for an answer until it has one', () => {
  const states = ['awaiting_reply', 'replied'] as const;
  expect(states.filter((state) => awaitsAnswer({ state }))).toEqual(['awaiting_reply']);
});

test('a dispute is decided while an order is in rights protection', () => {
  const decided = FIAT_ORDER_STATES.filter((state) =>
    canAwardDispute({ state, end: null, claimed_by: 'buyer' }),
  );
  expect(decided).toEqual(['rights_protection']);
});

test('an ad is removed while its merchant could still trade by it', () => {
  const AD = { side: 'sell', total: '9', remaining: '9', in_orders: '0', sold: '0', removal: null };
  const removed = FIAT_AD_STATES.filter((state) => canRemoveAd({ ...AD, state } as OperatorFiatAd));
  expect(removed).toEqual(['opening', 'suspended']);
});
