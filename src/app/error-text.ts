import { t } from 'i18next';
import type { ProblemName } from '../../machines/app/problem.ts';
import { loadWords } from '../i18n/load-words.ts';

/** The sentence for an error in the language of the page; loads the texts of errors when needed. */
export async function errorText(
  name: ProblemName,
  values: Readonly<Record<string, number>> = {},
): Promise<string> {
  await loadWords('errors');
  return t(`errors:${name}`, values);
}
