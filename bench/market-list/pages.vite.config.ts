/** The build of the comparison pages of the market-list bench. */
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const page = (name: string) => fileURLToPath(new URL(`./pages/${name}.html`, import.meta.url));

export default defineConfig({
  root: fileURLToPath(new URL('./pages', import.meta.url)),
  base: '/bench/',
  plugins: [react()],
  resolve: { dedupe: ['react', 'react-dom'] },
  build: {
    outDir: fileURLToPath(new URL('../../.cache/bench-pages', import.meta.url)),
    emptyOutDir: true,
    rollupOptions: { input: { bare: page('bare'), floor: page('floor'), redux: page('redux') } },
  },
});
