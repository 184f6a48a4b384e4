import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { renameSync } from 'node:fs';
import path from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { texts } from './scripts/texts-plugin.ts';

const OUT_DIR = 'dist/operator';

/** The operator's server, like any other, answers `/` with `index.html`. */
const namedIndex: Plugin = {
  name: 'meridian:named-index',
  apply: 'build',
  closeBundle() {
    const folder = path.join(import.meta.dirname, OUT_DIR);
    renameSync(path.join(folder, 'operator.html'), path.join(folder, 'index.html'));
  },
};

/** The operator console: an application of its own, of which the app of the people knows nothing. */
export default defineConfig({
  plugins: [texts(), react(), tailwindcss(), namedIndex],
  build: {
    outDir: OUT_DIR,
    target: 'es2022',
    manifest: true,
    sourcemap: false,
    assetsInlineLimit: 0,
    rolldownOptions: { input: 'operator.html' },
  },
});
