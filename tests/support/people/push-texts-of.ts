/** The push texts of a language, for the guards of texts. */
import type { Locale } from '../../../contract/languages.ts';
import {
  LEVER_PUSH_TEXTS,
  type LeverPushTexts,
} from '../../../server/areas/lever/lever-push-texts.ts';
import {
  ORDER_PUSH_TEXTS,
  type OrderPushTexts,
} from '../../../server/areas/fiat/orders/order-push-texts.ts';

/** Texts about fiat orders, and below `contract` those about contracts. */
export function pushTextsOf(
  locale: Locale,
): OrderPushTexts & { readonly contract: LeverPushTexts } {
  return { ...ORDER_PUSH_TEXTS[locale], contract: LEVER_PUSH_TEXTS[locale] };
}
