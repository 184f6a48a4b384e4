/** Script budgets of first visits. A browser test compares these lists with what a real visit loads. */

interface PageBudget {
  /** Source modules that the page loads at once: the entry and its immediate dynamic imports. */
  readonly sources: readonly string[];
  readonly gzipBytesMax: number;
}

export const PAGE_BUDGETS: Readonly<Record<string, PageBudget>> = {
  '/login': { sources: ['index.html'], gzipBytesMax: 150_000 },
  '/home': { sources: ['index.html'], gzipBytesMax: 180_000 },
};
