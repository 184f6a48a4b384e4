/** The React context of the runtime, for hooks only. */
import { createContext, use } from 'react';
import { ensure } from '../../../contract/assert.ts';
import type { Runtime } from './runtime.ts';

export const RuntimeContext = createContext<Runtime | null>(null);

/** Returns the runtime of the page for hooks; views must use hooks. */
export const useRuntime = (): Runtime => ensure(use(RuntimeContext), 'RuntimeContext');
