/** The hooks behind the steps of a fiat order, one per form. */
import type { FiatOrder, FiatOrderDetail } from '../../../contract/fiat/fiat-order.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { CLAIMS_OF } from '../../../machines/app/fiat/fiat-order-action.rules.ts';
import type { ProblemName } from '../../../machines/app/core/problem.ts';
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
import { useWhenRefused } from '../core/hooks/use-when-refused.ts';

/** The context of an action on an order, and its listeners. */
export interface FiatActionScene {
  /** The order as shown when the action is offered. */
  readonly order: FiatOrderDetail;
  readonly onDone: (answer: FiatOrderDetail) => void;
  /** Called when the order has changed or is gone, so that the caller reloads it. */
  readonly onChanged: () => void;
}

const seen = ({ id, revision }: FiatOrder) => ({ id, revision: String(revision) });

const options = ({ order, onDone }: FiatActionScene) => ({
  initial: seen(order),
  onSuccess: onDone,
});

/** Refusals because the order has changed. */
const OUTDATED: ReadonlySet<ProblemName> = new Set([
  'fiat_order_changed',
  'rights_already_applied',
]);

const CHANGES = {
  'order.cancel': fiatCancelForm,
  'receipt.postpone': fiatPostponeForm,
  'rights.withdraw': fiatClaimWithdrawalForm,
} as const;
export type FiatPlainAction = keyof typeof CHANGES;

/** An action that only needs a confirmation. */
export function useFiatPlainAction(action: FiatPlainAction, scene: FiatActionScene) {
  // Each of these calls has the same fields and the same answer.
  const form = useSubmission(CHANGES[action] as typeof fiatCancelForm, options(scene));
  useWhenRefused(form.problems, OUTDATED, scene.onChanged);
  return { ...form, submit: () => form.submit(null) };
}

/** The buyer declares the payment, with vouchers. */
export function useFiatPayment(scene: FiatActionScene) {
  const pictures = usePictureSet('voucher');
  const form = useSubmission(fiatPaymentForm, options(scene));
  useLapsedTickets(form.problems, pictures.uploads);
  useWhenRefused(form.problems, OUTDATED, scene.onChanged);
  return {
    ...form,
    pictures,
    submit() {
      form.edit({ vouchers: pictures.tickets });
      form.submit({ isPictureMissing: pictures.isMissing });
    },
  };
}

/** The seller confirms the receipt of the money. */
export function useFiatReceipt(scene: FiatActionScene) {
  const form = useSubmission(fiatReceiptForm, options(scene));
  useWhenRefused(form.problems, OUTDATED, scene.onChanged);
  return { ...form, submit: () => form.submit(null) };
}

/** One side reports a problem, with a note to the other. */
export function useFiatAbnormal(scene: FiatActionScene) {
  const form = useSubmission(fiatAbnormalForm, options(scene));
  useWhenRefused(form.problems, OUTDATED, scene.onChanged);
  return { ...form, submit: () => form.submit(null) };
}

/**
 * Returns how often the user may withdraw rights protection in this order, and how often they still
 * may.
 */
export const ownWithdrawals = ({ rights_withdrawals: withdrawn, role }: FiatOrderDetail) => {
  const max = LIMITS.fiat_rights_withdrawals_max;
  return { left: max - withdrawn[role], max };
};

/** One side applies for rights protection. */
export function useFiatClaim(scene: FiatActionScene) {
  const pictures = usePictureSet('voucher');
  const form = useSubmission(fiatClaimForm, options(scene));
  useLapsedTickets(form.problems, pictures.uploads);
  useWhenRefused(form.problems, OUTDATED, scene.onChanged);
  return {
    ...form,
    pictures,
    /** Reasons for a claim of this side. */
    reasons: CLAIMS_OF[scene.order.role],
    submit() {
      form.edit({ pictures: pictures.tickets });
      form.submit({ isPictureMissing: pictures.isMissing });
    },
  };
}
