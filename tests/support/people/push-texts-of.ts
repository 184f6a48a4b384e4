/** The push texts of a language, for the guards of texts. */
import type { Locale } from '../../../contract/languages.ts';
import {
  CONTRACT_PUSH_TEXTS,
  type ContractPushTexts,
} from '../../../server/areas/people/push/contract-push-texts.ts';
import { PUSH_TEXTS, type PushTexts } from '../../../server/areas/people/push/push-texts.ts';

/** Texts about fiat orders, and below `contract` those about contracts. */
export function pushTextsOf(locale: Locale): PushTexts & { readonly contract: ContractPushTexts } {
  return { ...PUSH_TEXTS[locale], contract: CONTRACT_PUSH_TEXTS[locale] };
}
