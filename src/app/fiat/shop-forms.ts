/** The forms that open and close a shop. */
import {
  SHOP_CLOSING_RULES,
  SHOP_OPENING_RULES,
  type ShopClosingFields,
  type ShopOpeningFacts,
  type ShopOpeningFields,
} from '../../../machines/app/fiat/shop.rules.ts';
import type { SubmissionForm } from '../core/forms/submission-form.ts';

export const shopOpeningForm: SubmissionForm<'openShop', ShopOpeningFields, ShopOpeningFacts> = {
  name: 'openShop',
  rules: SHOP_OPENING_RULES,
  request: ({ name, payPassword }) => ({ name: name.trim(), pay_password: payPassword }),
};

export const shopClosingForm: SubmissionForm<'closeShop', ShopClosingFields, null> = {
  name: 'closeShop',
  rules: SHOP_CLOSING_RULES,
  request: ({ payPassword }) => ({ pay_password: payPassword }),
};
