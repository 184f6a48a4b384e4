/** The React context of the console's runtime, for hooks only. */
import { createContext, use } from 'react';
import { ensure } from '../../../contract/assert.ts';
import type { ConsoleRuntime } from './runtime.ts';

export const ConsoleContext = createContext<ConsoleRuntime | null>(null);

/** Returns the runtime of the console for hooks; views must use hooks. */
export const useConsole = (): ConsoleRuntime => ensure(use(ConsoleContext), 'ConsoleContext');
