/** Effects of machines: the actions with a handler on the server; a table of handlers omits none. */
import { describe, expect, expectTypeOf, test } from 'vitest';
import { LIFECYCLES } from '../../../machines/domain/explain/lifecycles.ts';
import type { feedbackTicketKind } from '../../../machines/domain/feedback/feedback-ticket.kind.ts';
import type { EffectOf } from '../../../machines/domain/record-kind.ts';
import type { kycReviewKind } from '../../../machines/domain/verification/kyc-review.kind.ts';
import type { depositKind } from '../../../machines/domain/wallet/deposit.kind.ts';
import type { EffectTable } from '../../../server/kit/lifecycle/record-steps.ts';

type Handler = () => string;
type VerificationTable = EffectTable<typeof kycReviewKind, Handler>;

describe('a table of handlers', () => {
  const handler: Handler = () => 'done';

  test('has one for each effect, and no others', () => {
    const whole: VerificationTable = { openGates: handler, notifyPerson: handler };
    // @ts-expect-error A missing handler does not compile.
    const lacking: VerificationTable = { openGates: handler };
    // @ts-expect-error What the machine remembers is no effect.
    const surplus: VerificationTable = { ...whole, rememberReason: handler };
    expect([whole, lacking, surplus].map((table) => Object.keys(table).length)).toEqual([2, 1, 3]);
  });

  test('follows from the actions of the machine', () => {
    expectTypeOf<EffectOf<typeof feedbackTicketKind>>().toEqualTypeOf<'notifyOwner'>();
    expectTypeOf<EffectOf<typeof depositKind>>().toEqualTypeOf<
      'creditAccount' | 'reverseCredit' | 'notifyOwner' | 'mailCredit'
    >();
  });
});

test.each(Object.values(LIFECYCLES))(
  '$kind lists as bookkeeping only the actions that change the context',
  ({ machine, bookkeeping }) => {
    const actions: Readonly<Record<string, unknown>> = machine.implementations.actions;
    const changing = Object.entries(actions)
      .filter(([, action]) => Object(action).type === 'xstate.assign')
      .map(([name]) => name);
    expect(bookkeeping.toSorted()).toEqual(changing.toSorted());
  },
);
