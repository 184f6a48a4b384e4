/** The React context of the page's language. */
import { createContext } from 'react';
import type { Locale } from '../../contract/languages.ts';

export const LocaleContext = createContext<Locale | null>(null);
