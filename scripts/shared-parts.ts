/** Groups of small shared modules in the build of the app: a page loads some scripts instead of dozens. */
import path from 'node:path';
import { normalizePath, type Rolldown } from 'vite';

type Group = Rolldown.CodeSplittingGroup;
type Modules = Rolldown.ChunkingContext;

const ENTRY = normalizePath(path.join(import.meta.dirname, '../index.html'));

/** Modules that `/home` loads immediately besides the entry; its script has a budget. */
const HOME = /\/src\/(?:app\/router\/tabs-layout|views\/home\/home-screen)\.tsx$/;
/** Pages with a chart, a book or a ticket. */
const TRADING = /\/src\/(?:app|views)\/(lever|market|micro|spot)\//;

/** A module with this number of loaders, or more, is in the script of most pages. */
const OF_MANY_MIN = 12;
/** Bytes of source. Larger modules keep the script that the bundler chooses. */
const MODULE_BYTES_MAX = 5_000;

/** Names of the groups. A module is in the first group that takes it. */
const PARTS = ['home-parts', 'many-parts', 'trading-parts'] as const;
type Part = (typeof PARTS)[number];

/**
 * Groups modules by the pages that load them. A module of one page stays in the script of that page.
 * @param test modules of the groups. @param priority of the first group; the other groups have lower priorities
 */
export function sharedParts(test: RegExp, priority: number): readonly Group[] {
  let loaders: ReadonlyMap<string, ReadonlySet<string>> | undefined;
  const nameOf = (wanted: Part) => (id: string, modules: Modules) => {
    loaders ??= loadersOf(modules);
    const part = partOf(loaders.get(id) ?? new Set());
    return part === wanted ? part : null;
  };
  return PARTS.map((part, index) => ({
    name: nameOf(part),
    debugName: part,
    test,
    maxModuleSize: MODULE_BYTES_MAX,
    priority: priority - index / PARTS.length,
  }));
}

/** The group of a module. @param loaders the entry, and modules that are imported when they are needed */
function partOf(loaders: ReadonlySet<string>): Part | null {
  if (loaders.size < 2 || loaders.has(ENTRY)) return null;
  const all = [...loaders];
  if (all.some((loader) => HOME.test(loader))) return 'home-parts';
  if (all.length >= OF_MANY_MIN) return 'many-parts';
  const areas = new Set(all.map((loader) => TRADING.exec(loader)?.[1]));
  return areas.size > 1 && !areas.has(undefined) ? 'trading-parts' : null;
}

/** Loaders of each module: the entry and every module that is imported dynamically, with all their imports. */
function loadersOf(modules: Modules): ReadonlyMap<string, ReadonlySet<string>> {
  const loaders = new Map<string, Set<string>>();
  const entries = new Set([ENTRY]);
  // A set gives the entries that are added while it is read, too.
  for (const entry of entries) {
    const found = new Set([entry]);
    for (const id of found) {
      const known = loaders.get(id);
      if (known === undefined) loaders.set(id, new Set([entry]));
      else known.add(entry);
      const info = modules.getModuleInfo(id);
      for (const next of info?.importedIds ?? []) found.add(next);
      for (const next of info?.dynamicallyImportedIds ?? []) entries.add(next);
    }
  }
  return loaders;
}
