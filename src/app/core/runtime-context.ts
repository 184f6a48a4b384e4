/** The React context of the runtime, for hooks only. */
import { createContext, use } from 'react';
import { ensure } from '../../../contract/assert.ts';
import type { Runtime } from './runtime.ts';

export const RuntimeContext = createContext<Runtime | null>(null);

/** The runtime of the page, for the hooks of this folder; views use those. */
export const useRuntime = (): Runtime => ensure(use(RuntimeContext), 'RuntimeContext');
