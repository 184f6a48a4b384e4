/** Resolves when the page is visible: immediately if it is not hidden. */
export async function whenShown(page: Document = document): Promise<void> {
  while (page.hidden)
    await new Promise((resolve) => page.addEventListener('visibilitychange', resolve, ONCE));
}

const ONCE = { once: true } as const;
