/** The allowed imports: the table of docs/ARCHITECTURE.md, most specific folder first. */
import type { Finding } from '../support/finding.ts';
import type { Import, SourceFile } from '../support/source-file.ts';

interface Layer {
  readonly folder: string;
  /** Our folders and files that it may import, in addition to itself. */
  readonly own: readonly (string | RegExp)[];
  readonly packages: readonly string[] | 'any';
  /** Folders from which only types may be imported. */
  readonly types?: readonly string[];
}

const REACT_KITS = [
  'react',
  'react-dom',
  'react-i18next',
  'i18next',
  '@base-ui/react',
  'echarts',
  'echarts-for-react',
  'flag-icons',
  'lucide-react',
  'uqr',
  'react-router-dom',
];
const CLIENT_FOLDERS = ['contract/', 'machines/', 'streams/', 'src/', 'locales/'];
const SERVER_FOLDERS = ['contract/', 'machines/domain/', 'server/', 'locales/'];

/** The part of the app that a view may import: its hooks. */
const HOOKS = /^src\/app\/(?:.+\/)?use-[\w-]+\.tsx?$/;

/** The other areas that each area of the server may import. */
const AREA_NEEDS: Readonly<Record<string, readonly string[]>> = {
  content: [],
  custody: [],
  feedback: ['identity'],
  fiat: ['identity', 'market', 'people', 'wallet'],
  identity: [],
  ieo: [],
  lever: [],
  market: ['spot'],
  micro: [],
  operator: [
    'content',
    'custody',
    'feedback',
    'fiat',
    'identity',
    'ieo',
    'lever',
    'micro',
    'spot',
    'staking',
    'verification',
    'wallet',
  ],
  people: ['identity', 'market', 'spot'],
  spot: [],
  staking: [],
  verification: ['identity'],
  wallet: ['custody', 'identity', 'market', 'spot'],
};
const SERVER_GROUND = [
  'contract/',
  'machines/domain/',
  'server/engine/',
  'server/kit/',
  'server/ledger/',
];
const AREA_LAYERS = Object.entries(AREA_NEEDS).map(([area, needs]): Layer => ({
  folder: `server/areas/${area}/`,
  own: [...SERVER_GROUND, ...needs.map((need) => `server/areas/${need}/`)],
  packages: 'any',
}));

/** QA reads documents, records and their database; it never reaches a writer or the ledger. */
const QA_SERVER = ['server/edge/http/', 'server/areas/', 'server/kit/'];

