/** The apps that a server serves: the users' app, and the operators' console. */
import path from 'node:path';

export const ROOT = path.join(import.meta.dirname, '..');

interface App {
  /** Vite configuration of its build and its development server. */
  readonly config: string;
  /** Folder of its build, from which the server serves it. */
  readonly folder: string;
}

export const APPS: readonly App[] = [
  { config: 'vite.config.ts', folder: 'dist/client' },
  { config: 'vite.operator.config.ts', folder: 'dist/operator' },
];
