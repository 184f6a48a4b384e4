/** Budgets of first visits, scripts and texts together. A browser test measures what a real visit loads against the same figures. */
import type { Namespace } from '../contract/languages.ts';

interface PageBudget {
  /**
   * Source modules or chunk names that the page loads immediately: the entry and its next requests.
   */
  readonly sources: readonly string[];
  /** Namespaces of texts that it requests immediately. */
  readonly texts: readonly Namespace[];
  readonly gzipBytesMax: number;
}

export const PAGE_BUDGETS: Readonly<Record<string, PageBudget>> = {
  '/login': {
    sources: ['index.html', 'src/views/identity/login-screen.tsx'],
    texts: ['common', 'identity'],
    gzipBytesMax: 150_000,
  },
  '/home': {
    sources: [
      'index.html',
      'src/app/router/tabs-layout.tsx',
      'home-parts',
      'src/views/home/home-screen.tsx',
    ],
    texts: ['common', 'home', 'market'],
    gzipBytesMax: 180_000,
  },
};

/** The most scripts of a first visit: a phone asks for six at a time, and a script of a few lines takes a round trip like any other. */
export const SCRIPTS_MAX: Readonly<Record<string, number>> = {
  '/home': 16,
  '/market': 18,
  '/assets': 26,
  '/trade': 32,
  '/fiat': 38,
  '/lever': 42,
  '/lever-my-trade': 28,
  '/micro-trade': 30,
};
