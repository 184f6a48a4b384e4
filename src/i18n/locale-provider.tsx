/** The React provider of the page's language. */
import type { ReactNode } from 'react';
import { LocaleContext } from './locale-context.ts';
import { useLocale } from './use-text.ts';

/** Provides its children with the language, so that a figure that changes every frame needs no read of the translations. */
export function LocaleProvider({ children }: { readonly children: ReactNode }) {
  return <LocaleContext value={useLocale()}>{children}</LocaleContext>;
}
