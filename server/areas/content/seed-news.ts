/**
 * The articles of the demo exchange. `SEED=none` adds none of them, not even terms and privacy policy:
 * an operator must write their own legal texts, and an empty page that says so is safer than an unread
 * template.
 */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { ensure } from '../../../contract/assert.ts';
import { LOCALES } from '../../../contract/languages.ts';
import type { Executor } from '../../kit/db/database.ts';
import { createNewsRepo, type NewsText } from './news.repo.ts';
import { createNewsService } from './news-service.ts';
import { SEED_ARTICLES } from './seed-outline.ts';

const wordsOfLanguage = z.record(
  z.string(),
  z.strictObject({ title: z.string(), summary: z.string(), content: z.string() }),
);

async function readWords(locale: string): Promise<Record<string, NewsText>> {
  const file = new URL(`./seed/${locale}.json`, import.meta.url);
  return wordsOfLanguage.parse(JSON.parse(await readFile(file, 'utf8')));
}

/**
 * Publishes the demo articles in ten languages, all or none. Does nothing when any article exists, so
 * that it never changes an operator's articles.
 * @throws AssertionError when a language lacks an article.
 */
export async function seedNews(database: Executor): Promise<void> {
  const languages = await Promise.all(
    LOCALES.map(async (locale) => ({ locale, words: await readWords(locale) })),
  );
  await database.transaction(async (tx) => {
    const repo = createNewsRepo(tx);
    if (!(await repo.isEmpty())) return;
    const service = createNewsService(repo);
    for (const { key, category, banner = '', day } of SEED_ARTICLES) {
      const texts = Object.fromEntries(
        languages.map(({ locale, words }) => [locale, ensure(words[key], `${key} in ${locale}`)]),
      );
      await service.publish({ category, banner, publishedAt: Date.parse(`${day}T00:00Z`), texts });
    }
  });
}
