/** Every dependency is pinned, used, and has a line that says why it is there. */
import type { SourceFile } from '../support/source-file.ts';

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** @param reasons the section "Dependencies" of docs/ARCHITECTURE.md. */
export function checkPackages(
  manifest: Manifest,
  sources: readonly SourceFile[],
  reasons: string,
): string[] {
  const versions = Object.entries({
    ...manifest.dependencies,
    ...manifest.devDependencies,
    ...manifest.optionalDependencies,
  });
  const named = namedIn(reasons);
  const imported = new Set(sources.flatMap(({ imports }) => imports.map((found) => found.package)));
  return [
    ...versions
      .filter(([, version]) => !/^(?:npm:@?[^@]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))
      .map(([name, version]) => `${name}: pin the exact version instead of "${version}"`),
    ...versions
      .filter(([name]) => !named.has(name))
      .map(([name]) => `${name}: say in docs/ARCHITECTURE.md, "Dependencies", why it is there`),
    ...versions
      .filter(([name]) => !imported.has(name) && named.get(name) === 'imported')
      .map(
        ([name]) =>
          `${name}: nothing imports it; remove it, or say "not imported:" and how it is used`,
      ),
    ...[...named.keys()]
      .filter((name) => !versions.some(([known]) => known === name))
      .map((name) => `${name}: named in docs/ARCHITECTURE.md, but package.json does not have it`),
  ];
}

interface Lock {
  readonly packages: Readonly<
    Record<
      string,
      {
        readonly resolved?: string | undefined;
        /** A workspace of this project: `resolved` is its folder. */
        readonly link?: boolean | undefined;
        readonly optionalDependencies?: Readonly<Record<string, string>> | undefined;
      }
    >
  >;
}

/** The lock file is valid for any registry and any platform: it has no addresses and omits no package. */
export function checkLock({ packages }: Lock): string[] {
  const installed = Object.keys(packages);
  const hosts = new Set(
    Object.values(packages).flatMap(({ resolved, link }) =>
      resolved === undefined || link === true
        ? []
        : [resolved.replace(/^https?:\/\/([^/]+).*$/, '$1')],
    ),
  );
  const leftOut = new Set(
    Object.values(packages)
      .flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies))
      .filter((name) => !installed.some((path) => path.endsWith(`node_modules/${name}`))),
  );
  return [
    ...[...hosts].map(
      (host) =>
        `package-lock.json names the registry ${host}; write it with omit-lockfile-registry-resolved`,
    ),
    ...[...leftOut].map(
      (name) =>
        `package-lock.json leaves out the optional ${name}, and npm ci refuses that; pin a version whose platform packages are all to be had`,
    ),
  ];
}

/** Packages in backticks at the start of a table row or list item, and whether the line says "not imported:". */
function namedIn(reasons: string): ReadonlyMap<string, 'imported' | 'otherwise'> {
  const lines = reasons.split('\n').filter((line) => /^(?:\||-) *`/.test(line));
  return new Map(
    lines.flatMap((line) => {
      const how = line.includes('not imported:') ? 'otherwise' : 'imported';
      const first = line.replace(/^(?:\||-) */, '').split(/\||:/)[0] ?? '';
      return [...first.matchAll(/`([^`]+)`/g)].map(([, name = '']) => [name, how] as const);
    }),
  );
}
