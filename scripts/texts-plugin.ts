/** A build plugin that publishes the translation files next to the scripts. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import {
  DEFAULT_LOCALE,
  LOCALES,
  NAMESPACES,
  type Locale,
  type Namespace,
} from '../contract/languages.ts';

const FOLDER = path.join(import.meta.dirname, '../locales');

/**
 * Puts the translation files into a folder next to the scripts that is named by their hash: the
 * first script knows that name (`TEXTS_URL`), and does not have to name a hundred
 * files.
 * @param unused namespaces that the app does not use.
 */
export function texts(unused: readonly Namespace[] = []): Plugin {
  const files = LOCALES.flatMap((locale) =>
    NAMESPACES.filter((namespace) => !unused.includes(namespace)).map((namespace) => ({
      name: `${locale}/${namespace}.json`,
      source: denseText(locale, namespace),
    })),
  );
  const folder = `assets/texts-${hashOf(files.map(({ source }) => source))}`;
  return {
    name: 'meridian:texts',
    config: (_config, { command }) => ({
      define: {
        TEXTS_URL: JSON.stringify(command === 'build' ? `/${folder}` : '/locales'),
      },
    }),
    generateBundle() {
      for (const { name, source } of files)
        this.emitFile({
          type: 'asset',
          fileName: `${folder}/${name}`,
          source,
        });
    },
  };
}

/** Removes the line breaks and spaces of the source files, which a page does not need. */
const denseText = (locale: Locale, namespace: Namespace): string =>
  JSON.stringify(filledUp(wordsOf(locale, namespace), wordsOf(DEFAULT_LOCALE, namespace)));

interface Words {
  readonly [key: string]: string | Words;
}

const wordsOf = (locale: Locale, namespace: Namespace): Words =>
  JSON.parse(readFileSync(path.join(FOLDER, locale, `${namespace}.json`), 'utf8')) as Words;

/** Fills texts that `own` lacks from the default language, so that no key is shown. */
export function filledUp(own: Words, fallback: Words): Words {
  const filled: Record<string, string | Words> = { ...fallback, ...own };
  for (const [key, words] of Object.entries(own)) {
    const other = fallback[key];
    if (typeof words === 'object' && typeof other === 'object')
      filled[key] = filledUp(words, other);
  }
  return filled;
}

const hashOf = (sources: readonly string[]): string =>
  createHash('sha256').update(sources.join('\n')).digest('hex').slice(0, 8);
