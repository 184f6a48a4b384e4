import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';

/** Where `npm run dev` finds the API: the server that `scripts/dev.ts` starts beside Vite. */
const apiTarget = process.env['API_TARGET'] ?? 'http://127.0.0.1:3000';

/** Public lists that an offline start may show; prices in them are marked stale by the app. */
const OFFLINE_READABLE =
  /\/api\/public\/(?:market\/currency_matches|forex\/tickers|news\/|default\/)/;

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    VitePWA({
      registerType: 'autoUpdate',
      injectRegister: false,
      manifest: {
        name: 'Meridian',
        short_name: 'Meridian',
        description: 'A mobile-first digital-asset exchange.',
        id: '/',
        start_url: '/home',
        scope: '/',
        display: 'standalone',
        orientation: 'any',
        background_color: '#0b0e14',
        theme_color: '#0b0e14',
        icons: [
          { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
          { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
          {
            src: '/icons/icon-maskable-512.png',
            sizes: '512x512',
            type: 'image/png',
            purpose: 'maskable',
          },
        ],
      },
      workbox: {
        globPatterns: ['**/*.{js,css,html,svg,png,webmanifest}'],
        navigateFallback: '/index.html',
        navigateFallbackDenylist: [/^\/api\//, /^\/dev\//, /\.json$/],
        runtimeCaching: [
          {
            urlPattern: OFFLINE_READABLE,
            handler: 'NetworkFirst',
            options: {
              cacheName: 'public-lists',
              networkTimeoutSeconds: 5,
              expiration: { maxEntries: 64, maxAgeSeconds: 7 * 24 * 3600 },
              cacheableResponse: { statuses: [200] },
            },
          },
        ],
      },
    }),
  ],
  build: {
    outDir: 'dist/client',
    target: 'es2022',
    manifest: true,
    sourcemap: false,
    // Flags and logos stay files: inlined they would sit in the first script.
    assetsInlineLimit: 0,
  },
  server: {
    proxy: {
      '/api': { target: apiTarget },
      '/ws': { target: apiTarget, ws: true },
      '/dev': { target: apiTarget },
    },
  },
});
