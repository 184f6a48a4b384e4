/** The guard of texts: one term for each concept, no forbidden word, labels that fit, the habits of each script. */
import { describe, expect, test } from 'vitest';
import { LOCALES, type Locale } from '../../contract/languages.ts';
import { checkForbiddenWords } from './rules/forbidden-words.ts';
import { checkTerms, GLOSSARY, type Glossary } from './rules/glossary-terms.ts';
import { buttonKeys, checkWidths, widthOf } from './rules/label-widths.ts';
import { checkSameTexts, unusedSplits } from './rules/same-texts.ts';
import { checkScripts } from './rules/script-habits.ts';
import { planted } from './support/planted.ts';
import { lineOf, type WordingFinding } from './support/wording-finding.ts';
import { readGlossary, readSplits, wordingFindings } from './support/wording.ts';
import { readWordingTexts, type WordingTexts } from './support/wording-texts.ts';

/** All exceptions of the project together. */
const EXCEPTIONS_MAX = 20;

const texts = readWordingTexts();

test('texts have no findings', () => {
  expect(wordingFindings(texts).map(lineOf)).toEqual([]);
});

test('the glossary has ten terms for each concept, and no two concepts share one in zh-CN', () => {
  const terms = Object.values(readGlossary()).map((each) => each.terms['zh-CN']);

  expect(terms.toSorted()).toEqual([...new Set(terms)].toSorted());
});

test('each exception has a reason and is needed, and there are few', () => {
  const splits = readSplits();
  const implied = Object.values(readGlossary()).flatMap((each) => each.implied ?? []);

  expect([...Object.keys(splits), ...implied].length).toBeLessThanOrEqual(EXCEPTIONS_MAX);
  expect(unusedSplits(texts, splits)).toEqual([]);
  expect(implied.filter((place) => !texts.get('zh-CN')?.has(place))).toEqual([]);
});

test('mails, push texts, articles and the console are read', () => {
  for (const place of [
    'mail:depositCredited.body',
    'push:pay_now',
    'article:help_fiat.content.3',
    'operator:section.reviews',
  ])
    for (const locale of LOCALES) expect(texts.get(locale)?.get(place)).toBeTypeOf('string');
});

const plantedTexts = (inLocales: Partial<Record<Locale, Record<string, string>>>): WordingTexts =>
  new Map(LOCALES.map((locale) => [locale, new Map(Object.entries(inLocales[locale] ?? {}))]));
const names = (findings: readonly WordingFinding[]) =>
  findings.map(({ locale, name }) => `${locale} ${name}`);

function concept(zhCn: string, english: string, more: Partial<Glossary[string]> = {}) {
  const terms = Object.fromEntries(LOCALES.map((locale) => [locale, english])) as Record<
    Locale,
    string
  >;
  return { terms: { ...terms, 'zh-CN': zhCn }, ...more };
}

describe('a planted concept', () => {
  const glossary: Glossary = {
    order: concept('委托', 'order', { forms: { 'de-DE': ['*orders'] }, except: ['委托人'] }),
    open_orders: concept('当前委托', 'open orders'),
    loan: concept('借贷', 'loan', { keys: ['wallet:*'] }),
  };
  const findings = (zhCn: string, locale: Locale, text: string, place = 'spot:a') =>
    names(
      checkTerms(
        plantedTexts({ 'zh-CN': { [place]: zhCn }, [locale]: { [place]: text } }),
        glossary,
      ),
    );

  test('without its term is found', () => {
    expect(findings('撤销委托', 'en-US', 'Cancel the request')).toEqual(['en-US spot:a order']);
  });

  test('is found in a plural form that zh-CN does not have', () => {
    const counted = plantedTexts({
      'zh-CN': { 'spot:a_other': '委托' },
      'en-US': { 'spot:a_one': 'request', 'spot:a_other': 'order' },
    });

    expect(names(checkTerms(counted, glossary))).toEqual(['en-US spot:a_one order']);
  });

  test('with its term, whatever the case, is not', () => {
    expect(findings('撤销委托', 'en-US', 'Order canceled')).toEqual([]);
  });

  test('is a whole word', () => {
    expect(findings('撤销委托', 'en-US', 'Disorderly')).toEqual(['en-US spot:a order']);
    expect(findings('撤销委托', 'de-DE', 'Limitorders')).toEqual([]);
  });

  test('loses against a longer one, and against words that only contain it', () => {
    expect(findings('当前委托', 'en-US', 'Your orders')).toEqual(['en-US spot:a open_orders']);
    expect(findings('委托人', 'en-US', 'Owner')).toEqual([]);
  });

  test('with keys is only checked there', () => {
    expect(findings('借贷', 'en-US', 'Credit')).toEqual([]);
    expect(findings('借贷', 'en-US', 'Credit', 'wallet:a')).toEqual(['en-US wallet:a loan']);
  });

  test('a term that a sentence may omit is only required in labels', () => {
    const inSentence = { 'zh-CN': { 'spot:a': '您撤销了委托。', 'spot:b': '委托' } };
    const pronouns = plantedTexts({
      ...inSentence,
      'en-US': { 'spot:a': 'Canceled.', 'spot:b': 'It' },
    });
    const order = concept('委托', 'order', { implied: [] });

    expect(names(checkTerms(pronouns, { order }))).toEqual(['en-US spot:b order']);
    expect(checkTerms(pronouns, { order: { ...order, implied: ['spot:b'] } })).toEqual([]);
  });

  test('with nine terms does not parse', () => {
    const { 'vi-VN': _removed, ...nine } = concept('委托', 'order').terms;

    expect(GLOSSARY.safeParse({ order: { terms: nine } }).success).toBe(false);
    expect(GLOSSARY.safeParse({ order: concept('委托', 'order') }).success).toBe(true);
  });
});

