/** The form that places a fiat order on an ad. */
import type { CollectionKind } from '../../../contract/people/people.ts';
import { wireAmount } from '../../../machines/app/core/amount.rules.ts';
import {
  FIAT_ORDER_RULES,
  type FiatOrderFacts,
  type FiatOrderFields,
} from '../../../machines/app/fiat/fiat-order-creation.rules.ts';
import type { SubmissionForm } from '../core/forms/submission-form.ts';
import { secretsOf } from './seller-secrets.ts';

export const fiatOrderForm: SubmissionForm<'createFiatOrder', FiatOrderFields, FiatOrderFacts> = {
  name: 'createFiatOrder',
  rules: FIAT_ORDER_RULES,
  request: ({ adId, basis, size, price, windowMin, paymentKind, methodId, ...secrets }) => ({
    ad_id: adId,
    ...(basis === 'quantity' ? { quantity: wireAmount(size) } : { amount: wireAmount(size) }),
    price,
    ...(windowMin !== '' && { payment_window_min: windowMin }),
    payment_kind: paymentKind as CollectionKind,
    ...(methodId !== '' && { collection_method_id: methodId }),
    ...secretsOf(secrets),
  }),
  readRecord: (id, api, options) => api.call('getFiatOrder', { id }, options),
};
