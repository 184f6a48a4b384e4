/**
 * Makes the bundle of the server, for `server-bundle.ts`: the modules of the server and of its packages in a few
 * scripts, with the lines of their sources and the digests of all inputs.
 */
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build, type Plugin } from 'vite';
import { ROOT } from './apps.ts';
import { writeLines } from './bundle-lines.ts';
import { BUNDLES, digestOf, isWhole, LIST, MAIN, UNFINISHED } from './server-bundle.ts';
import type { BundleList, Digests } from './server-bundle.ts';

/** Packages with machine code, which stay where they are. */
const NATIVE = ['@node-rs/argon2', 'sharp', 'pg-native'];
/** Inputs that are not modules of the bundle. */
const OTHER_INPUTS = [
  'scripts/bundle-lines.ts',
  'scripts/bundle-server.ts',
  'scripts/server-bundle.ts',
  'tsconfig.base.json',
];
const PACKAGE = /\/(node_modules\/(?:.+\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\//;
/** Server modules read files that lie next to them. */
const SERVER = `${path.join(ROOT, 'server')}${path.sep}`;

/** The folder of this build is as deep in the project as that of the finished bundle. */
const unfinished = path.join(BUNDLES, `${UNFINISHED}${process.pid}`);

const inputs: Record<string, string> = {};
for (const file of OTHER_INPUTS) noteFile(file);

/** Notes what is bundled, as it was read: a change during the build makes the bundle stale. */
const notedInputs: Plugin = {
  name: 'meridian:noted-inputs',
  enforce: 'pre',
  transform(code, id) {
    const [, packageFolder] = PACKAGE.exec(id) ?? [];
    // The version of a package is in this file. Packages may be linked from elsewhere.
    if (packageFolder !== undefined) noteFile(`${packageFolder}/package.json`);
    else if (id.startsWith(`${ROOT}${path.sep}`)) inputs[path.relative(ROOT, id)] = digestOf(code);
    return null;
  },
};

/** Lets each module of the server find its neighboring files from the folder of the bundle, also after a move of the project. */
const ownPlaces: Plugin = {
  name: 'meridian:own-places',
  enforce: 'pre',
  transform(code, id) {
    if (!id.startsWith(SERVER) || !code.includes('import.meta.')) return null;
    if (/\bimport\.meta\.(?!dirname\b|url\b)/.test(code))
      this.error(`${id} must find its files by import.meta.dirname or import.meta.url`);
    const file = path.relative(unfinished, id);
    const placed = code
      .replaceAll('import.meta.dirname', `(import.meta.dirname + '/${path.dirname(file)}')`)
      .replaceAll('import.meta.url', `new URL('${file}', import.meta.url).href`);
    return { code: placed, map: null };
  },
};

await build({
  root: ROOT,
  configFile: false,
  envDir: false,
  publicDir: false,
  logLevel: 'warn',
  plugins: [notedInputs, ownPlaces],
  ssr: { noExternal: true, external: NATIVE },
  build: {
    ssr: true,
    outDir: unfinished,
    target: 'esnext',
    minify: false,
    sourcemap: 'hidden',
    reportCompressedSize: false,
    rolldownOptions: {
      input: { [path.basename(MAIN, '.js')]: path.join(ROOT, 'scripts/bundled-main.ts') },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      // All modules run, in the order of the sources.
      treeshake: false,
    },
  },
});
writeLines(unfinished);
const outputs = readdirSync(unfinished).map(
  (name) => [name, digestOf(readFileSync(path.join(unfinished, name)))] as const,
);
// Modules are read in any order, and equal inputs have one name.
const list: BundleList = { inputs: sorted(Object.entries(inputs)), outputs: sorted(outputs) };
writeFileSync(path.join(unfinished, LIST), JSON.stringify(list));
const finished = path.join(BUNDLES, digestOf(JSON.stringify(list.inputs)).slice(0, 16));
// Another process may have finished the same one first.
if (isWhole(finished)) rmSync(unfinished, { recursive: true });
else {
  rmSync(finished, { recursive: true, force: true });
  renameSync(unfinished, finished);
}

function noteFile(file: string): void {
  const place = path.join(ROOT, file);
  if (inputs[file] === undefined && existsSync(place))
    inputs[file] = digestOf(readFileSync(place, 'utf8'));
}

function sorted(digests: readonly (readonly [file: string, digest: string])[]): Digests {
  return Object.fromEntries(digests.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
