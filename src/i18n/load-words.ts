/** Loads one namespace, independent of other namespaces that do not arrive. */
import i18next from 'i18next';
import type { Namespace } from '../../contract/languages.ts';

/**
 * Resolves once the texts of one area are there, loading them where nobody has. The library's own
 * `loadNamespaces` waits for every area that is on its way, also for one that does not arrive.
 */
export async function loadWords(namespace: Namespace): Promise<void> {
  const { language, store } = i18next;
  if (i18next.hasResourceBundle(language, namespace)) return;
  await new Promise<void>((resolve) => {
    const look = (_language: string, added: string) => {
      if (added !== namespace) return;
      store.off('added', look);
      resolve();
    };
    store.on('added', look);
    void i18next.loadNamespaces(namespace);
  });
}
