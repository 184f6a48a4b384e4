/** The calls of the forms of an ad: posting a new one, editing it, and showing it again. */
import type { FiatPriceType, FiatSide } from '../../../contract/fiat/fiat-kinds.ts';
import {
  AD_RESUME_RULES,
  type AdResumeFacts,
  type AdResumeFields,
} from '../../../machines/app/fiat/ad-resume.rules.ts';
import { wireAmount } from '../../../machines/app/core/amount.rules.ts';
import {
  chosenKinds,
  FIAT_AD_RULES,
  type FiatAdFacts,
  type FiatAdFields,
} from '../../../machines/app/fiat/fiat-ad.rules.ts';
import type { SubmissionForm } from '../core/forms/submission-form.ts';
import { secretsOf } from './seller-secrets.ts';

/** Returns the fields that a new ad and an edited one share. */
function termsOf(fields: FiatAdFields) {
  const kinds = chosenKinds(fields);
  return {
    price_type: fields.priceType as FiatPriceType,
    ...(fields.priceType === 'fixed'
      ? { price: wireAmount(fields.price) }
      : {
          price_percent: wireAmount(fields.percent),
          ...(fields.limitPrice !== '' && { limit_price: wireAmount(fields.limitPrice) }),
        }),
    ...(fields.acceptedDeviation !== '' && { accepted_deviation: fields.acceptedDeviation }),
    total: wireAmount(fields.total),
    min_amount: wireAmount(fields.minAmount),
    max_amount: wireAmount(fields.maxAmount),
    payment_kinds: kinds.join(','),
    collection_method_ids:
      fields.side === 'sell' ? kinds.map((kind) => fields[kind]).join(',') : '',
    payment_window_min: fields.windowMin,
    remark: fields.remark.trim(),
    ...(fields.side === 'sell' && secretsOf(fields)),
  };
}

export const fiatAdPosting: SubmissionForm<'postFiatAd', FiatAdFields, FiatAdFacts> = {
  name: 'postFiatAd',
  rules: FIAT_AD_RULES,
  request: (fields) => ({
    side: fields.side as FiatSide,
    currency_id: fields.currencyId,
    fiat_code: fields.fiatCode,
    ...termsOf(fields),
    auto_open: fields.autoOpen === '1' ? '1' : '0',
  }),
  readRecord: (id, api, options) => api.call('getOwnFiatAd', { id }, options),
};

export const fiatAdEdit: SubmissionForm<'editFiatAd', FiatAdFields, FiatAdFacts> = {
  name: 'editFiatAd',
  rules: FIAT_AD_RULES,
  request: (fields) => ({ id: fields.id, revision: fields.revision, ...termsOf(fields) }),
};

export const fiatAdResuming: SubmissionForm<'resumeFiatAd', AdResumeFields, AdResumeFacts> = {
  name: 'resumeFiatAd',
  rules: AD_RESUME_RULES,
  request: ({ id, revision, acceptedDeviation, ...secrets }) => ({
    id,
    revision,
    ...(acceptedDeviation !== '' && { accepted_deviation: acceptedDeviation }),
    ...secretsOf(secrets),
  }),
};
