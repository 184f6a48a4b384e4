/**
 * The server as a few scripts instead of 900 modules: to find, strip and link them takes a third of a start. A bundle
 * runs only if all that went into it is unchanged, by content; else a new one is made.
 */
import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './apps.ts';
import { isAlive } from './is-alive.ts';
import { SERVER_FROM_MODULES, type ServerProgram } from './supervise.ts';

/** A folder per bundle, in which Node keeps its compiled form, too. */
export const BUNDLES = path.join(ROOT, '.cache/server');
/** Digests of the inputs by path, in the folder of a bundle. */
export const INPUTS = 'inputs.json';
/** The first script of a bundle. */
export const MAIN = 'main.js';
/** Begins the name of a folder that a process still writes, before its id. */
export const UNFINISHED = 'unfinished-';
/** Begins the name of the mark that a user of a bundle leaves in its folder, before its process id. */
const USED_BY = 'used-by-';
/** Number of bundles that are kept without a user, for a developer who goes back and forth. */
const UNUSED_MAX = 2;

type Inputs = Readonly<Record<string, string>>;

export const digestOf = (text: string): string => hash('sha256', text);

/**
 * The program of the server as it is now. The modules, if there is no bundle and none can be made here.
 * @param onBuild called before a bundle is made, which takes seconds.
 */
export function currentServer(onBuild: () => void = () => {}): ServerProgram {
  let folder = useBundle();
  if (folder === undefined && canBundle()) {
    onBuild();
    removeUnused();
    if (makeBundle()) folder = useBundle();
    else process.stderr.write('The server could not be bundled, see above: its modules are run.\n');
  }
  return folder === undefined ? SERVER_FROM_MODULES : programOf(path.join(folder, MAIN));
}

/** The program of a bundle, by its first script. */
export const programOf = (main: string): ServerProgram => ({
  words: [main],
  env: { NODE_COMPILE_CACHE: path.join(path.dirname(main), 'compiled') },
});

/** Returns the folder of the bundle of the present sources, which stays while this process runs. */
function useBundle(): string | undefined {
  const digests = new Map<string, string | undefined>();
  return foldersByAge()
    .filter((folder) => !isUnfinished(folder))
    .find((folder) => isCurrent(folder, digests) && mark(folder));
}

/** @returns whether the bundle is still there, because another process may remove it before the mark. */
function mark(folder: string): boolean {
  try {
    for (const name of readdirSync(folder))
      if (name.startsWith(USED_BY) && !isAlive(userOf(name))) rmSync(path.join(folder, name));
    writeFileSync(path.join(folder, `${USED_BY}${process.pid}`), '');
  } catch {
    // A folder that this user cannot write is not removed by this user, either.
  }
  return existsSync(path.join(folder, INPUTS));
}

/** @param digests of files that were read already. */
function isCurrent(folder: string, digests: Map<string, string | undefined>): boolean {
  const text = textOf(path.join(folder, INPUTS));
  if (text === undefined) return false;
  // Only `bundle-server.ts` writes it, and a rename completes it.
  return Object.entries(JSON.parse(text) as Inputs).every(([file, digest]) => {
    if (!digests.has(file)) {
      const now = textOf(path.join(ROOT, file));
      digests.set(file, now === undefined ? undefined : digestOf(now));
    }
    return digests.get(file) === digest;
  });
}

/** Vite is absent in an installation without packages for developers. */
const canBundle = (): boolean => existsSync(path.join(ROOT, 'node_modules/vite'));

/** In a process of its own, whose memory a long run does not keep. @returns whether it succeeded. */
function makeBundle(): boolean {
  const { status } = spawnSync(process.execPath, [path.join(ROOT, 'scripts/bundle-server.ts')], {
    cwd: ROOT,
    // Packages have other modules for other environments; Node takes those of production.
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return status === 0;
}

/** Removes old bundles that no living process uses, and what a killed build has left. */
function removeUnused(): void {
  const unused = foldersByAge().filter((folder) => !isUsed(folder));
  const isWhole = (folder: string) => existsSync(path.join(folder, INPUTS));
  const old = unused.filter(isWhole).slice(UNUSED_MAX);
  for (const folder of [...unused.filter((each) => !isWhole(each)), ...old])
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** A folder is used by its builder, and then by the processes that left a mark. */
function isUsed(folder: string): boolean {
  if (isUnfinished(folder)) return isAlive(Number(path.basename(folder).slice(UNFINISHED.length)));
  const marks = readdirSync(folder).filter((each) => each.startsWith(USED_BY));
  return marks.some((each) => isAlive(userOf(each)));
}

const isUnfinished = (folder: string): boolean => path.basename(folder).startsWith(UNFINISHED);

const userOf = (name: string): number => Number(name.slice(USED_BY.length));

/** The newest use first. */
function foldersByAge(): readonly string[] {
  if (!existsSync(BUNDLES)) return [];
  return readdirSync(BUNDLES)
    .map((name) => path.join(BUNDLES, name))
    .map((folder) => ({ folder, usedAtMs: statSync(folder, { throwIfNoEntry: false })?.mtimeMs }))
    .toSorted((one, other) => (other.usedAtMs ?? 0) - (one.usedAtMs ?? 0))
    .map(({ folder }) => folder);
}

function textOf(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
