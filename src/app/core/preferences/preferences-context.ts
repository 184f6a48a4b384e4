/** The React context of the preference store, used by the app and by the console. */
import { createContext, use } from 'react';
import { ensure } from '../../../../contract/assert.ts';
import type { PreferenceStore } from './preferences.ts';

/** Used by the app and by the operator console, each with a store of its own. */
export const PreferencesContext = createContext<PreferenceStore | null>(null);

export const usePreferenceStore = (): PreferenceStore =>
  ensure(use(PreferencesContext), 'PreferencesContext');