test.each<[Locale, string, string, string]>([
  ['zh-CN', 'fiat:a', '轮到你了', '你(?!好)'],
  ['zh-CN', 'fiat:a', '解冻保证金', '保证金'],
  [
    'zh-CN',
    'fiat:a',
    '账号将被冻结',
    '冻结(?:虚假付款)?账[号户]|账[号户](?:将|会|已)?被?冻结|禁用',
  ],
  ['zh-HK', 'errors:a', '帳戶', '帳'],
  ['en-US', 'spot:a', 'Recent deals', 'deals?'],
  ['ja-JP', 'fiat:a', '時計', '時計'],
  ['ko-KR', 'fiat:a', '저절로', '저절로'],
  ['th-TH', 'errors:a', 'โปรดลองใหม่', '(?<!รายการ)(?<!คน)โปรด(?!ปราน)'],
  ['vi-VN', 'people:a', 'Mã mời', 'mã mời'],
  ['de-DE', 'people:a', 'Komm zu Meridian', 'du|dir|dich|dein*|komm'],
  ['fr-FR', 'fiat:a', 'Votre ordre', 'ordres?'],
  ['es-ES', 'errors:a', 'Introduzca una cantidad.', 'usted (imperative)'],
  ['es-ES', 'errors:a', 'Cierre la sesión.', 'usted (imperative)'],
  ['es-ES', 'errors:a', 'Algo ha fallado. Inténtelo más tarde.', 'usted (imperative)'],
])('a forbidden word of %s is found in %s', (locale, place, text, word) => {
  expect(names(checkForbiddenWords(plantedTexts({ [locale]: { [place]: text } })))).toContain(
    `${locale} ${place} ${word}`,
  );
});

test('a word that is only forbidden elsewhere is not found', () => {
  expect(
    checkForbiddenWords(
      plantedTexts({
        'es-ES': { 'errors:a': 'Algo ha fallado. Inténtalo más tarde.', 'market:a': 'Cierre' },
        'fr-FR': { 'spot:a': 'Votre ordre' },
        'th-TH': { 'market:a': 'รายการโปรด' },
        'zh-CN': { 'spot:a': '保证金' },
      }),
    ),
  ).toEqual([]);
});

describe('one zh-CN text', () => {
  const findings = (one: string, other: string, splits: Record<string, string> = {}) =>
    checkSameTexts(
      plantedTexts({
        'zh-CN': { 'a:a': '法币交易', 'b:b': '法币交易' },
        'en-US': { 'a:a': one, 'b:b': other },
      }),
      splits,
    ).map(({ name }) => name);

  test('with two renderings is found, once', () => {
    expect(findings('P2P trading', 'Fiat desk')).toEqual(['法币交易']);
  });

  test('with a reason is not', () => {
    expect(findings('P2P trading', 'Fiat desk', { 法币交易: 'reason' })).toEqual([]);
  });

  test.each([
    ['Deposits', 'deposit'],
    ['Cancel', 'Cancel the ad'],
    ['Depositar', 'Depósito'],
    ['Your ad', 'My ads'],
    ['Bestätigung aufschieben', 'Bestätigung aufgeschoben'],
    ['Order wird geladen', 'Orders werden geladen'],
    ['Problem melden', 'Problem gemeldet'],
    ['Ouvrir un litige', 'Litige ouvert'],
    ['Kurzzeitkontrakte', 'Kurzzeit\u00adkontrakt'],
  ])('may differ by grammar and length: %s, %s', (one, other) => {
    expect(findings(one, other)).toEqual([]);
  });

  test('with an unneeded reason is found', () => {
    expect(unusedSplits(plantedTexts({}), { 交易: 'verb and noun' })).toEqual(['交易']);
  });
});

