/** Rules of deposits and withdrawals that must hold on any path through their machines. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { initialTransition, transition } from 'xstate';
import type { EventFromLogic, SnapshotFrom } from 'xstate';
import { depositMachine } from '../../machines/domain/wallet/deposit.machine.ts';
import { withdrawalMachine } from '../../machines/domain/wallet/withdrawal.machine.ts';
import { depositModel } from '../../qa/models/deposit.model.ts';
import { withdrawalModel } from '../../qa/models/withdrawal.model.ts';

type Deposit = SnapshotFrom<typeof depositMachine>;
type DepositEvent = EventFromLogic<typeof depositMachine>;
type Withdrawal = SnapshotFrom<typeof withdrawalMachine>;
type WithdrawalEvent = EventFromLogic<typeof withdrawalMachine>;

/** Events of the alphabet; those of chain and operators are as likely as all others together. */
function eventsOf<E>(cases: readonly { readonly event: unknown; readonly label: string }[]) {
  const own = cases.filter(({ label }) => !/ (?:claims|says) /.test(label));
  const pick = (some: typeof cases) => fc.constantFrom(...some.map(({ event }) => event as E));
  return fc.array(fc.oneof(pick(own), pick(own), pick(cases)), { maxLength: 30 });
}

const effects = (actions: readonly { readonly type: string }[]) =>
  actions.map(({ type }) => type).filter((type) => !type.startsWith('xstate.'));

describe('a deposit', () => {
  test('is in the account exactly while it was credited once more than taken back', () => {
    fc.assert(
      fc.property(eventsOf<DepositEvent>(depositModel.cases), (events) => {
        let [state]: [Deposit, unknown] = initialTransition(
          depositMachine,
          depositModel.input as never,
        );
        let balance = 0;
        for (const event of events) {
          const [next, actions] = transition(depositMachine, state, event);
          for (const effect of effects(actions)) {
            if (effect === 'creditAccount') balance += 1;
            if (effect === 'reverseCredit') balance -= 1;
          }
          state = next as Deposit;
          const isIn = state.matches('credited') || state.matches('settled');
          expect(balance).toBe(isIn ? 1 : 0);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('a withdrawal', () => {
  test('either returns its money or pays it, once, and signs once', () => {
    fc.assert(
      fc.property(eventsOf<WithdrawalEvent>(withdrawalModel.cases), (events) => {
        let [state]: [Withdrawal, unknown] = initialTransition(
          withdrawalMachine,
          withdrawalModel.input as never,
        );
        const done: string[] = [];
        for (const event of events) {
          const [next, actions] = transition(withdrawalMachine, state, event);
          done.push(...effects(actions));
          state = next as Withdrawal;
        }
        const times = (effect: string) => done.filter((one) => one === effect).length;
        const isReturned = state.matches('rejected') || state.matches('cancelled');
        expect(times('signTransaction')).toBeLessThanOrEqual(1);
        expect(times('releaseFunds')).toBe(isReturned ? 1 : 0);
        expect(times('bookSent')).toBe(state.matches('success') ? 1 : 0);
        if (state.matches('cancelled')) expect(times('broadcastTransaction')).toBe(0);
      }),
      { numRuns: 2_000 },
    );
  });

  test('is never returned once its transaction was submitted, unless an operator confirms that it cannot be paid', () => {
    fc.assert(
      fc.property(eventsOf<WithdrawalEvent>(withdrawalModel.cases), (events) => {
        let [state]: [Withdrawal, unknown] = initialTransition(
          withdrawalMachine,
          withdrawalModel.input as never,
        );
        let wasHandedOver = false;
        for (const event of events) {
          const [next, actions] = transition(withdrawalMachine, state, event);
          const isReturned = effects(actions).includes('releaseFunds');
          if (isReturned && wasHandedOver) expect(event.type).toBe('withdrawal.declareUnsent');
          if (isReturned) expect(['operator', 'person']).toContain(event.by.role);
          wasHandedOver ||= effects(actions).includes('broadcastTransaction');
          state = next as Withdrawal;
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
