/** The apps that a server serves: the one of the people, and the console of operators. */
import path from 'node:path';

export const ROOT = path.join(import.meta.dirname, '..');

interface App {
  /** How Vite builds it, and serves it in development. */
  readonly config: string;
  /** Where its build is found by the server. */
  readonly folder: string;
}

export const APPS: readonly App[] = [
  { config: 'vite.config.ts', folder: 'dist/client' },
  { config: 'vite.operator.config.ts', folder: 'dist/operator' },
];
