/** Loads one namespace, independent of other namespaces that do not arrive. */
import i18next from 'i18next';
import type { Namespace } from '../../contract/languages.ts';

/**
 * Resolves when the texts of one namespace are loaded. The library's own `loadNamespaces` waits for
 * all namespaces that are being loaded, including one that does not arrive.
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
