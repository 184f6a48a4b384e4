/** The form that subscribes to an offering. */
import type { Offering } from '../../../contract/ieo/ieo.ts';
import { wireAmount } from '../../../machines/app/core/amount.rules.ts';
import {
  IEO_RULES,
  type IeoFacts,
  type IeoFields,
} from '../../../machines/app/ieo/ieo-subscription.rules.ts';
import type { SubmissionForm } from '../core/forms/submission-form.ts';

export const ieoForm = ({
  id,
}: Pick<Offering, 'id'>): SubmissionForm<'subscribeOffering', IeoFields, IeoFacts> => ({
  name: 'subscribeOffering',
  rules: IEO_RULES,
  request: ({ quantity }) => ({ offering_id: id, quantity: wireAmount(quantity) }),
  readRecord: (subscriptionId, api, options) =>
    api.call('getIeoSubscription', { id: subscriptionId }, options),
});
