/** Spacing, punctuation and spelling of each script, the same in every text. */
import { LOCALES, type Locale } from '../../../contract/languages.ts';
import { findingsIn, type WordingFinding } from '../support/wording-finding.ts';
import { textsIn, type WordingTexts } from '../support/wording-texts.ts';

interface Habit {
  readonly name: string;
  /** Pattern of the fault; texts are tested with `〓` in place of each `{{value}}`. */
  readonly wrong: RegExp;
  readonly instead: string;
}

const HAN = String.raw`\p{Script=Han}`;
const KANA = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]`;

const HALF_WIDTH: Habit = {
  name: 'half-width mark',
  wrong: new RegExp(
    String.raw`${KANA}[,;:?!()]|(?<![A-Za-z])[,;:?!(]\s?${KANA}|${HAN}\.(?!\p{L})`,
    'u',
  ),
  instead: 'full-width punctuation',
};
const CHINESE: readonly Habit[] = [
  HALF_WIDTH,
  {
    name: 'space',
    // The buttons of the chart (15分) have no room for a space.
    wrong: new RegExp(
      String.raw`${HAN}[A-Za-z0-9]|[A-Za-z0-9%]${HAN}(?!(?<=^\d+${HAN})(?:${HAN})?$)`,
      'u',
    ),
    instead: 'a space between Han and Latin letters or figures',
  },
  { name: 'ellipsis', wrong: /⋯|(?<!…)…(?!…)|\.\.\./, instead: '……' },
  { name: 'UTC', wrong: /00:00 UTC|UTC[^（）\n]{0,5}0{1,2}:00/, instead: '00:00（UTC）' },
];
const ELLIPSIS: Habit = { name: 'ellipsis', wrong: /⋯|……|\.\.\./, instead: '…' };
const UTC: Habit = {
  name: 'UTC',
  wrong: /UTC[^()\n]{0,8}0{1,2}:00|(?<!0)0:00 UTC|00:00 \(UTC\)/,
  instead: '00:00 UTC',
};
const UNIT_SPACE: Habit = {
  name: 'unit',
  wrong: /[\d〓] (?:%|ms|s|h|min|Min\.|Std\.|Sek\.|GB|MB|Go|Mo)(?!\p{L})/u,
  instead: 'U+00A0 between a number and its unit',
};
const NARROW_SPACE: Habit = {
  name: 'narrow space',
  wrong: /\u202F/,
  instead: 'the no-break space U+00A0',
};

const HABITS: Readonly<Record<Locale, readonly Habit[]>> = {
  'zh-CN': CHINESE,
  'zh-HK': CHINESE,
  'ja-JP': [
    HALF_WIDTH,
    ELLIPSIS,
    {
      name: 'space',
      wrong: new RegExp(String.raw`${KANA} [A-Za-z0-9]|[A-Za-z0-9%] ${KANA}`, 'u'),
      instead: 'no space around Latin letters and figures',
    },
    {
      name: 'question',
      wrong: /(?:ますか|ですか|でしょうか)(?:$|。)/,
      instead: '？ after a question',
    },
    { name: 'wave', wrong: /〜/, instead: '～' },
    { name: 'UTC', wrong: /UTC[^（）\n]{0,3}0{1,2}:00|00:00 UTC/, instead: '00:00（UTC）' },
  ],
  'ko-KR': [ELLIPSIS, UTC],
  'th-TH': [
    ELLIPSIS,
    UTC,
    {
      name: 'full stop',
      wrong: /(?<!ชม|น|พ\.ศ|ค\.ศ)(?<=[\p{Script=Thai}])\.(?:\s|$)/u,
      instead: 'no full stop in Thai',
    },
  ],
  'vi-VN': [ELLIPSIS, UTC],
  'de-DE': [
    ELLIPSIS,
    UTC,
    UNIT_SPACE,
    { name: 'quotes', wrong: /"|”|“(?![\s.,;:!?)]|$)/, instead: '„…“' },
    { name: 'apostrophe', wrong: /\p{L}'\p{L}/u, instead: '’' },
  ],
  'fr-FR': [
    ELLIPSIS,
    UTC,
    UNIT_SPACE,
    NARROW_SPACE,
    {
      name: 'no-break space',
      wrong: / [:;?!»]|« |[\p{L}\d)][;?!»]|«[\p{L}\d]/u,
      instead: 'U+00A0 before : ; ? ! » and after «',
    },
    { name: 'quotes', wrong: /"|“|”/, instead: '« … »' },
    { name: 'apostrophe', wrong: /\p{L}'\p{L}/u, instead: '’' },
  ],
  'es-ES': [
    ELLIPSIS,
    UTC,
    { name: 'opening mark', wrong: /^[^¿]*\?|^[^¡]*!/, instead: '¿ … ? and ¡ … !' },
    { name: 'quotes', wrong: /"|“|”/, instead: '«…»' },
  ],
  'en-US': [
    ELLIPSIS,
    UTC,
    { name: 'quotes', wrong: /"/, instead: '“…”' },
    { name: 'apostrophe', wrong: /\p{L}'\p{L}/u, instead: '’' },
  ],
};

/** Texts that do not keep the habits of their script. */
export function checkScripts(texts: WordingTexts): WordingFinding[] {
  return LOCALES.flatMap((locale) =>
    findingsIn('script', locale, textsIn(texts, locale), (text) =>
      HABITS[locale]
        .filter(({ wrong }) => wrong.test(text.replaceAll(/\{\{.*?\}\}/g, '〓')))
        .map(({ name, instead }) => ({ name, message: `${name}: ${instead}` })),
    ),
  );
}