const LAYERS: readonly Layer[] = [
  { folder: 'contract/money/', own: ['contract/assert.ts'], packages: [] },
  {
    folder: 'contract/figures/',
    own: ['contract/money/', 'contract/assert.ts', 'contract/limits.ts', 'contract/time.ts'],
    packages: [],
  },
  // The index does not know the fast contracts that it decides.
  {
    folder: 'contract/micro/index/',
    own: [/^contract\/(?!micro\/)/],
    packages: ['zod'],
  },
  { folder: 'contract/', own: [], packages: ['zod'] },
  { folder: 'machines/domain/', own: ['contract/'], packages: ['xstate'] },
  { folder: 'machines/app/', own: ['contract/', 'machines/domain/'], packages: ['xstate'] },
  { folder: 'streams/', own: ['contract/'], packages: ['rxjs'] },
  { folder: 'locales/', own: ['contract/'], packages: [] },
  { folder: 'src/ui/', own: ['contract/', 'src/format/', 'src/i18n/'], packages: REACT_KITS },
  { folder: 'src/format/', own: ['contract/', 'src/ui/', 'src/i18n/'], packages: REACT_KITS },
  {
    folder: 'src/i18n/',
    own: ['contract/', 'locales/', 'src/format/'],
    packages: REACT_KITS,
  },
  {
    folder: 'src/views/',
    own: ['contract/', 'src/ui/', 'src/format/', 'src/i18n/', HOOKS],
    types: ['machines/'],
    packages: REACT_KITS,
  },
  {
    folder: 'src/console/views/',
    own: [
      'contract/',
      'src/ui/',
      'src/format/',
      'src/i18n/',
      'src/views/parts/',
      'src/console/hooks/',
      'src/console/forms/',
    ],
    types: ['machines/', 'src/app/'],
    packages: REACT_KITS,
  },
  {
    folder: 'src/',
    own: CLIENT_FOLDERS,
    packages: [
      ...REACT_KITS,
      'xstate',
      '@xstate/react',
      'rxjs',
      'axios',
      '@noble/curves',
      '@noble/hashes',
      // vite-plugin-pwa generates it.
      'virtual:pwa-register',
    ],
  },
  {
    folder: 'server/engine/',
    own: ['contract/money/', 'contract/figures/', 'contract/assert.ts'],
    packages: [],
  },
  {
    folder: 'server/kit/',
    own: ['contract/', 'machines/domain/', 'locales/'],
    packages: 'any',
  },
  {
    folder: 'server/ledger/',
    own: ['contract/', 'server/engine/', 'server/kit/'],
    packages: 'any',
  },
  { folder: 'server/areas/micro/index/', own: SERVER_GROUND, packages: 'any' },
  ...AREA_LAYERS,
  // An area without a line in AREA_NEEDS imports nothing.
  { folder: 'server/areas/', own: [], packages: [] },
  {
    folder: 'server/edge/',
    own: ['contract/', 'locales/', 'server/areas/', 'server/kit/'],
    packages: 'any',
  },
  // The services of a process do not know how it starts.
  {
    folder: 'server/boot/roles/',
    own: [...SERVER_GROUND, 'server/areas/', 'server/edge/'],
    packages: 'any',
  },
  { folder: 'server/', own: SERVER_FOLDERS, packages: 'any' },
  { folder: 'qa/', own: [...CLIENT_FOLDERS, ...QA_SERVER], packages: 'any' },
  { folder: 'scripts/', own: [''], packages: 'any' },
  { folder: 'tests/', own: [''], packages: 'any' },
  { folder: 'bench/', own: [''], packages: 'any' },
  { folder: '', own: [''], packages: 'any' },
];

interface PackageHome {
  readonly packages: RegExp;
  /** The only files that may import the packages. */
  readonly home: RegExp;
  readonly instead: string;
}

/** Packages with one home, stricter than the layer. */
const PACKAGE_HOMES: readonly PackageHome[] = [
  {
    packages: /^(?:drizzle-orm|pg)$/,
    home: /^server\/kit\/db\/|\.repo\.ts$|^tests\/|^bench\/|^scripts\//,
    instead: 'put SQL into a *.repo.ts beside its service',
  },
  {
    packages: /^(?:fastify|@fastify\/.+)$/,
    home: /^server\/(?:edge|boot)\/|^server\/kit\/net\/|^tests\/|^bench\//,
    instead: 'a service takes plain values; HTTP stays in server/edge',
  },
  {
    packages: /^(?:echarts|echarts-for-react)$/,
    home: /^src\/ui\/chart\/|^tests\/|^bench\//,
    instead: 'use the components of src/ui/chart, which load the library lazily',
  },
  {
    packages: /^@noble\/.+$/,
    home: /^src\/app\/(?:micro\/browser-proofs|core\/library-sha256)\.ts$|^tests\//,
    instead: 'library-sha256.ts and browser-proofs.ts load them lazily',
  },
  {
    packages: /^(?:react|react-dom|@xstate\/react|axios|rxjs|react-router-dom)$/,
    home: /^(?:src|streams|tests|bench|qa)\//,
    instead: 'client packages do not belong into the server or its tools',
  },
];

/** Imports between areas in {@link AREA_NEEDS}, in all; a new one needs a reason in its commit. */
const AREA_NEEDS_MAX = 26;

