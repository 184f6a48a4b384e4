/**
 * The server as a few scripts instead of 900 modules: to find, strip and link them takes a third of a start. A bundle
 * runs only if all that went into it is unchanged, by content; else a new one is made.
 */
import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { ROOT } from './apps.ts';
import { isAlive } from './is-alive.ts';
import { SERVER_FROM_MODULES, type ServerProgram } from './supervise.ts';

/** A folder per bundle, in which Node keeps its compiled form, too. */
export const BUNDLES = path.join(ROOT, '.cache/server');
/** The {@link BundleList} in the folder of a bundle. */
export const LIST = 'list.json';
/** The first script of a bundle. */
export const MAIN = 'main.js';
/** Begins the name of a folder that a process still writes, before its id. */
export const UNFINISHED = 'unfinished-';
/** Begins the name of the mark that a user of a bundle leaves in its folder, before its process id. */
const USED_BY = 'used-by-';
/** Number of bundles that are kept without a user, for a developer who goes back and forth. */
const UNUSED_MAX = 2;

/** Digests of files by path. */
export type Digests = Readonly<Record<string, string>>;

/** Digests of the sources of a bundle by paths in the project, and of its own files. */
export interface BundleList {
  readonly inputs: Digests;
  readonly outputs: Digests;
}

export const digestOf = (data: string | Buffer): string => hash('sha256', data);

/**
 * The program of the server as it is now. The modules, if there is no bundle and none can be made here.
 * @param onBuild called before a bundle is made, which takes seconds.
 */
export function currentServer(onBuild: () => void = () => {}): ServerProgram {
  let folder = useBundle();
  if (folder === undefined && canBundle()) {
    onBuild();
    removeUnused();
    makeBundle();
    // Another process may have finished the same one first, so that this build failed.
    folder = useBundle();
    if (folder === undefined)
      process.stderr.write('The server could not be bundled, see above: its modules are run.\n');
  }
  return programIn(folder);
}

/** The program of the server as it is now, without a build: a restart must not take seconds. */
export const presentServer = (): ServerProgram => programIn(useBundle());

const programIn = (folder: string | undefined): ServerProgram =>
  folder === undefined ? SERVER_FROM_MODULES : programOf(path.join(folder, MAIN));

/** The program of a bundle, by its first script. */
export const programOf = (main: string): ServerProgram => ({
  words: [main],
  env: { NODE_COMPILE_CACHE: path.join(path.dirname(main), 'compiled') },
});

/** Returns the folder of the bundle of the present sources, which stays while this process runs. */
function useBundle(): string | undefined {
  const inputs = new Map<string, string | undefined>();
  return foldersByAge()
    .filter((folder) => !isUnfinished(folder))
    .find((folder) => isCurrent(folder, inputs) && mark(folder));
}

/** @returns whether the bundle is still there, because another process may remove it before the mark. */
function mark(folder: string): boolean {
  try {
    for (const name of readdirSync(folder))
      if (name.startsWith(USED_BY) && !isAlive(userOf(name))) rmSync(path.join(folder, name));
    writeFileSync(path.join(folder, `${USED_BY}${process.pid}`), '');
  } catch {
    // The folder belongs to another user, who may remove the bundle. Each start and restart chooses again.
  }
  return existsSync(path.join(folder, LIST));
}

/** @param inputs digests of inputs that were read already. */
function isCurrent(folder: string, inputs: Map<string, string | undefined>): boolean {
  const list = listOf(folder);
  if (list === undefined) return false;
  const inputsAgree = Object.entries(list.inputs).every(([file, digest]) => {
    if (!inputs.has(file)) inputs.set(file, digestIn(ROOT, file));
    return inputs.get(file) === digest;
  });
  return inputsAgree && isWhole(folder);
}

/** Whether the folder has all files of its bundle, as they were made: a power failure may have cut some. */
export function isWhole(folder: string): boolean {
  const outputs = Object.entries(listOf(folder)?.outputs ?? {});
  return outputs.length > 0 && outputs.every(([file, digest]) => digestIn(folder, file) === digest);
}

function listOf(folder: string): BundleList | undefined {
  try {
    return JSON.parse(readFileSync(path.join(folder, LIST), 'utf8')) as BundleList;
  } catch {
    return undefined;
  }
}

function digestIn(folder: string, file: string): string | undefined {
  const place = path.join(folder, file);
  return existsSync(place) ? digestOf(readFileSync(place)) : undefined;
}

/** Vite is absent in an installation without packages for developers, and a folder may be read-only. */
function canBundle(): boolean {
  try {
    mkdirSync(BUNDLES, { recursive: true });
    accessSync(BUNDLES, constants.W_OK);
  } catch {
    return false;
  }
  return existsSync(path.join(ROOT, 'node_modules/vite'));
}

/** In a process of its own, whose memory a long run does not keep. */
function makeBundle(): void {
  spawnSync(process.execPath, [path.join(ROOT, 'scripts/bundle-server.ts')], {
    cwd: ROOT,
    // Packages have other modules for other environments; Node takes those of production.
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

/** Removes old bundles that no living process uses, and what a killed build has left. */
function removeUnused(): void {
  const unused = foldersByAge().filter((folder) => !isUsed(folder));
  const hasList = (folder: string) => listOf(folder) !== undefined;
  const old = unused.filter(hasList).slice(UNUSED_MAX);
  for (const folder of [...unused.filter((each) => !hasList(each)), ...old])
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    } catch {
      // It belongs to another user, and takes only room.
    }
}

/** A folder is used by its builder, and then by the processes that left a mark. */
function isUsed(folder: string): boolean {
  if (isUnfinished(folder)) return isAlive(Number(path.basename(folder).slice(UNFINISHED.length)));
  try {
    const marks = readdirSync(folder).filter((each) => each.startsWith(USED_BY));
    return marks.some((each) => isAlive(userOf(each)));
  } catch {
    // Another process has just removed it.
    return false;
  }
}

const isUnfinished = (folder: string): boolean => path.basename(folder).startsWith(UNFINISHED);

const userOf = (name: string): number => Number(name.slice(USED_BY.length));

/** The newest use first. */
function foldersByAge(): readonly string[] {
  if (!existsSync(BUNDLES)) return [];
  return readdirSync(BUNDLES, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => path.join(BUNDLES, name))
    .map((folder) => ({ folder, usedAtMs: statSync(folder, { throwIfNoEntry: false })?.mtimeMs }))
    .toSorted((one, other) => (other.usedAtMs ?? 0) - (one.usedAtMs ?? 0))
    .map(({ folder }) => folder);
}
