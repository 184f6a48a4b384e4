/** The build of the app: bundle, installable app, offline shell. */
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { sharedParts } from './scripts/shared-parts.ts';
import { texts } from './scripts/texts-plugin.ts';

/** URL of the API for `npm run dev`: the server that `scripts/dev.ts` starts next to Vite. */
const apiTarget = process.env['API_TARGET'] ?? 'http://127.0.0.1:3000';

/** Public lists that an offline start may show; the app marks their prices as stale. */
const OFFLINE_READABLE =
  /\/api\/public\/(?:market\/currency_matches|forex\/tickers|news\/|default\/)/;

/** Packages that every page needs immediately. */
const EVERY_PAGE_PACKAGES =
  /\/node_modules\/(?:react|react-dom|scheduler|react-router|react-router-dom|xstate|@xstate|use-sync-external-store|i18next|react-i18next)\//;
const OWN_CODE = /\/(?:src|contract|machines|streams)\/|\/lucide-react\//;

/** Small parts of the tabs, in one script for the same reason. */
const TABS_CODE = new RegExp(
  [
    '/src/ui/(?:use-kept-state|use-interval|use-media-query|currency-logo|option-list)\\.',
    '/src/ui/change-text\\.',
    '/src/format/turnover\\.',
    '/src/views/parts/(?:waiting-badge|use-refresh-every)\\.',
    '/src/views/home/unset-links\\.',
    '/lucide-react/.+/icons/(?:headset|arrow-left-right|arrow-down-to-line|clock|chevron-right|piggy-bank)\\.',
  ].join('|'),
);

/**
 * Code that the entry and the sign-in need, even if other pages need it, too: one script, not
 * twenty small ones.
 */
const FIRST_CODE = new RegExp(
  [
    '/src/app/core/(?:api/(?!axios|choose)|session/|preferences/|query-cache)',
    '/src/i18n/(?:load-words|locale-context|network-pause|missing-script)',
    '/src/app/(?:core/(?:hooks/use-preferences|forms/form-deps|random-id)|identity/device-id)',
    '/src/ui/(?:dialog|toast|use-online|use-opened-once|page-steps|field|text-field|password-field|button)\\.',
    '/src/ui/(?:brand|connection-banner|meridian-globe|use-focus-first-problem)\\.',
    '/src/views/parts/(?:screen-loading|use-problem-text|form-problem|language-button|theme-button)',
    '/lucide-react/.+/icons/(?:chart-candlestick|moon|sun|shield-check)\\.',
    '/contract/(?:endpoints|limits|languages|assert|time)\\.',
    '/machines/app/(?:core/(?:actors|problem|form-context|query)|identity/(?:session|account\\.rules))',
  ].join('|'),
);

/** Pages that a first visit may lead to; their imports are loaded with them. */
const FIRST_PAGES = /\/(?:tabs-layout|login-screen|home-screen|market-screen|trade-screen)-/;

/**
 * Removes the descriptions of states and events, which only documents and tests need: a fifth of a
 * machine's script.
 */
const withoutDescriptions: Plugin = {
  name: 'without-descriptions',
  apply: 'build',
  transform: {
    filter: { id: /\/machines\/(?:app|domain)\/.+\.machine\.ts$/ },
    order: 'pre',
    handler: (code) => ({
      code: code.replaceAll(/\bdescription:\s*'[^'\n]*',?/g, ''),
      map: null,
    }),
  },
};

/**
 * Marks the data-loading parts of react-router's own framework as free of effects, so that the
 * bundler drops them. A part that the pattern no longer matches is kept, and the budget check
 * fails.
 */
const withoutFrameworkParts: Plugin = {
  name: 'without-framework-parts',
  apply: 'build',
  transform: {
    filter: { id: /\/node_modules\/react-router\/dist\/.+\.mjs$/ },
    handler: (code) => ({
      code: code
        .replaceAll(/^\w+\.displayName = "\w+";$/gm, '')
        .replaceAll(/= (?=React\d*\.(?:forwardRef|createContext)\()/g, '= /* @__PURE__ */ ')
        .replaceAll(/React\d*\.createElement\(PrefetchPageLinks, \{ page: href \}\)/g, 'null'),
      map: null,
    }),
  },
};

export default defineConfig({
  plugins: [
    withoutDescriptions,
    withoutFrameworkParts,
    texts(['operator']),
    react(),
    tailwindcss(),
    VitePWA({
      registerType: 'autoUpdate',
      injectRegister: false,
      manifest: {
        name: 'Meridian',
        short_name: 'Meridian',
        description: 'A mobile-first digital-asset exchange.',
        lang: 'zh-CN',
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
        // The worker controls the first visit, too, so that it fills the cache of lists.
        clientsClaim: true,
        skipWaiting: true,
        // Shows push notifications; the worker imports it, so the cache does not need it.
        importScripts: ['/push-worker.js'],
        globIgnores: ['push-worker.js'],
        globPatterns: ['**/*.{js,css,html,json,svg,png,webmanifest}'],
        navigateFallback: '/index.html',
        navigateFallbackDenylist: [/^\/api\//, /^\/dev\//, /\.(?:json|txt|ico)$/],
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
  // Selects the build of rxjs for the target browsers; its default is for older ones, with helpers
  // in place of classes.
  resolve: { conditions: ['es2015', ...defaultClientConditions] },
  build: {
    outDir: 'dist/client',
    target: 'es2022',
    manifest: true,
    sourcemap: false,
    // Flags and logos stay files; inlined, they would be in the first script.
    assetsInlineLimit: 0,
    modulePreload: {
      // Every target browser supports it.
      polyfill: false,
      // Only pages of a first visit list their imports, because the list is part of the first
      // script.
      resolveDependencies: (page, needed, { hostType }) =>
        hostType === 'html' || FIRST_PAGES.test(page) ? needed : [],
    },
    rolldownOptions: {
      output: {
        // Short names, because the first script names every page and every file of texts.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: {
          // Many small shared chunks compress badly and cost a request each.
          groups: [
            { name: 'vendor', test: EVERY_PAGE_PACKAGES, priority: 2 },
            { name: 'first', test: FIRST_CODE, priority: 2 },
            { name: 'tabs-parts', test: TABS_CODE, priority: 2 },
            { name: 'shared', test: OWN_CODE, minShareCount: 42, priority: 1 },
            ...sharedParts(OWN_CODE, 0),
          ],
        },
      },
    },
  },
  // Scans only the app, because bench/ has packages of its own.
  optimizeDeps: { entries: ['index.html'] },
  server: {
    proxy: {
      '/api': { target: apiTarget },
      '/ws': { target: apiTarget, ws: true },
      '/dev': { target: apiTarget },
    },
  },
});
