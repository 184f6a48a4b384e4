/**
 * The ways between areas of the contract, the machines and the client, as `AREA_NEEDS` of `layers.ts` for the server: a
 * row has the other areas that an area may import.
 */
import type { Finding } from '../support/finding.ts';
import type { SourceFile } from '../support/source-file.ts';

interface FloorNeeds {
  /** Folder of the importing areas. */
  readonly from: string;
  /** Folder of the imported areas; an area may always import the area with its own name. */
  readonly to: string;
  /** Rooms that every area may import. */
  readonly common: readonly string[];
  /** Areas without a row import only themselves and the common rooms. */
  readonly needs: Readonly<Record<string, readonly string[]>>;
}

/** A new need has a reason in its commit. A circle is found by the guard of the folder graphs. */
const FLOORS: readonly FloorNeeds[] = [
  {
    from: 'contract/',
    to: 'contract/',
    common: ['errors', 'figures', 'money', 'schemas'],
    needs: {
      fiat: ['people'],
      operator: [
        'content',
        'feedback',
        'fiat',
        'ieo',
        'lever',
        'market',
        'micro',
        'staking',
        'verification',
        'wallet',
      ],
      people: ['identity', 'verification'],
      wallet: ['identity'],
    },
  },
  {
    from: 'machines/domain/',
    to: 'machines/domain/',
    common: [],
    needs: {
      explain: [
        'feedback',
        'fiat',
        'ieo',
        'lever',
        'micro',
        'spot',
        'staking',
        'verification',
        'wallet',
      ],
    },
  },
  {
    from: 'machines/app/',
    to: 'machines/app/',
    common: ['core'],
    needs: { wallet: ['identity'] },
  },
  {
    from: 'src/app/',
    to: 'src/app/',
    common: ['core'],
    needs: {
      fiat: ['people', 'wallet'],
      // The balance that a subscription takes from.
      ieo: ['wallet'],
      // Shows the notices of every area.
      router: ['fiat', 'lever', 'micro', 'spot', 'verification'],
      spot: ['market', 'wallet'],
      // The balance that a subscription takes from.
      staking: ['wallet'],
    },
  },
  {
    from: 'src/app/',
    to: 'machines/app/',
    common: ['core'],
    needs: {
      // The session.
      core: ['identity'],
      lever: ['spot'],
      people: ['identity'],
      router: ['identity'],
      verification: ['identity'],
    },
  },
  {
    from: 'src/views/',
    to: 'src/app/',
    common: ['core'],
    needs: {
      // The products that run now, on the page of activities.
      content: ['ieo', 'staking'],
      fiat: ['identity', 'people'],
      home: ['fiat', 'identity', 'ieo', 'market', 'staking'],
      identity: ['people'],
      // The logos of coins.
      ieo: ['wallet'],
      lever: ['identity', 'market', 'people'],
      micro: ['identity', 'people'],
      parts: ['fiat', 'lever', 'market', 'people', 'wallet'],
      people: ['identity'],
      shell: ['identity'],
      spot: ['market'],
      // The logos of coins.
      staking: ['wallet'],
      verification: ['identity'],
      wallet: ['identity', 'lever', 'people'],
    },
  },
  {
    from: 'src/console/',
    to: 'src/console/',
    common: ['core'],
    needs: { hooks: ['forms'], views: ['forms', 'hooks'] },
  },
];

const PATH = 'tests/guards/rules/needs.ts';
/** Rows of all floors together, each other area counted. */
const NEEDS_MAX = 72;

/** Finds imports between areas that have no row. */
export function checkNeeds(sources: readonly SourceFile[]): Finding[] {
  return sources.flatMap(({ path, imports }) =>
    imports.flatMap(({ file, line }) => {
      const floor = FLOORS.find((each) => wayOf(each, path, file) !== null);
      const way = floor && wayOf(floor, path, file);
      if (!floor || !way || mayImport(floor, way)) return [];
      const message = `${floor.from}${way.area} may not import ${file}; pass it in, move what both need below, or enter ${way.other} in ${PATH}`;
      return [{ path, line, message }];
    }),
  );
}

/** Finds rows that no import uses, and more rows than {@link NEEDS_MAX}. */
export function checkUsedNeeds(sources: readonly SourceFile[]): Finding[] {
  const rows = FLOORS.flatMap((floor) =>
    Object.entries(floor.needs).flatMap(([area, others]) =>
      others.map((other) => ({ from: `${floor.from}${area}/`, to: `${floor.to}${other}/` })),
    ),
  );
  const unused = rows.filter(
    ({ from, to }) =>
      !sources.some(
        ({ path, imports }) =>
          path.startsWith(from) && imports.some(({ file }) => file?.startsWith(to) === true),
      ),
  );
  return [
    ...unused.map(({ from, to }) => ({
      path: PATH,
      line: 1,
      message: `${from} does not import ${to}; remove the row`,
    })),
    ...(rows.length > NEEDS_MAX
      ? [{ path: PATH, line: 1, message: `${rows.length} needs of areas, at most ${NEEDS_MAX}` }]
      : []),
  ];
}

interface Way {
  readonly area: string;
  readonly other: string;
}

/** Returns the areas of an import on this floor; null if one of the files lies in no area of it. */
function wayOf({ from, to }: FloorNeeds, path: string, file: string | null): Way | null {
  const area = areaIn(from, path);
  const other = areaIn(to, file ?? '');
  return area === null || other === null ? null : { area, other };
}

function areaIn(folder: string, path: string): string | null {
  if (!path.startsWith(folder)) return null;
  const [area = '', rest] = path.slice(folder.length).split('/');
  return rest === undefined ? null : area;
}

const mayImport = ({ common, needs }: FloorNeeds, { area, other }: Way): boolean =>
  area === other || common.includes(other) || needs[area]?.includes(other) === true;
