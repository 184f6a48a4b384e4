/** Words that make English hard to read, in comments, logs, documents and names of tests: the rules of docs/STYLE.md. */
import type { Finding } from '../support/finding.ts';
import { lineOf, type SourceFile } from '../support/source-file.ts';
import { testNamesOf } from '../support/test-names.ts';
import type { TextFile } from '../support/tree.ts';

interface Habit {
  /** The name of the habit in the baseline. */
  readonly name: string;
  /** Spaces stand for any white space and for the marks of a comment that goes on in the next line. */
  readonly pattern: RegExp;
  readonly instead: string;
}

const HABITS: readonly Habit[] = [
  habit('whoever', 'name the noun: the caller, the buyer, every user'),
  habit('anew', 'write "again", "new" or "reset"'),
  habit('can not', 'write "cannot"'),
  habit('meanwhile', 'say when: "before the call returns", "while it is open"'),
  habit('another one', 'repeat the noun: "another server", "a new code"'),
  habit('beside', 'write "next to" for a place, "in addition to" or "with" for the rest'),
  habit('for ever', 'write "without a time limit" or "never deleted"'),
  habit('everybody', 'name the noun: all users, every caller'),
  habit('those who', 'name the noun: users with …, callers that …'),
  habit('what waits', 'name the noun: pending deposits, open orders'),
  habit('the house', 'write "the exchange" or "the market maker"'),
  {
    name: 'British spelling',
    pattern: wordsOf(
      'behaviours?|centres?|colours?|favourites?|favours?|licences?|neighbour\\w*|organis\\w+|recognis\\w+',
    ),
    instead: 'docs/STYLE.md asks for American spelling',
  },
  {
    name: 'a clause as subject',
    pattern: wordsOf('Of whom|Another one|Those that|Beside whatever', {
      atStart: true,
    }),
    instead: 'begin with the noun: "The buyer whose …", "Payment kinds with …"',
  },
];

/** Habits of comments and documents in addition. */
const PROSE_HABITS: readonly Habit[] = [
  prose('deals?|dealt', 'write "trade"; the code word `deal` has backticks'),
  prose('people|persons?', 'write "user", or name the side: buyer, owner, operator'),
  prose('tells?|told|telling', 'write "notifies", "sends", "reports" or "shows"'),
  prose(
    'anybody|anyone|everyone|no one|nobody|somebody|someone',
    'name the noun: a user, no caller, all clients',
  ),
  prose('whatever|whenever|wherever|whichever', 'write "any", "each time" or "in every …"'),
  prose('(?:all|both|its|npm|of|our|the|their) books', 'write "order books" or "ledger"'),
  prose(
    '(?:about|at|by|from|in|of|on|than|to|with) what',
    'name the noun: "from the stored rows", "of the shown list"',
  ),
  {
    name: 'no subject',
    pattern: /(?:^|\/\*\*|\/\/|[.!?]\s|\n *[-*|]) *(?:\n *\* *)?\**(?:Also|As|Not|Of|So many)\b/g,
    instead: 'begin with a noun: "The fee of …", "Users without …"; or with a verb: "Rejects …"',
  },
];

/** British words of comments and names; a state that is stored under such a name has backticks in prose. */
const BRITISH =
  '\\w*(?:cancell(?:ed|ing)|catalogue|realised|realising|sanitis|normalis|serialis|initialis)\\w*';

/** Names of files and exports in addition; prose is checked for them by {@link HABITS}. */
const BRITISH_NAMES = new RegExp(`${BRITISH}|centre|favourit|colour|behaviour`, 'i');

