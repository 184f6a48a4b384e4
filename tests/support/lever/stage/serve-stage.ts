/** Builds the stage and serves it to a browser. */
import path from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { build, preview } from 'vite';
import { ensure } from '../../../../contract/assert.ts';
import type { EndpointName } from '../../../../contract/endpoints.ts';
import type { Locale } from '../../../../contract/languages.ts';
import { texts } from '../../../../scripts/texts-plugin.ts';
import { temporaryFolders } from '../../temporary-folder.ts';

const ROOT = path.join(import.meta.dirname, '../../../..');
const PAGE = 'tests/support/lever/stage/stage.html';
/** The browser compiles a script again for each test unless it may keep the file, like the scripts of the app. */
const KEPT = { 'cache-control': 'max-age=31536000, immutable' };

export interface ServedStage {
  /** Address of a page of the app on the stage. @param lost a call without a reply until the test gives one. */
  urlOf(path: string, look?: { readonly locale?: Locale; readonly lost?: EndpointName }): string;
  close(): Promise<void>;
}

export async function serveStage(): Promise<ServedStage> {
  const folders = temporaryFolders();
  const outDir = folders.make();
  const common = { root: ROOT, configFile: false, logLevel: 'error' } as const;
  await build({
    ...common,
    plugins: [texts(['operator']), react(), tailwindcss()],
    build: {
      outDir,
      emptyOutDir: false,
      // One plain script: the browser reads each file of a test from its cache one by one.
      minify: false,
      rolldownOptions: { input: path.join(ROOT, PAGE), output: { codeSplitting: false } },
    },
  });
  const server = await preview({
    ...common,
    build: { outDir },
    preview: { port: 0, host: '127.0.0.1', headers: KEPT },
  });
  const origin = ensure(server.resolvedUrls?.local[0], 'the address of the stage');
  return {
    urlOf: (page, look = {}) =>
      `${origin}${PAGE}#${new URLSearchParams({ path: page, ...look }).toString()}`,
    async close() {
      await server.close();
      await folders.removeAll();
    },
  };
}
