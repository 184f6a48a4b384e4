/** Banned code of each folder, with its replacement. Comments do not count. */
import { Visitor, type ESTree } from 'vite';
import type { Finding } from '../support/finding.ts';
import { lineOf, type SourceFile } from '../support/source-file.ts';

interface Ban {
  readonly pattern: RegExp;
  readonly where: RegExp;
  readonly except?: RegExp;
  readonly instead: string;
}

const PURE = /^(?:contract|machines|locales|server\/engine)\//;
const SLEEP = /\bsetTimeout\s*\(\s*(?:resolve|done|r|res|fulfil)\b|\bsetTimeout\((?:\d|ms\b)/g;

/**
 * The runner of jobs itself; timers that belong to connections (flushes of a channel, the heartbeat of a
 * socket, the check for silent sockets); the picture worker, which is its own process.
 */
const INTERVALS =
  /^server\/(?:kit\/jobs\/jobs|kit\/pictures\/picture-worker|edge\/ws\/(?:depth-channel|fiat-ad-channel|gateway|quote-channel|subscriptions))\.ts$/;

const BANS: readonly Ban[] = [
  {
    pattern: /^\s+private (?!constructor\b)/gm,
    where: /./,
    instead: 'name a private member #x',
  },
  {
    pattern: /\bDate\.now\s*\(|\bnew Date\s*\(\s*\)|\bperformance\.now\s*\(/g,
    where: /^(?:contract|machines|locales|streams)\//,
    instead: 'take the time as an argument (Clock of contract/time.ts)',
  },
  {
    pattern: /\bMath\.random\s*\(|\bcrypto\.(?:randomUUID|getRandomValues)\b/g,
    where: /^(?:contract|machines|locales|streams)\//,
    instead: 'take ids and chance as arguments',
  },
  {
    pattern: /\b(?:setTimeout|setInterval|fetch)\s*\(/g,
    where: PURE,
    instead: 'name an actor or a delay; the app implements it',
  },
  {
    pattern: /\bsetInterval\s*\(/g,
    where: /^server\//,
    except: INTERVALS,
    instead: 'declare a job in server/kit/jobs/job-list.ts and start it with Jobs',
  },
  {
    pattern: /\.transform\s*\(/g,
    where: /^contract\//,
    instead: 'use z.codec, so that the value can be encoded again',
  },
  {
    pattern: /\bfrom(?:Promise|Callback|Observable|EventObservable|Transition)\s*[<(]/g,
    where: /^machines\//,
    except: /^machines\/app\/core\/actors\.ts$/,
    instead: 'name the actor with promiseActor or callbackActor; src/app implements it',
  },
  {
    pattern: /\binvoke:|\bspawn(?:Child)?\s*\(/g,
    where: /^machines\/domain\//,
    instead: 'a domain machine has no children; make it a named action that the server maps',
  },
  {
    pattern: /\.toLocale(?:Date|Time)?String\s*\(|\bnew Intl\./g,
    where: /^src\//,
    except: /^src\/(?:format|i18n)\//,
    instead: 'numbers and dates are formatted by src/format',
  },
  {
    pattern: /\.toFixed\s*\(|\.toPrecision\s*\(/g,
    where: /^src\/(?:console\/)?views\//,
    instead: 'figures are formatted by src/format',
  },
  {
    // A state may select texts and colors; the machine decides what a view shows.
    pattern:
      /\b(?:state|phase)\s*[!=]==?\s*['"`]|['"`]\s*[!=]==?\s*(?:\w+\.)*(?:state|phase)\b|\bswitch\s*\((?:\w+\.)*(?:state|phase)\)/g,
    where: /^src\/(?:console\/)?views\//,
    instead:
      'ask the lifecycle of the record, which asks its machine (src/app/*/*-mirror.ts, src/console/hooks/operator-lifecycles.ts)',
  },
  {
    pattern: /\bconst\s*\[\s*\w+\s*,\s*\w+\s*\]\s*=\s*useState\b/g,
    where: /^src\/app\//,
    // The user's own choices and views, a visit, and a drawn picture: the server decides none of them.
    except:
      /\/(?:use-(?:dragged-target|drawn-orders|equivalent-currency|fiat-ads|own-code|picture|placed-order|verification-form)|fiat-notices|guard)\.tsx?$/,
    instead:
      'a machine keeps what was pushed and what is on its way (usePushedRecords, usePendingActions)',
  },
  {
    pattern: /\bformatFull\b/g,
    where: /^src\/(?:views|console|ui|app)\//,
    except: /^src\/ui\/amount\.tsx$/,
    instead: 'no figure has more than eight decimals; Amount shows the rest on a tap',
  },
  {
    pattern: /\bDate\.now\s*\(|\bMath\.random\s*\(/g,
    where: /^server\//,
    // The embedded database is another process: real time passes while it starts and stops.
    except: /^server\/(?:boot\/main|kit\/log)\.ts$|^server\/kit\/db\/embedded\//,
    instead: 'ask the Clock that was passed in; chance comes from node:crypto or a seed',
  },
  {
    pattern:
      /(?<![\w.#])(?:now|(?:clock|statement|transaction)_timestamp)\(\)|\bcurrent_timestamp\b/gi,
    where: /^server\/.*\.repo\.ts$/,
    instead: 'pass the time of the Clock as a parameter: the clock of PostgreSQL may differ',
  },
  {
    pattern:
      /\bselect\s[^'"`;]{1,400}\sfrom\s|\binsert\s+into\s|\bdelete\s+from\s|\bupdate\s+\w+\s+set\s/gi,
    where: /^server\//,
    except: /^server\/kit\/db\/|\.repo\.ts$/,
    instead: 'put SQL into a *.repo.ts beside its service',
  },
  {
    pattern: /\bvi\.(?:mock|doMock)\s*\(/g,
    where: /^tests\//,
    instead: 'pass the clock, socket or fetch in instead of replacing a module',
  },
  {
    pattern: SLEEP,
    where: /^tests\//,
    instead: 'wait for a condition (eventually, an event, the fake clock), never for time',
  },
  {
    // `vi.waitFor` gives up after a second by default, and a busy machine needs longer.
    pattern: /\bvi\s*\.(?:waitFor|waitUntil)\s*\(/g,
    where: /^tests\//,
    except: /^tests\/support\/eventually\.ts$/,
    instead: 'wait with eventually (tests/support/eventually.ts)',
  },
  {
    pattern: /@ts-(?:ignore|nocheck)\b/g,
    where: /./,
    instead: 'make the types right',
  },
];

/** Leftovers are searched in comments too; built from parts so that this file has none. */
const LEFTOVER = new RegExp(
  `\\b(?:${['TO', 'FIX', 'XX'].map((part, i) => part + ['DO', 'ME', 'X'][i]).join('|')})\\b`,
  'g',
);

/** Finds rules whose folder or exception matches no file, because the files moved. */
export function checkBans(sources: readonly SourceFile[]): Finding[] {
  return BANS.flatMap(({ where, except, instead }) =>
    [where, except ?? where]
      .filter((place) => !sources.some(({ path }) => where.test(path) && place.test(path)))
      .map((place) => ({
        path: 'tests/guards/rules/banned-code.ts',
        line: 1,
        message: `${place} matches no file; correct the rule "${instead}"`,
      })),
  );
}

export function checkBannedCode(sources: readonly SourceFile[]): Finding[] {
  return sources.flatMap((source) => [
    ...BANS.filter(
      ({ where, except }) => where.test(source.path) && !except?.test(source.path),
    ).flatMap(({ pattern, instead }) => matches(source, source.code, pattern, instead)),
    ...matches(source, source.text, LEFTOVER, 'finish it or open an issue'),
    ...effectsForData(source),
  ]);
}

function matches({ path }: SourceFile, text: string, pattern: RegExp, instead: string): Finding[] {
  return [...text.matchAll(pattern)].map(({ 0: found, index }) => ({
    path,
    line: lineOf(text, index),
    message: `"${found.replaceAll(/\s+/g, ' ').trim()}" is not used here; ${instead}`,
  }));
}

/** `useEffect` of a view may touch the page (focus, scroll, title), never fetch or subscribe. */
function effectsForData(source: SourceFile): Finding[] {
  if (!source.path.startsWith('src/views/')) return [];
  const findings: Finding[] = [];
  const check = (call: ESTree.CallExpression): void => {
    const { callee, start, end } = call;
    if (callee.type !== 'Identifier' || !/^use(?:Layout)?Effect$/.test(callee.name)) return;
    if (!/\bawait\b|\.then\s*\(|\.subscribe\s*\(|\bfetch\s*\(/.test(source.code.slice(start, end)))
      return;
    findings.push({
      path: source.path,
      line: lineOf(source.text, start),
      message: 'a view does not fetch or subscribe in an effect; use a hook of src/app',
    });
  };
  new Visitor({ CallExpression: check }).visit(source.program);
  return findings;
}
