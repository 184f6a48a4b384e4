/** The React provider of number and date formatters for the page's language. */
import { useMemo, type ReactNode } from 'react';
import { useLocale } from '../i18n/use-text.ts';
import { bindFormat, FormatContext } from './use-format.ts';

/** Provides its children with formatters in the language of the page. */
export function FormatProvider({ children }: { readonly children: ReactNode }) {
  const locale = useLocale();
  const format = useMemo(() => bindFormat(locale), [locale]);
  return <FormatContext value={format}>{children}</FormatContext>;
}
