/** The build of both pages of the candle bench. */
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { texts } from '../../scripts/texts-plugin.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: at('./pages'),
  base: './/',
  plugins: [texts(), react(), tailwindcss()],
  resolve: { dedupe: ['react', 'react-dom'] },
  build: {
    target: 'es2022',
    outDir: at('../../.cache/bench-candles'),
    emptyOutDir: true,
    rollupOptions: {
      input: { ours: at('./pages/ours.html'), lightweight: at('./pages/lightweight.html') },
    },
  },
});