/** Finds needs of areas that no import uses, and more needs than {@link AREA_NEEDS_MAX}. */
export function checkAreaNeeds(sources: readonly SourceFile[]): Finding[] {
  const path = 'tests/guards/rules/layers.ts';
  const needs = Object.entries(AREA_NEEDS).flatMap(([area, others]) =>
    others.map((other) => ({ from: `server/areas/${area}/`, to: `server/areas/${other}/` })),
  );
  const unused = needs.filter(
    ({ from, to }) =>
      !sources.some(
        (source) =>
          source.path.startsWith(from) &&
          source.imports.some(({ file }) => file?.startsWith(to) === true),
      ),
  );
  return [
    ...unused.map(({ from, to }) => ({
      path,
      line: 1,
      message: `${from} does not import ${to}; take it off AREA_NEEDS`,
    })),
    ...(needs.length > AREA_NEEDS_MAX
      ? [{ path, line: 1, message: `${needs.length} needs of areas, at most ${AREA_NEEDS_MAX}` }]
      : []),
  ];
}

export function checkLayers(sources: readonly SourceFile[]): Finding[] {
  return sources.flatMap(({ path, imports }) =>
    imports.flatMap((found) => {
      const message = complaint(path, found);
      return message === null ? [] : [{ path, line: found.line, message }];
    }),
  );
}

function complaint(path: string, found: Import): string | null {
  const layer = LAYERS.find(({ folder }) => path.startsWith(folder));
  if (!layer) return null;
  const name = layer.folder === '' ? 'the root' : layer.folder;
  if (found.file !== null) {
    if (!/\.[a-z]+$/.test(found.file)) return `write the extension: "${found.specifier}.ts"`;
    if (isOtherAreaOfViews(path, found.file))
      return `an area of the views may not import ${found.file}; move what both need into the parts of the views`;
    if (mayImport(layer, found)) return null;
    return `${name} may not import ${found.file}; ${adviceFor(path, found.file)}`;
  }
  const wanted = found.package ?? '';
  if (layer.packages !== 'any' && !layer.packages.includes(wanted)) {
    const allowed = layer.packages.length === 0 ? 'no package' : layer.packages.join(', ');
    return `${name} may not import "${wanted}" (allowed: ${allowed}); pass in what it gives`;
  }
  const home = PACKAGE_HOMES.find(
    (candidate) => candidate.packages.test(wanted) && !candidate.home.test(path),
  );
  return home ? `"${wanted}" may not be imported here; ${home.instead}` : null;
}

/** Folders that areas of the views share: each imports nothing from an area. */
const SHARED_VIEWS: readonly (string | undefined)[] = ['parts', 'course'];

/** Areas of the views share `src/views/parts`, those of the console `parts` and `course` of `src/console/views`. */
function isOtherAreaOfViews(from: string, target: string): boolean {
  const [own, other] = [from, target].map((file) =>
    /^(src\/(?:console\/)?views)\/([^/]+)\//.exec(file),
  );
  if (!own || !other || own[1] !== other[1] || own[2] === other[2]) return false;
  return !SHARED_VIEWS.includes(other[2]);
}

function mayImport({ folder, own, types = [] }: Layer, { file, isTypeOnly }: Import): boolean {
  const target = file ?? '';
  return (
    (folder !== '' && target.startsWith(folder)) ||
    own.some((allowed) =>
      typeof allowed === 'string' ? target.startsWith(allowed) : allowed.test(target),
    ) ||
    (isTypeOnly && types.some((allowed) => target.startsWith(allowed)))
  );
}

function adviceFor(from: string, target: string): string {
  if (/^(?:qa|tests|bench|scripts)\//.test(target)) return 'nothing imports the tools';
  if (from.startsWith('src/views/') && target.startsWith('src/app/'))
    return 'a view uses the hooks of src/app';
  if (from.startsWith('src/views/'))
    return 'a view takes only types from there; ask a hook for the rest';
  if (target.startsWith('src/') || target.startsWith('server/'))
    return 'move what both need into contract/, or pass it in';
  return 'see the table in docs/ARCHITECTURE.md, or pass it in';
}
