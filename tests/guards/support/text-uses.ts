/** Finds which translation keys the client asks for, by reading its source. */
import { globSync, readFileSync } from 'node:fs';
import { NAMESPACES, type Namespace } from '../../../contract/languages.ts';

interface TextUse {
  readonly file: string;
  readonly namespace: Namespace;
  /** A key, or a pattern with `*` for each inserted value. */
  readonly key: string;
  /** Position in the text of the file. */
  readonly at: number;
}

const isNamespace = (name: string | undefined): name is Namespace =>
  NAMESPACES.some((known) => known === name);

/** `const t = useText('home')`: the area of a function's keys, from that line on. */
const BINDING = /const (\w+) = useText\(\s*'([\w-]+)'\s*\)/g;
/** `t('list.title')` and t(`period.${name}`). */
const CALL = /\b(t[A-Z]?\w*)\(\s*(?:'([^'\n]+)'|`([^`\n]+)`)/g;
/** Keys passed as data: `'home:menu.title'` or `'menu.title'`. */
const LITERAL = /'(?:([\w-]+):)?(\w+(?:\.\w+)+)'/g;

/** Every `t(…)` of one file whose area is known. */
export function usesIn(file: string, source: string): TextUse[] {
  const bindings = [...source.matchAll(BINDING)].map((match) => ({
    at: match.index,
    name: match[1],
    namespace: match[2],
  }));
  const uses: TextUse[] = [];
  for (const match of source.matchAll(CALL)) {
    const written = match[2] ?? match[3]?.replaceAll(/\$\{[^}]*\}/g, '*') ?? '';
    const [prefix, rest] = written.includes(':') ? written.split(':', 2) : [undefined, written];
    const bound = bindings.findLast(({ at, name }) => at < match.index && name === match[1]);
    const namespace = prefix ?? bound?.namespace;
    if (isNamespace(namespace)) uses.push({ file, namespace, key: rest ?? '', at: match.index });
  }
  return uses;
}

const sources = () =>
  globSync('src/**/*.{ts,tsx}').map((file) => ({ file, source: readFileSync(file, 'utf8') }));

/** Every `t(…)` of the client whose area is known. */
export function textUses(): TextUse[] {
  return sources().flatMap(({ file, source }) => usesIn(file, source));
}

/** Every `t('area:…')` in a file that does not load the texts of that area. */
export function unloadedTextUses(): string[] {
  return sources().flatMap(({ file, source }) =>
    [...source.matchAll(CALL)].flatMap(([, , plain, pattern]) => {
      const [area, key] = (plain ?? pattern ?? '').split(':', 2);
      if (key === undefined || !isNamespace(area) || area === 'common') return [];
      const isLoaded = [`Text('${area}')`, `loadWords('${area}')`].some((call) =>
        source.includes(call),
      );
      return isLoaded ? [] : [`${file}: ${area}:${key}`];
    }),
  );
}

/** Every string of the client that looks like a key, as `key` and, where it has one, `area:key`. */
export function keyLikeStrings(): ReadonlySet<string> {
  const strings = new Set<string>();
  for (const { source } of sources()) {
    for (const [, prefix, key = ''] of source.matchAll(LITERAL))
      strings.add(prefix === undefined ? key : `${prefix}:${key}`);
  }
  return strings;
}

/** True if `pattern` of a use can produce `key`; i18next adds plural endings itself. */
export function fits(key: string, pattern: string): boolean {
  const bare = key.replace(/_(?:zero|one|two|few|many|other)$/, '');
  const escaped = pattern.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '[^.]+');
  return new RegExp(`^${escaped}$`).test(bare);
}
