/** The guard of banned code, by folder. */
import { describe, expect, test } from 'vitest';
import { checkBannedCode, checkBans } from './rules/banned-code.ts';
import { lines } from './support/finding.ts';
import { planted } from './support/planted.ts';
import { readSources } from './support/tree.ts';

/** The guards' own files quote the banned code. */
const OWN = /^tests\/guards\//;

test('no folder contains what it must not', () => {
  const sources = readSources().filter(({ path }) => !OWN.test(path));

  expect(lines(checkBannedCode(sources))).toEqual([]);
});

test('every rule and every exception matches a file', () => {
  expect(lines(checkBans(readSources()))).toEqual([]);
  expect(lines(checkBans(planted({ 'src/app/use-a.ts': '' })))).toContainEqual(
    expect.stringContaining('matches no file'),
  );
});

describe('a planted fault is found', () => {
  const effect = 'useEffect(() => { void load().then(show); }, []);';
  test.each([
    ['contract/x.ts', 'const now = Date.now();', 'take the time as an argument'],
    ['machines/app/x.ts', 'const now = new Date();', 'take the time as an argument'],
    ['streams/x.ts', 'const id = Math.random();', 'take ids and chance as arguments'],
    ['machines/domain/x.ts', 'setTimeout(f, 5);', 'name an actor or a delay'],
    ['contract/x.ts', 'const a = z.string().transform(Number);', 'use z.codec'],
    ['machines/app/x.ts', 'const a = fromPromise(f);', 'name the actor with promiseActor'],
    ['machines/domain/x.ts', "const a = { invoke: { src: 'a' } };", 'has no children'],
    ['src/views/x.tsx', "const a = new Intl.NumberFormat('en');", 'formatted by src/format'],
    ['src/views/x.tsx', 'const a = price.toLocaleString();', 'formatted by src/format'],
    ['src/views/x.tsx', 'const a = price.toFixed(2);', 'figures are formatted by src/format'],
    ['src/views/x.tsx', 'const a = formatFull(locale, text);', 'no figure has more than eight'],
    ['src/views/x.tsx', "if (order.state === 'paid') show();", 'ask the lifecycle of'],
    ['src/console/views/x.tsx', "if (a.phase === 'approved') b();", 'ask the lifecycle of'],
    ['src/views/x.tsx', "const a = phase !== 'seen' && b;", 'ask the lifecycle of'],
    ['src/views/x.tsx', 'switch (ticket.state) {}', 'ask the lifecycle of'],
    ['src/app/core/hooks/x.ts', 'const [pending, setPending] = useState([]);', 'a machine keeps'],
    ['src/views/x.tsx', effect, 'does not fetch or subscribe in an effect'],
    ['server/areas/content/x.ts', 'const a = Date.now();', 'ask the Clock'],
    ['server/areas/lever/x.repo.ts', 'sql`select now()`', 'pass the time'],
    ['server/areas/content/x.ts', 'setInterval(look, 1_000);', 'declare a job'],
    ['server/kit/pictures/x.ts', 'this.#timer = setInterval(() => {}, 5);', 'declare a job'],
    [
      'server/areas/content/x.ts',
      "const a = 'select id from users where id = $1';",
      'put SQL into',
    ],
    ['server/edge/http/x.ts', 'const a = sql`delete from users`;', 'put SQL into'],
    ['tests/x.test.ts', "vi.mock('./clock.ts');", 'instead of replacing a module'],
    ['tests/x.test.ts', 'await new Promise((resolve) => setTimeout(resolve, 50));', 'wait for a'],
    ['tests/x.test.ts', 'await vi.waitFor(() => expect(sent).toBe(1));', 'wait with eventually'],
    ['server/kit/x.ts', 'class A {\n  private readonly b = 1;\n}', 'name a private member #x'],
    ['src/app/x.ts', `// ${['TO', 'DO'].join('')} later\nconst a = 1;`, 'finish it'],
  ])('%s: %s', (path, text, message) => {
    expect(lines(checkBannedCode(planted({ [path]: text })))).toEqual([
      expect.stringContaining(message),
    ]);
  });

  test.each([
    ['contract/x.ts', '/** Never Date.now() here. */\nexport const a = 1;'],
    ['server/areas/content/news.repo.ts', "const a = 'select id from news';"],
    ['server/kit/jobs/jobs.ts', 'setInterval(look, 1_000);'],
    ['src/views/x.tsx', 'useEffect(() => { heading.current?.focus(); }, []);'],
    ['src/views/x.tsx', 'const a = t(`state.${order.state}`);'],
    ['src/app/core/hooks/x.ts', 'const [machine] = useState(create);'],
    ['src/format/x.ts', "const a = new Intl.NumberFormat('en');"],
    ['server/kit/x.ts', 'class A {\n  private constructor() {}\n}'],
    ['tests/x.test.ts', 'const timer = setTimeout(fail, 1_000);'],
  ])('a legal one is not: %s: %s', (path, text) => {
    expect(checkBannedCode(planted({ [path]: text }))).toEqual([]);
  });
});
