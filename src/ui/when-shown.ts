/** Resolves once somebody can see the page: at once where it is not hidden behind another one. */
export async function whenShown(page: Document = document): Promise<void> {
  while (page.hidden)
    await new Promise((resolve) => page.addEventListener('visibilitychange', resolve, ONCE));
}

const ONCE = { once: true } as const;
