import { loadNamespaces, t } from 'i18next';
import type { ProblemName } from '../../machines/app/problem.ts';

/** The sentence for an error in the language of the page; loads the texts of errors when needed. */
export async function errorText(
  name: ProblemName,
  values: Readonly<Record<string, number>> = {},
): Promise<string> {
  await loadNamespaces('errors');
  return t(`errors:${name}`, values);
}
