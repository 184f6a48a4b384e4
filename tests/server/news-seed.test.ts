/** The demo articles on paper: complete, clean and alike in every language. */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { DEFAULT_LOCALE, LOCALES } from '../../contract/languages.ts';
import type { NewsText } from '../../server/news/news.repo.ts';
import { sanitiseArticle } from '../../server/news/sanitise-article.ts';
import { SEED_ARTICLES } from '../../server/news/seed-outline.ts';

const wordsOf = (locale: string) =>
  Object.entries(
    JSON.parse(readFileSync(`server/news/seed/${locale}.json`, 'utf8')) as Record<string, NewsText>,
  );
const tagsOf = (html: string) => html.match(/<[^>]*>/g);
const source = new Map(wordsOf(DEFAULT_LOCALE));

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

  test('hold only what the sanitiser lets through', () => {
    for (const [, { content }] of words) expect(sanitiseArticle(content)).toBe(content);
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
