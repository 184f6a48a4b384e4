/** For the builds: where a page finds its texts. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { LOCALES, NAMESPACES, type Namespace } from '../contract/languages.ts';

const FOLDER = path.join(import.meta.dirname, '../locales');

/**
 * Puts the files of texts beside the scripts, in a folder that is named after what is in them: the
 * first script knows that name (`import.meta.env.TEXTS_URL`), and need not name a hundred files.
 * @param unused areas that the app has no use for.
 */
export function texts(unused: readonly Namespace[] = []): Plugin {
  const files = LOCALES.flatMap((locale) =>
    NAMESPACES.filter((namespace) => !unused.includes(namespace)).map((namespace) => ({
      name: `${locale}/${namespace}.json`,
      source: denseText(path.join(FOLDER, locale, `${namespace}.json`)),
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
const denseText = (file: string): string => JSON.stringify(JSON.parse(readFileSync(file, 'utf8')));

const hashOf = (sources: readonly string[]): string =>
  createHash('sha256').update(sources.join('\n')).digest('hex').slice(0, 8);
