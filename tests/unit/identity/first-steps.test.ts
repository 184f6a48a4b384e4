/** The first steps of a new user: who sees them, and which of them the user's records have done. */
import { expect, it } from 'vitest';
import type { OrderPage } from '../../../contract/spot/spot.ts';
import type { VerificationState } from '../../../contract/verification/verification.ts';
import type { AccountList } from '../../../contract/wallet/accounts.ts';
import { firstStepsMark, hasFirstSteps } from '../../../src/app/identity/use-first-steps-mark.ts';
import { firstStepsOf, isAllDone } from '../../../src/app/identity/use-first-steps.ts';
import type { KeyValueStore } from '../../../src/app/core/key-value-store.ts';

const veteran = { mark: null, isVerified: true, neverHeld: false } as const;

it('lists the steps for an unverified user and for one who has never held a coin', () => {
  expect(hasFirstSteps(veteran)).toBe(false);
  expect(hasFirstSteps({ ...veteran, isVerified: false })).toBe(true);
  expect(hasFirstSteps({ ...veteran, neverHeld: true })).toBe(true);
});

it('goes on with a list that has begun, and shows none that is over', () => {
  expect(hasFirstSteps({ ...veteran, mark: 'begun' })).toBe(true);
  expect(hasFirstSteps({ mark: 'over', isVerified: false, neverHeld: true })).toBe(false);
});

it('reads the mark of one user only, and no other text', () => {
  const texts = new Map([
    ['meridian.firstSteps.7', 'over'],
    ['meridian.firstSteps.8', 'anything'],
  ]);
  const store = { get: (key: string) => texts.get(key) ?? null } as KeyValueStore;
  expect([7, 8, 9].map((id) => firstStepsMark(store, id))).toEqual(['over', null, null]);
});

interface Facts {
  readonly state?: VerificationState;
  readonly accounts?: number;
  readonly executed?: readonly string[];
}

function stepsWith({ state = 'none', accounts = 0, executed = [] }: Facts) {
  const none = { account_type_id: 1, equivalent: '0', accounts: [] };
  const held = {
    ...none,
    account_type_id: 3,
    accounts: Array.from({ length: accounts }, () => ({})),
  };
  return firstStepsOf({
    verification: state,
    isVerified: state === 'certified',
    accounts: { groups: [none, held] } as unknown as AccountList,
    history: {
      orders: executed.map((executed_quantity) => ({ executed_quantity })),
    } as unknown as OrderPage,
  });
}

it('has done nothing at first, nor while the documents are in review', () => {
  const nothing = { isVerified: false, isFunded: false, hasTraded: false };
  expect(stepsWith({})).toEqual({ verification: 'none', ...nothing });
  expect(stepsWith({ state: 'in_review' })).toEqual({ verification: 'in_review', ...nothing });
});

it('counts a coin in any account, and an order that was executed in part', () => {
  const steps = stepsWith({ state: 'certified', accounts: 1, executed: ['0', '0.001'] });
  expect(steps).toMatchObject({ isVerified: true, isFunded: true, hasTraded: true });
  expect(isAllDone(steps)).toBe(true);
});

it('is not over while an order rests without an execution', () => {
  expect(isAllDone(stepsWith({ state: 'certified', accounts: 1, executed: ['0'] }))).toBe(false);
});
