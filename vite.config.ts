import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';

/** Where `npm run dev` finds the API: the server that `scripts/dev.ts` starts beside Vite. */
const apiTarget = process.env['API_TARGET'] ?? 'http://127.0.0.1:3000';

/** Public lists that an offline start may show; prices in them are marked stale by the app. */
const OFFLINE_READABLE =
  /\/api\/public\/(?:market\/currency_matches|forex\/tickers|news\/|default\/)/;

/** Packages that every page needs at once. */
const EVERY_PAGE_PACKAGES =
  /\/node_modules\/(?:react|react-dom|scheduler|react-router|react-router-dom|xstate|@xstate|use-sync-external-store|i18next|react-i18next)\//;
const OWN_CODE = /\/(?:src|contract|machines|streams)\/|\/lucide-react\//;

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
        // The first visit is controlled too, so that it fills the cache of lists.
        clientsClaim: true,
        skipWaiting: true,
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
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Many small shared chunks compress badly and cost a request each.
          groups: [
            { name: 'vendor', test: EVERY_PAGE_PACKAGES, priority: 2 },
            { name: 'shared', test: OWN_CODE, minShareCount: 8, priority: 1 },
          ],
        },
      },
    },
  },
  // Scanned from the app alone: bench/ has packages of its own.
  optimizeDeps: { entries: ['index.html'] },
  server: {
    proxy: {
      '/api': { target: apiTarget },
      '/ws': { target: apiTarget, ws: true },
      '/dev': { target: apiTarget },
    },
  },
});
