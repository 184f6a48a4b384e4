/** The hooks behind the steps of a fiat order, one per form. */
import { useEffect, useEffectEvent } from 'react';
import type { FiatOrder, FiatOrderDetail } from '../../../contract/fiat/fiat-order.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { CLAIMS_OF } from '../../../machines/app/fiat/fiat-order-action.rules.ts';
import type { Problem, ProblemName } from '../../../machines/app/core/problem.ts';
import {
  fiatAbnormalForm,
  fiatCancelForm,
  fiatClaimForm,
  fiatClaimWithdrawalForm,
  fiatPaymentForm,
  fiatPostponeForm,
  fiatReceiptForm,
} from './fiat-order-action-forms.ts';
import { useLapsedTickets } from '../core/hooks/use-lapsed-tickets.ts';
import { usePictureSet } from '../core/hooks/use-picture-set.ts';
import { useSubmission } from '../core/hooks/use-submission.ts';

/** What an action on an order needs, and whom it tells. */
export interface FiatActionScene {
  /** As the person sees it when the action is offered. */
  readonly order: FiatOrderDetail;
  readonly onDone: (answer: FiatOrderDetail) => void;
  /** The order is no longer as it was seen, or gone: it is to be read again. */
  readonly onChanged: () => void;
}

const seen = ({ id, revision }: FiatOrder) => ({ id, revision: String(revision) });

const options = ({ order, onDone }: FiatActionScene) => ({
  initial: seen(order),
  onSuccess: onDone,
});

/** The order is no longer what the page shows of it. */
const OUTDATED: ReadonlySet<ProblemName> = new Set([
  'fiat_order_changed',
  'rights_already_applied',
]);

/** A refusal because the order has changed is answered by reading it again. */
function useChangedOrder(problems: readonly Problem<string>[], onChanged: () => void): void {
  const isChanged = problems.some(({ error }) => OUTDATED.has(error));
  const tell = useEffectEvent(onChanged);
  useEffect(() => {
    if (isChanged) tell();
  }, [isChanged]);
}

const CHANGES = {
  'order.cancel': fiatCancelForm,
  'receipt.postpone': fiatPostponeForm,
  'rights.withdraw': fiatClaimWithdrawalForm,
} as const;
export type FiatPlainAction = keyof typeof CHANGES;

/** An action that needs nothing but a yes. */
export function useFiatPlainAction(action: FiatPlainAction, scene: FiatActionScene) {
  // Each of them has the same fields and the same answer.
  const form = useSubmission(CHANGES[action] as typeof fiatCancelForm, options(scene));
  useChangedOrder(form.problems, scene.onChanged);
  return { ...form, submit: () => form.submit(null) };
}

/** The buyer says that they have paid, and shows it. */
export function useFiatPayment(scene: FiatActionScene) {
  const pictures = usePictureSet('voucher');
  const form = useSubmission(fiatPaymentForm, options(scene));
  useLapsedTickets(form.problems, pictures.uploads);
  useChangedOrder(form.problems, scene.onChanged);
  return {
    ...form,
    pictures,
    submit() {
      form.edit({ vouchers: pictures.tickets });
      form.submit({ isPictureMissing: pictures.isMissing });
    },
  };
}

/** The seller has the money. */
export function useFiatReceipt(scene: FiatActionScene) {
  const form = useSubmission(fiatReceiptForm, options(scene));
  useChangedOrder(form.problems, scene.onChanged);
  return { ...form, submit: () => form.submit(null) };
}

/** One side says that something is wrong, with a note to the other. */
export function useFiatAbnormal(scene: FiatActionScene) {
  const form = useSubmission(fiatAbnormalForm, options(scene));
  useChangedOrder(form.problems, scene.onChanged);
  return { ...form, submit: () => form.submit(null) };
}

/** How often the person may take rights protection back in this order, and how often they still may. */
export const ownWithdrawals = ({ rights_withdrawals: withdrawn, role }: FiatOrderDetail) => {
  const max = LIMITS.fiat_rights_withdrawals_max;
  return { left: max - withdrawn[role], max };
};

/** One side asks for rights protection. */
export function useFiatClaim(scene: FiatActionScene) {
  const pictures = usePictureSet('voucher');
  const form = useSubmission(fiatClaimForm, options(scene));
  useLapsedTickets(form.problems, pictures.uploads);
  useChangedOrder(form.problems, scene.onChanged);
  return {
    ...form,
    pictures,
    /** What this side may have to complain of. */
    reasons: CLAIMS_OF[scene.order.role],
    submit() {
      form.edit({ pictures: pictures.tickets });
      form.submit({ isPictureMissing: pictures.isMissing });
    },
  };
}
