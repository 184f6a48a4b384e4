/** Who may import whom: the table of docs/ARCHITECTURE.md, most specific folder first. */
import type { Finding } from '../support/finding.ts';
import type { Import, SourceFile } from '../support/source-file.ts';

interface Layer {
  readonly folder: string;
  /** Folders and files of ours it may import, beside itself. */
  readonly own: readonly string[];
  readonly packages: readonly string[] | 'any';
  /** Folders of which only types may be taken. */
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

const LAYERS: readonly Layer[] = [
  { folder: 'contract/money/', own: ['contract/assert.ts'], packages: [] },
  { folder: 'contract/', own: [], packages: ['zod'] },
  { folder: 'machines/domain/', own: ['contract/'], packages: ['xstate'] },
  { folder: 'machines/app/', own: ['contract/', 'machines/domain/'], packages: ['xstate'] },
  { folder: 'streams/', own: ['contract/'], packages: ['rxjs'] },
  { folder: 'locales/', own: ['contract/'], packages: [] },
  { folder: 'src/ui/', own: ['contract/', 'src/format/', 'src/i18n/'], packages: REACT_KITS },
  { folder: 'src/format/', own: ['contract/', 'src/ui/', 'src/i18n/'], packages: REACT_KITS },
  {
    folder: 'src/i18n/',
    own: ['contract/', 'locales/', 'src/ui/', 'src/format/'],
    packages: REACT_KITS,
  },
  {
    folder: 'src/views/',
    own: ['contract/', 'src/ui/', 'src/format/', 'src/i18n/', 'src/app/hooks/'],
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
      'src/views/shell/',
      'src/views/content/article-text.tsx',
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
      // Made by vite-plugin-pwa.
      'virtual:pwa-register',
    ],
  },
  {
    folder: 'server/engine/',
    own: ['contract/money/', 'contract/assert.ts'],
    packages: [],
  },
  { folder: 'server/', own: SERVER_FOLDERS, packages: 'any' },
  { folder: 'qa/', own: [...CLIENT_FOLDERS, 'server/'], packages: 'any' },
  { folder: 'scripts/', own: [''], packages: 'any' },
  { folder: 'tests/', own: [''], packages: 'any' },
  { folder: 'bench/', own: [''], packages: 'any' },
  { folder: '', own: [''], packages: 'any' },
];

interface PackageHome {
  readonly packages: RegExp;
  /** Where the packages may be imported; everywhere else it is a finding. */
  readonly home: RegExp;
  readonly instead: string;
}

/** Packages with one home, whatever the layer says. */
const PACKAGE_HOMES: readonly PackageHome[] = [
  {
    packages: /^(?:drizzle-orm|pg)$/,
    home: /^server\/db\/|\.repo\.ts$|^tests\/|^bench\/|^scripts\//,
    instead: 'put SQL into a *.repo.ts beside its service',
  },
  {
    packages: /^(?:fastify|@fastify\/.+)$/,
    home: /^server\/(?:http|ws|control)\/|^server\/[^/]+\.ts$|^tests\/|^bench\//,
    instead: 'a service takes plain values; HTTP stays in server/http and server/ws',
  },
  {
    packages: /^(?:echarts|echarts-for-react)$/,
    home: /^src\/ui\/chart\/|^tests\/|^bench\//,
    instead: 'use the components of src/ui/chart, which load the library lazily',
  },
  {
    packages: /^(?:react|react-dom|@xstate\/react|axios|rxjs|react-router-dom)$/,
    home: /^(?:src|streams|tests|bench|qa)\//,
    instead: 'client packages do not belong into the server or its tools',
  },
];

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

function mayImport({ folder, own, types = [] }: Layer, { file, isTypeOnly }: Import): boolean {
  const target = file ?? '';
  return (
    (folder !== '' && target.startsWith(folder)) ||
    own.some((allowed) => target.startsWith(allowed)) ||
    (isTypeOnly && types.some((allowed) => target.startsWith(allowed)))
  );
}

function adviceFor(from: string, target: string): string {
  if (/^(?:qa|tests|bench|scripts)\//.test(target)) return 'nothing imports the tools';
  if (from.startsWith('src/views/') && target.startsWith('src/app/'))
    return 'a view uses the hooks of src/app/hooks';
  if (from.startsWith('src/views/'))
    return 'a view takes only types from there; ask a hook for the rest';
  if (target.startsWith('src/') || target.startsWith('server/'))
    return 'move what both need into contract/, or pass it in';
  return 'see the table in docs/ARCHITECTURE.md, or pass it in';
}
