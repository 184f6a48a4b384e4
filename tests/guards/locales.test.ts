/** The ten languages have the same complete texts, and none that the product does not use. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ERRORS, SOCKET_ERRORS } from '../../contract/errors/catalog.ts';
import {
  DEFAULT_LOCALE,
  LOCALES,
  NAMESPACES,
  type Locale,
  type Namespace,
} from '../../contract/languages.ts';
import { fits, keyLikeStrings, textUses, unloadedTextUses } from './support/text-uses.ts';

type Texts = ReadonlyMap<string, string>;

const rawFile = (locale: Locale, namespace: Namespace) =>
  readFileSync(`locales/${locale}/${namespace}.json`, 'utf8');

function flatten(value: unknown, path: string, into: Map<string, string>): Map<string, string> {
  if (typeof value === 'string') return into.set(path, value);
  if (typeof value !== 'object' || value === null)
    throw new Error(`${path}: neither text nor group`);
  for (const [key, inner] of Object.entries(value))
    flatten(inner, path === '' ? key : `${path}.${key}`, into);
  return into;
}

const textsOf = (locale: Locale, namespace: Namespace): Texts =>
  flatten(JSON.parse(rawFile(locale, namespace)), '', new Map());

const PLURAL = /_(zero|one|two|few|many|other)$/;
const bare = (key: string) => key.replace(PLURAL, '');
const placeholders = (text: string) =>
  [...new Set(text.match(/\{\{\s*[\w.]+[^}]*\}\}/g) ?? [])].toSorted();

function sortedDeep(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sortedDeep(inner)]),
  );
}

/** International terms, and words that a language shares with English, checked by a reader. */
const SAME_AS_ENGLISH: Readonly<Partial<Record<Locale | 'any', readonly string[]>>> = {
  any: ['name@example.com', 'Maker', 'Taker', 'Alipay', 'WeChat'],
  'vi-VN': ['Email', 'Long', 'Menu', 'Short'],
  'de-DE': [
    'Agent',
    'Banner {{number}}',
    'Blockchain',
    'Chat',
    'Coin',
    'Coins',
    'Details',
    'Feedback',
    'Filter',
    'Highlights',
    'Limit',
    'Limits',
    'Link',
    'Long',
    'Margin',
    'Market',
    'Max.',
    'Name',
    'Order',
    'Orders',
    'Portfolio',
    'Shop',
    'Short',
    'Spot',
    'Status',
    'Support',
    'System',
    'Team',
    'Version {{version}}',
  ],
  'fr-FR': [
    '1 minute',
    'Agent',
    'Articles',
    'Blockchain',
    'Confirmations',
    'Document',
    'E-mail',
    'Forex',
    'Long',
    'Lots (1 lot = {{size}})',
    'Menu',
    'Message',
    'Messages',
    'Minimum',
    'Mobile',
    'Normal',
    'Positions ({{number}})',
    'Short',
    'Spot',
    'Stop loss',
    'Suggestion',
    'Take profit',
    'Total',
    'Trading',
    'Type',
    'Version {{version}}',
    'Volume',
    'Volume ({{currency}})',
    'Volume {{turnover}}',
    '{{count}} confirmation',
    '{{count}} confirmations',
    '{{count}} lots ×{{multiple}}',
    '{{count}} minute',
    '{{count}} minutes',
    '{{count}} position',
    '{{count}} positions',
  ],
  'es-ES': [
    'Banner {{number}}',
    'Banners',
    'Chat',
    'No',
    'Spot',
    'Stop loss',
    'Take profit',
    'Total',
  ],
};
/** Codes and symbols (OK, UID, 1m, Vol) are not words. */
const WORD = /\p{L}{4}/u;

/** Characters that only one of the two Chinese scripts has, in the same order. */
const SIMPLIFIED_ONLY =
  '号码资产币种时间开关闭启动无网络过验证书说读请问题将来会买卖价钱单双张这个们么从对错发转认识应该处办图标页设备压缩汇总计统规则权护详细费风险阅现货续让还进连选择边达远违载输较轮软户击简体语长门东车当点为两几听实与于吗账损钟极询质满显钥节义务历获盘额涨';
const TRADITIONAL_ONLY =
  '號碼資產幣種時間開關閉啟動無網絡過驗證書說讀請問題將來會買賣價錢單雙張這個們麼從對錯發轉認識應該處辦圖標頁設備壓縮匯總計統規則權護詳細費風險閱現貨續讓還進連選擇邊達遠違載輸較輪軟戶擊簡體語長門東車當點為兩幾聽實與於嗎賬損鐘極詢質滿顯鑰節義務歷獲盤額漲';
const strangersIn = (texts: Texts, strangers: string) =>
  [...texts].filter(([, text]) => [...text].some((character) => strangers.includes(character)));

/** Messages of SPEC 8 whose screens (sharing, uploads) come with later issues. */
const LATER_ERROR_TEXTS = ['copy_failed', 'file_too_large', 'unsupported_file_format'];

