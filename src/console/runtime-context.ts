/** The React context of the console's runtime, for hooks only. */
import { createContext, use } from 'react';
import { ensure } from '../../contract/assert.ts';
import type { ConsoleRuntime } from './runtime.ts';

export const ConsoleContext = createContext<ConsoleRuntime | null>(null);

/** The runtime of the console, for the hooks of this folder; views use those. */
export const useConsole = (): ConsoleRuntime => ensure(use(ConsoleContext), 'ConsoleContext');