/** Habits of comments in addition; a name of a test or a title of a document may open so. */
const COMMENT_HABITS: readonly Habit[] = [
  ...HABITS,
  ...PROSE_HABITS,
  habit('is sound', 'write "is consistent"'),
  habit('is not sound', 'write "is not consistent"'),
  habit('what it is', 'name the noun: its state, its terms'),
  habit('what it was', 'name the noun: its earlier state'),
  {
    name: 'those of',
    // HABITS and "a clause as opening" find the word at the start of a sentence.
    pattern: /\bthose(?:\s|\n\s*(?:\*|\/\/))+(?:of|that|in|with)\b/g,
    instead: 'repeat the noun: "the rows of", "accounts with"',
  },
  prose('one that', 'repeat the noun: "a block that", "the order that"'),
  prose('so many', 'name the number: "More new entries than this make a pass busy."'),
  prose('at once', 'say how: "immediately", "concurrently", "in one statement"'),
  prose('anymore', 'say since when: "after its end", "once it is removed"'),
  {
    ...prose(BRITISH, 'docs/STYLE.md asks for American spelling; state names have backticks'),
    name: 'British word',
  },
  {
    name: 'a clause as opening',
    // A question may open so. HABITS finds "Those that".
    pattern:
      /(?:^|\/\*\*|\/\/|[.!?]\s|\n *\*) *(?:\n *\* *)?(?:Those(?! that)|What|Whatever|Where|Which|Whichever|Who|Whoever|Why)\b(?![^.\n]*\?)/g,
    instead: 'begin with a noun: "Amount that …", "Reason why …", "Owner of …"',
  },
];

/** Words that names of tests avoid in addition; code may need some of them. */
const NAME_HABITS: readonly Habit[] = [
  ...HABITS,
  house('deals?|dealt', 'write "trade"'),
  house('people|persons?', 'write "user"'),
  house('tells?|told', 'write "notify", "send", "show" or "report"'),
  house('anybody|nobody|somebody', 'name the noun: a user, no user, another caller'),
  house('sound', 'write "consistent"'),
  house('letters?', 'write "character", "text size" or "mail"'),
  house('(?<!order )books', 'write "ledger" or "order books"'),
  house('e-mails?', 'write "email"'),
  house('cancelled|cancelling|catalogues?', 'docs/STYLE.md asks for American spelling'),
  {
    name: 'a clause as subject',
    pattern: /^what /gi,
    instead: 'begin with the noun: "A lost answer …", "The remainder …"',
  },
];

/** Occurrences that are allowed, by habit and top folder; only the code has some left. */
type WordBaseline = Readonly<Record<string, number>>;

/** Comments and log messages; a count above its baseline is a finding, and so is one below it. */
export function checkWords(sources: readonly SourceFile[], baseline: WordBaseline): Finding[] {
  const names = sources.flatMap((source) =>
    britishNamesIn(source).map(({ name, line }) => ({
      key: `British name: ${source.path.split('/')[0] ?? ''}`,
      path: source.path,
      line,
      message: `"${name}"; docs/STYLE.md asks for American spelling`,
    })),
  );
  const inProse = sources.flatMap((source) =>
    COMMENT_HABITS.flatMap(({ name, pattern, instead }) =>
      occurrencesInProse(source, pattern).map((index) => ({
        key: `${name}: ${source.path.split('/')[0] ?? ''}`,
        path: source.path,
        line: lineOf(source.text, index),
        message: `"${name}"; ${instead}`,
      })),
    ),
  );
  const found = [...inProse, ...names];
  const countOf = (key: string): number => found.filter((each) => each.key === key).length;
  return [
    ...found
      .filter(({ key }) => countOf(key) > (baseline[key] ?? 0))
      .map(({ path, line, message, key }) => ({
        path,
        line,
        message: `${message} (${countOf(key)} of "${key}", at most ${baseline[key] ?? 0})`,
      })),
    ...Object.entries(baseline)
      .filter(([key, allowed]) => countOf(key) < allowed)
      .map(([key, allowed]) => ({
        path: 'tests/guards/word-baseline.json',
        line: 1,
        message: `"${key}" allows ${allowed} and there are ${countOf(key)}; lower or remove the entry`,
      })),
  ];
}

