/** The localized sentence of an error, from the server or from the page's own texts. */
import { t } from 'i18next';
import type { ClientErrorName, ErrorName } from '../../../contract/errors/catalog.ts';
import { loadWords } from '../../i18n/load-words.ts';

/**
 * Returns the sentence for an error in the language of the page; loads the texts of errors when
 * needed.
 */
export async function errorText(name: ErrorName): Promise<string> {
  await loadWords('errors');
  return t(`errors:${name}`);
}

/** Returns the sentence for a client error, whose texts are loaded from the start. */
export const failureText = (name: ClientErrorName, values: { readonly seconds: number }): string =>
  t(`common:failure.${name}`, values);