describe.each(NAMESPACES)('%s texts', (namespace) => {
  const source = textsOf(DEFAULT_LOCALE, namespace);
  const english = textsOf('en-US', namespace);

  describe.each(LOCALES)('in %s', (locale) => {
    const texts = textsOf(locale, namespace);

    it('has the keys of the source language', () => {
      const expected = [...new Set([...source.keys()].map(bare))].toSorted();
      expect([...new Set([...texts.keys()].map(bare))].toSorted()).toEqual(expected);
    });

    it('has exactly the plural forms of its grammar', () => {
      const { pluralCategories } = new Intl.PluralRules(locale).resolvedOptions();
      const counted = new Set([...texts.keys()].filter((key) => PLURAL.test(key)).map(bare));
      for (const key of counted) {
        const forms = [...texts.keys()].filter((candidate) => bare(candidate) === key).toSorted();
        expect(forms).toEqual(pluralCategories.map((form) => `${key}_${form}`).toSorted());
      }
      const countedInSource = [...source.keys()].filter((key) => PLURAL.test(key)).map(bare);
      expect([...counted].toSorted()).toEqual([...new Set(countedInSource)].toSorted());
    });

    it('uses the same placeholders as the source language', () => {
      const differing = [...texts].filter(([key, text]) => {
        const original = source.get(key) ?? source.get(`${bare(key)}_other`) ?? '';
        return placeholders(text).join() !== placeholders(original).join();
      });
      expect(differing).toEqual([]);
    });

    it('has no empty or untrimmed text', () => {
      expect([...texts].filter(([, text]) => text === '' || text !== text.trim())).toEqual([]);
    });

    it('is valid JSON with sorted keys', () => {
      const parsed: unknown = JSON.parse(rawFile(locale, namespace));
      expect(`${JSON.stringify(sortedDeep(parsed), null, 2)}\n`).toBe(rawFile(locale, namespace));
    });
  });

  const translations = LOCALES.filter((locale) => locale !== 'en-US');
  it.each(translations)('is not left in English in %s', (locale) => {
    const allowed = [...(SAME_AS_ENGLISH.any ?? []), ...(SAME_AS_ENGLISH[locale] ?? [])];
    const untranslated = [...textsOf(locale, namespace)].filter(
      ([key, text]) =>
        text === english.get(key) &&
        WORD.test(text.replaceAll(/\{\{.*?\}\}/g, '')) &&
        !allowed.includes(text),
    );
    expect(untranslated).toEqual([]);
  });

  it('keeps the two Chinese scripts apart', () => {
    expect(strangersIn(textsOf('zh-HK', namespace), SIMPLIFIED_ONLY)).toEqual([]);
    expect(strangersIn(textsOf('zh-CN', namespace), TRADITIONAL_ONLY)).toEqual([]);
  });
});

it.each(NAMESPACES)('keeps French punctuation with its word in %s texts', (namespace) => {
  const breaking = [...textsOf('fr-FR', namespace)].filter(([, text]) => / [:;?!»]|« /.test(text));
  expect(breaking).toEqual([]);
});

it.each(LOCALES)('uses one word for turnover in the quote currency in %s', (locale) => {
  const market = textsOf(locale, 'market');
  const word = (market.get('candle.turnover') ?? '').toLocaleLowerCase(locale);
  const uses = [...market, ...textsOf(locale, 'people')].filter(([key]) => /turnover/i.test(key));
  expect(uses.map(([key]) => key)).toEqual([
    'candle.turnover',
    'candle.turnoverIn',
    'list.turnover',
    'pair.turnover',
    'row.turnover',
    'team.turnover30Days',
    'team.turnoverToday',
  ]);
  const others = uses.filter(([, text]) => !text.toLocaleLowerCase(locale).includes(word));
  expect(others).toEqual([]);
});

it.each(NAMESPACES)(
  'leaves no choice of particle to the reader in Korean %s texts',
  (namespace) => {
    const undecided = [...textsOf('ko-KR', namespace)].filter(([, text]) =>
      /\((?:를|을|이|가|은|는|와|과|으)\)/.test(text),
    );
    expect(undecided).toEqual([]);
  },
);

describe('texts and their uses', () => {
  const uses = textUses();

  it('has a sentence for every error that a user can meet, and no other', () => {
    const names = [...Object.keys(ERRORS), ...SOCKET_ERRORS, ...LATER_ERROR_TEXTS];
    expect([...textsOf(DEFAULT_LOCALE, 'errors').keys()]).toEqual([...new Set(names)].toSorted());
  });

  it('has every text that the client asks for', () => {
    const missing = uses.filter(({ namespace, key }) =>
      [...textsOf(DEFAULT_LOCALE, namespace).keys()].every((known) => !fits(known, key)),
    );
    expect(missing).toEqual([]);
  });

  it('requests the namespace of an area wherever it names its keys in full', () => {
    expect(unloadedTextUses()).toEqual([]);
  });

  it('asks for every text there is', () => {
    const strings = keyLikeStrings();
    const unused = NAMESPACES.filter((namespace) => namespace !== 'errors').flatMap((namespace) => {
      const patterns = uses.filter((use) => use.namespace === namespace).map(({ key }) => key);
      return [...textsOf(DEFAULT_LOCALE, namespace).keys()]
        .filter((key) => !strings.has(key) && !strings.has(`${namespace}:${key}`))
        .filter((key) => !patterns.some((pattern) => fits(key, pattern)))
        .map((key) => `${namespace}:${key}`);
    });
    expect(unused).toEqual([]);
  });
});
