/** The demo articles as files: complete, clean and equal in every language. */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '../../../contract/languages.ts';
import type { NewsText } from '../../../server/areas/content/news.repo.ts';
import { sanitizeArticle } from '../../../server/areas/content/sanitize-article.ts';
import { SEED_ARTICLES } from '../../../server/areas/content/seed-outline.ts';

const wordsOf = (locale: string) =>
  Object.entries(
    JSON.parse(readFileSync(`server/areas/content/seed/${locale}.json`, 'utf8')) as Record<
      string,
      NewsText
    >,
  );
const tagsOf = (html: string) => html.match(/<[^>]*>/g);
const source = new Map(wordsOf(DEFAULT_LOCALE));

/** How each language says that a feature is planned or not available yet. */
const WORDS_FOR_PLANNED: Readonly<Record<Locale, RegExp>> = {
  'zh-CN': /规划|计划|尚未提供|尚未上线|后续版本|逐步推出/,
  'zh-HK': /規劃|計劃|尚未提供|尚未推出|之後的版本|逐步推出/,
  'en-US': /planned|not in this version|not available yet|later version|follows step/i,
  'ja-JP': /予定|このバージョンでは|まだ利用できません|今後|順次/,
  'ko-KR': /예정|준비 중|이 버전에는|아직 제공|이후 버전|차례로/,
  'th-TH': /แผน|ยังไม่มี|เวอร์ชันต่อไป|จะตามมา|ตอนนี้ยัง/,
  'vi-VN': /dự kiến|kế hoạch|trong phiên bản này|phiên bản sau|hiện chưa|sẽ có dần/i,
  'de-DE': /geplant|in dieser Version|gibt es noch nicht|späteren? Version|folgt Schritt/i,
  'fr-FR': /prévue?s?(?!\p{L})|absente? de|n’existe pas encore|prochaine version|suivra/iu,
  'es-ES': /previst|en esta versión|aún no existe|versión posterior|llegará/i,
};

/** Markets and charts, which only signed-in users can open. */
const WORDS_FOR_MARKETS: Readonly<Record<Locale, RegExp>> = {
  'zh-CN': /行情/,
  'zh-HK': /行情/,
  'en-US': /markets/,
  'ja-JP': /相場/,
  'ko-KR': /시세/,
  'th-TH': /ตลาด/,
  'vi-VN': /thị trường/,
  'de-DE': /märkte/,
  'fr-FR': /marchés/,
  'es-ES': /mercados/,
};

describe.each(LOCALES)('the demo articles in %s', (locale) => {
  const words = wordsOf(locale);

  test('are those of the outline', () => {
    const keys = SEED_ARTICLES.map(({ key }) => key);
    expect(words.map(([key]) => key).toSorted()).toEqual(keys.toSorted());
  });

  test('have the structure and the links of the source language', () => {
    for (const [key, { content }] of words)
      expect([key, tagsOf(content)]).toEqual([key, tagsOf(source.get(key)?.content ?? '')]);
  });

  test('hold only markup that the sanitizer allows', async () => {
    for (const [, { content }] of words) expect(await sanitizeArticle(content)).toBe(content);
  });

  test('call no product planned, because every product is there', () => {
    const planned = words.filter(([, { title, summary, content }]) =>
      [title, summary, content].some((text) => WORDS_FOR_PLANNED[locale].test(text)),
    );
    expect(planned.map(([key]) => key)).toEqual([]);
  });

  test('promise users without an account only the pages that they can open', () => {
    const texts = new Map(words);
    const [withoutAccount = '', signedIn = ''] = (
      texts.get('notice_opening')?.content.match(/<li>.*?<\/li>/g) ?? []
    ).map((item) => item.toLocaleLowerCase(locale));
    const agreement = texts.get('agreement')?.title ?? '';
    expect(withoutAccount).toContain(agreement.toLocaleLowerCase(locale));
    expect(withoutAccount).not.toMatch(WORDS_FOR_MARKETS[locale]);
    expect(signedIn).toMatch(WORDS_FOR_MARKETS[locale]);
  });

  test('have plain, non-empty titles and summaries', () => {
    for (const [, { title, summary }] of words) {
      expect(title).toMatch(/^[^<>\s][^<>]*$/);
      expect(summary).toMatch(/^[^<>\s][^<>]*$/);
    }
  });
});

test('pictures of the demo articles exist', () => {
  const pictures = SEED_ARTICLES.flatMap(({ banner }) => banner ?? []);
  expect(pictures.filter((path) => !existsSync(`public${path}`))).toEqual([]);
});
