/** For the builds: where a page finds its texts. */
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
 * Puts the files of texts next to the scripts, in a folder that is named after what is in them: the
 * first script knows that name (`import.meta.env.TEXTS_URL`), and need not name a hundred files.
 * @param unused areas that the app has no use for.
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
        'import.meta.env.TEXTS_URL': JSON.stringify(
          command === 'build' ? `/${folder}` : '/locales',
        ),
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

/** The files are written for people to edit; a page needs neither lines nor spaces. */
const denseText = (locale: Locale, namespace: Namespace): string =>
  JSON.stringify(filledUp(wordsOf(locale, namespace), wordsOf(DEFAULT_LOCALE, namespace)));

interface Words {
  readonly [key: string]: string | Words;
}

const wordsOf = (locale: Locale, namespace: Namespace): Words =>
  JSON.parse(readFileSync(path.join(FOLDER, locale, `${namespace}.json`), 'utf8')) as Words;

/** A text that `own` lacks is said in the default language instead of by its key. */
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
