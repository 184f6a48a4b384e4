/** The build of the operator console into its own folder. */
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { renameSync } from 'node:fs';
import path from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { texts } from './scripts/texts-plugin.ts';

const OUT_DIR = 'dist/operator';

/**
 * URL of the operators' calls for `npm run dev`: the server that `scripts/dev.ts` starts next to
 * Vite.
 */
const apiTarget = process.env['OPERATOR_API_TARGET'] ?? 'http://127.0.0.1:3001';

/** Renames the page, because the operators' server answers `/` with `index.html` like any other. */
const namedIndex: Plugin = {
  name: 'meridian:named-index',
  apply: 'build',
  closeBundle() {
    const folder = path.join(import.meta.dirname, OUT_DIR);
    renameSync(path.join(folder, 'operator.html'), path.join(folder, 'index.html'));
  },
};

/** In development every page is the console, whose document has another name than `index.html`. */
const servedIndex: Plugin = {
  name: 'meridian:served-index',
  apply: 'serve',
  configureServer({ middlewares }) {
    middlewares.use((request, _response, next) => {
      const isPage = request.headers.accept?.includes('text/html') === true;
      if (isPage && request.url?.startsWith('/api/') === false) request.url = '/operator.html';
      next();
    });
  },
};

/** The operator console: an application of its own, which the user app does not know. */
export default defineConfig({
  plugins: [texts(), react(), tailwindcss(), namedIndex, servedIndex],
  // The user app is served at the same time, with its own dependencies.
  cacheDir: 'node_modules/.vite-console',
  optimizeDeps: { entries: ['operator.html'] },
  server: { port: 5174, proxy: { '/api': { target: apiTarget } } },
  build: {
    outDir: OUT_DIR,
    target: 'es2022',
    manifest: true,
    sourcemap: false,
    assetsInlineLimit: 0,
    rolldownOptions: { input: 'operator.html' },
  },
});