/** Names of files and of their exports that have British spelling, by top folder; the baseline counts the rest. */
function britishNamesIn({ path, exports }: SourceFile): { name: string; line: number }[] {
  const file = { name: path.slice(path.lastIndexOf('/') + 1), line: 1 };
  return [file, ...exports].filter(({ name }) => BRITISH_NAMES.test(name));
}

/** Documents have none: every occurrence is a finding. Code in them is not prose. */
export function checkDocumentWords(documents: readonly TextFile[]): Finding[] {
  return documents.flatMap(({ path, text }) =>
    habitsOfDocument(path).flatMap(({ name, pattern, instead }) =>
      [...withoutCode(text).matchAll(pattern)].map(({ index }) => ({
        path,
        line: lineOf(text, index),
        message: `"${name}"; ${instead}`,
      })),
    ),
  );
}

/** The glossary names words that it forbids; the list of mutants quotes names of tests and changes of code. */
const habitsOfDocument = (path: string): readonly Habit[] =>
  /^docs\/(?:GLOSSARY|MUTANTS)\.md$/.test(path) ? HABITS : [...HABITS, ...PROSE_HABITS];

/** Names of tests, their cases and their fixtures have none. */
export function checkTestNames(tests: readonly SourceFile[]): Finding[] {
  return tests.flatMap((source) =>
    testNamesOf(source).flatMap(({ text, line }) =>
      NAME_HABITS.filter(({ pattern }) => text.search(pattern) >= 0).map(({ name, instead }) => ({
        path: source.path,
        line,
        message: `"${name}" in the name "${text}"; ${instead}`,
      })),
    ),
  );
}

/** Returns the positions of these words in comments and in messages of log lines. */
function occurrencesInProse({ text, code }: SourceFile, pattern: RegExp): number[] {
  const messages = [
    ...code.matchAll(/\blog\s*\.\s*(?:trace|debug|info|warn|error|fatal)\s*\([^;]*?\);/g),
  ].map(({ 0: call, index }) => ({ start: index, end: index + call.length }));
  // Comments are blank in the code. The last letter decides, because a pattern may begin before the comment.
  return [...text.matchAll(pattern)].flatMap(({ 0: words, index }) => {
    const last = index + words.length - 1;
    const isComment = text[last] !== code[last];
    return isComment || messages.some(({ start, end }) => start <= last && last < end)
      ? [index]
      : [];
  });
}

function withoutCode(text: string): string {
  return text.replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, (code) => code.replaceAll(/[^\n]/g, ' '));
}

function habit(name: string, instead: string): Habit {
  return { name, pattern: wordsOf(name), instead };
}

/** In comments and documents. Code words in backticks, names of parameters, roles and folders are no prose. */
function prose(words: string, instead: string): Habit {
  const pattern = `(?<![\\w\`/.=@-]|@link |@param |door of |RULES, |third )(?:${words})(?![\\w\`:/-])`;
  return {
    name: words,
    pattern: new RegExp(pattern.replaceAll(' ', '(?:\\s|\\n\\s*(?:\\*|//))+'), 'gi'),
    instead,
  };
}

/** In names of tests, case counts: `DEAL` is a channel. */
function house(words: string, instead: string): Habit {
  return { name: words, pattern: new RegExp(`\\b(?:${words})\\b`, 'g'), instead };
}

/** At the start: of the text, of a comment, or of a sentence. */
function wordsOf(words: string, { atStart = false } = {}): RegExp {
  const gap = '(?:\\s|\\n\\s*(?:\\*|//))+';
  const spaced = `(?:${words.replaceAll(' ', gap)})\\b`;
  return atStart
    ? new RegExp(`(?:^|/\\*\\*|//|[.!?:]|\\n *[-*|]) *${spaced}`, 'g')
    : new RegExp(`\\b${spaced}`, 'gi');
}
