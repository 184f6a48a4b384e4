/** The hook of the form that subscribes to an offering, or raises the user's subscription. */
import { useState } from 'react';
import type { IeoSubscription, OfferingDetail } from '../../../contract/ieo/ieo.ts';
import {
  boundsFault,
  ieoDue,
  ieoEstimate,
  ieoTotal,
  steppedQuantity,
  type BoundsFault,
  type IeoFacts,
  type IeoFields,
} from '../../../machines/app/ieo/ieo-subscription.rules.ts';
import { useSubmission, type SubmissionView } from '../core/hooks/use-submission.ts';
import { useBalances } from '../wallet/use-balances.ts';
import { ieoForm } from './ieo-form.ts';

interface IeoFormView extends SubmissionView<IeoFields, IeoFacts, IeoSubscription> {
  readonly facts: IeoFacts;
  readonly fault: BoundsFault | null;
  /** Payment for the whole quantity; null while it is no quantity. */
  readonly total: string | null;
  /** Payment beyond that of the present subscription. */
  readonly due: string | null;
  /** The outcome if subscribing ended now. */
  readonly estimate: ReturnType<typeof ieoEstimate>;
  readonly step: (direction: 1 | -1) => void;
}

/** @param onSubscribed called after success. */
export function useIeoForm(
  offering: OfferingDetail,
  own: IeoSubscription | null,
  onSubscribed: () => void,
): IeoFormView {
  const [form] = useState(() => ieoForm(offering));
  const view = useSubmission(form, { subject: offering.id, onSuccess: onSubscribed });
  const { status, balances } = useBalances();
  const held = balances.get(offering.pay_currency_id)?.available ?? '0';
  const { quantity } = view.fields;
  return {
    ...view,
    facts: { terms: offering, own, available: status === 'loading' ? null : held },
    fault: boundsFault(quantity, offering, own),
    total: ieoTotal(quantity, offering),
    due: ieoDue(quantity, offering, own),
    estimate: ieoEstimate(quantity, offering, own),
    step: (direction) =>
      view.edit({ quantity: steppedQuantity(quantity, direction, offering, own) }),
  };
}