describe('a label', () => {
  const view = planted({
    'src/views/a.tsx': `function A() {
      const t = useText('fiat');
      return <><p>{t('a.text')}</p><ConnectedButton kind="danger">{t('a.button')}</ConnectedButton></>;
    }`,
  });
  const LONG = 'Confirm that the payment arrived';

  test('of a button is found in the code', () => {
    expect(buttonKeys(view)).toEqual(['fiat:a.button']);
  });

  test('that is too wide is found, and a text is not', () => {
    const found = checkWidths(
      plantedTexts({
        'zh-CN': { 'fiat:a.button': '确认', 'fiat:a.text': '确认', 'common:tabs.home': '首页' },
        'de-DE': { 'fiat:a.button': LONG, 'fiat:a.text': LONG, 'common:tabs.home': 'Startseiten' },
      }),
      view,
    );

    expect(names(found)).toEqual(['de-DE fiat:a.button button', 'de-DE common:tabs.home tab']);
  });

  test('of a tile of the home screen breaks at one space', () => {
    const found = checkWidths(
      plantedTexts({
        'zh-CN': { 'home:tiles.a': '极速合约', 'home:tiles.b': '极速合约' },
        'vi-VN': { 'home:tiles.a': 'Hợp đồng nhanh', 'home:tiles.b': 'Hợp đồng nhanh tương lai' },
      }),
      [],
    );

    expect(names(found)).toEqual(['vi-VN home:tiles.b tile']);
  });

  test.each([
    ['Order', 5],
    ['委托', 3.7],
    ['ที่', 1],
    ['Schnell\u00ADkontrakt', 8],
  ])('is measured: %s', (text, width) => {
    expect(widthOf(text)).toBe(width);
  });
});

test.each<[Locale, string, string]>([
  ['zh-CN', '请稍候,正在处理', 'half-width mark'],
  ['zh-CN', '24小时涨跌', 'space'],
  ['zh-HK', '正在連接⋯⋯', 'ellipsis'],
  ['zh-CN', '于 UTC 00:00 重置', 'UTC'],
  ['ja-JP', '30 日間', 'space'],
  ['ja-JP', '取り消しますか', 'question'],
  ['ko-KR', 'UTC 00:00에', 'UTC'],
  ['th-TH', 'กรุณาลองใหม่.', 'full stop'],
  ['de-DE', 'Tippen Sie auf "Weiter"', 'quotes'],
  ['de-DE', '{{percent}} % Abschlussquote', 'unit'],
  ['fr-FR', 'Moins de 8 Mo', 'unit'],
  ['fr-FR', 'Prêt ?', 'no-break space'],
  ['fr-FR', 'Prêt\u202F?', 'narrow space'],
  ['es-ES', 'Ya tienes cuenta?', 'opening mark'],
  ['en-US', "You're offline", 'apostrophe'],
])('a habit of the script of %s is kept: %s', (locale, text, habit) => {
  expect(names(checkScripts(plantedTexts({ [locale]: { 'a:a': text } })))).toEqual([
    `${locale} a:a ${habit}`,
  ]);
});

test.each<[Locale, string]>([
  ['zh-CN', '15分'],
  ['zh-CN', '于 00:00（UTC）重置{{label}}……'],
  ['zh-CN', '支持 https: 或 tel:。'],
  ['ja-JP', '00:00（UTC）に{{amount}} USDT'],
  ['th-TH', 'สูงสุด 24 ชม.'],
  ['de-DE', '{{percent}}\u00A0% in 30 Minuten'],
  ['fr-FR', '«\u00A0Prêt\u00A0»\u00A0?'],
  ['es-ES', '¿Ya tienes cuenta?'],
])('a text of %s that keeps them: %s', (locale, text) => {
  expect(checkScripts(plantedTexts({ [locale]: { 'a:a': text } }))).toEqual([]);
});
