/**
 * Preloaded into the server and into the many processes of a run of tests, because finding the modules takes a third
 * of a server's start. For each import from a package, and for each one inside it, Node parses the package's whole
 * `package.json` and reads folders. The results are kept in a file for later processes.
 */
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { flushCompileCache, registerHooks, type ResolveFnOutput } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = path.join(import.meta.dirname, '..');
const PACKAGES = `${pathToFileURL(path.join(ROOT, 'node_modules')).href}/`;
const FOLDER = path.join(ROOT, '.cache/resolved');
/** A process that lives so long keeps its results then, because a kill would lose them. Its modules are loaded by then. */
const KEPT_AFTER_MS = 10_000;
const SCRIPT = /\.[cm]?js$/;

/** Address below the packages and format of a module. */
type Kept = readonly [address: string, format: string | null];

/** Each installation has its own file. Undefined without the mark that npm leaves: then no list is kept. */
const file = fileOfInstallation();
const known = new Map<string, Kept>(Object.entries(readKept()));
let knownBefore = known.size;

registerHooks({
  resolve(specifier, context, nextResolve) {
    const { parentURL = '', conditions } = context;
    // The files of this project name each other as they are.
    if (specifier.startsWith('.') && specifier.endsWith('.ts'))
      return {
        url: new URL(specifier, parentURL).href,
        format: 'module-typescript',
        shortCircuit: true,
      };
    if (specifier.startsWith('node:')) return nextResolve(specifier, context);
    const isInside = parentURL.startsWith(PACKAGES);
    // Files of the project find the same package from everywhere.
    const from = isInside ? parentURL.slice(PACKAGES.length) : '';
    if (!isInside && !isPackage(specifier)) return nextResolve(specifier, context);
    const key = `${conditions.join(',')} ${specifier} ${from}`;
    const kept = known.get(key);
    if (kept !== undefined)
      return { url: PACKAGES + kept[0], format: kept[1], shortCircuit: true } as ResolveFnOutput;
    const resolved = nextResolve(specifier, context);
    if (resolved.url.startsWith(PACKAGES) && SCRIPT.test(resolved.url))
      known.set(key, [resolved.url.slice(PACKAGES.length), resolved.format ?? null]);
    return resolved;
  },
});

process.on('exit', keep);
setTimeout(() => {
  flushCompileCache();
  keep();
}, KEPT_AFTER_MS).unref();

function keep(): void {
  if (file === undefined || known.size === knownBefore) return;
  knownBefore = known.size;
  const unfinished = `${file}.${process.pid}`;
  try {
    mkdirSync(FOLDER, { recursive: true });
    // Others may have written since this process began.
    writeFileSync(unfinished, JSON.stringify({ ...readKept(), ...Object.fromEntries(known) }));
    renameSync(unfinished, file);
  } catch {
    // A read-only folder makes later starts slower, and changes nothing else.
  }
}

function isPackage(specifier: string): boolean {
  return !specifier.startsWith('.') && !specifier.startsWith('/') && !specifier.includes(':');
}

function fileOfInstallation(): string | undefined {
  const lock = path.join(ROOT, 'node_modules/.package-lock.json');
  const installedAtMs = statSync(lock, { throwIfNoEntry: false })?.mtimeMs;
  if (installedAtMs === undefined) return undefined;
  return path.join(FOLDER, `${process.version}-${installedAtMs}.json`);
}

function readKept(): Readonly<Record<string, Kept>> {
  if (file === undefined) return {};
  try {
    // Only this script writes it, and a rename completes it.
    return JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, Kept>>;
  } catch {
    // No process has written it yet.
    return {};
  }
}
