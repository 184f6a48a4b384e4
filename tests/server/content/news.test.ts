/** Articles by category and language over HTTP; publishing one cleans it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Envelope } from '../../../contract/envelope.ts';
import { DEFAULT_LOCALE, LOCALES } from '../../../contract/languages.ts';
import { NEWS_CATEGORIES, type NewsCategory } from '../../../contract/content/news-categories.ts';
import type { NewsArticle, NewsItem } from '../../../contract/content/content.ts';
import { openDatabase, type Database } from '../../../server/kit/db/database.ts';
import { openRunFolder } from '../../../server/kit/db/embedded/run-folder.ts';
import { createLog } from '../../../server/kit/log.ts';
import { createNewsRepo } from '../../../server/areas/content/news.repo.ts';
import { createNewsService, type NewsDraft } from '../../../server/areas/content/news-service.ts';
import { seedNews } from '../../../server/areas/content/seed-news.ts';
import { startTestServer, type TestServer } from '../../support/servers/test-server.ts';

let server: TestServer;
let database: Database;
beforeAll(async () => {
  server = await startTestServer({ env: { MARKET_MAKER: 'off' } });
  const socketFolder = openRunFolder(server.dataDir);
  database = openDatabase({ socketFolder }, createLog('silent'), 1);
});
afterAll(async () => {
  await database.$client.end();
  await server.stop();
});

function dataOf<T>(envelope: Envelope<T>): T {
  if (envelope.code !== 1) throw new Error(`refused: ${envelope.msg}`);
  return envelope.data as T;
}

const list = async (category: NewsCategory, lang: string): Promise<readonly NewsItem[]> =>
  dataOf(
    await server.call('listNews', { category_id: String(NEWS_CATEGORIES[category]) }, { lang }),
  );
const read = async (id: number, lang: string): Promise<NewsArticle> =>
  dataOf(await server.call('getNews', { id: String(id) }, { lang }));

const draft: NewsDraft = {
  category: 'notice',
  banner: '',
  publishedAt: Date.UTC(2030, 0, 1),
  texts: { 'zh-CN': { title: '维护', summary: '今晚维护。', content: '<p>今晚维护。</p>' } },
};
const publish = (changes: Partial<NewsDraft>) =>
  createNewsService(createNewsRepo(database)).publish({ ...draft, ...changes });
const publishContent = async (content: string): Promise<string> => {
  const id = await publish({
    category: 'activity',
    texts: { 'zh-CN': { title: '标题', summary: '', content } },
  });
  return (await read(id, 'zh-CN')).content;
};

describe('the demo articles', () => {
  test.each([
    ['banner', 3],
    ['notice', 5],
    ['help', 8],
    ['activity', 3],
    ['about', 3],
    ['privacy', 1],
    ['agreement', 1],
  ] as const)('fill the category %s, newest first', async (category, count) => {
    const items = await list(category, 'en-US');
    const times = items.map((item) => item.published_at);
    expect(items).toHaveLength(count);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    expect(items.every((item) => item.category_id === NEWS_CATEGORIES[category])).toBe(true);
  });

  test('come in the language of the Lang header', async () => {
    const titles = await Promise.all(
      LOCALES.map(async (locale) => (await list('privacy', locale))[0]?.title),
    );
    expect(new Set(titles).size).toBe(LOCALES.length);
  });

  test('are not seeded a second time', async () => {
    const before = await list('help', 'en-US');
    await seedNews(database);
    expect(await list('help', 'en-US')).toEqual(before);
  });
});

describe('one article', () => {
  test('has the fields of its list item and its content', async () => {
    const [item] = await list('help', 'de-DE');
    const { content, ...rest } = await read(item?.id ?? 0, 'de-DE');
    expect(rest).toEqual(item);
    expect(content).toMatch(/^<(?:ol|p|ul)>/);
  });

  test('is refused by name when it does not exist', async () => {
    const answer = await server.call('getNews', { id: '2147483647' }, { lang: 'en-US' });
    expect(answer).toMatchObject({ error: 'news_not_found', data: null });
  });

  test('without a text in the reader’s language comes in the default one', async () => {
    const id = await publish({});
    expect(await read(id, 'fr-FR')).toMatchObject({ title: '维护' });
    expect((await list('notice', 'fr-FR'))[0]).toMatchObject({ id, title: '维护' });
  });
});

test('a category without articles is an empty list', async () => {
  expect(dataOf(await server.call('listNews', { category_id: '99' }))).toEqual([]);
});

test.each(['0', '100', '-1', '1.0', 'help', ''])('category %j is refused', async (category) => {
  const answer = await server.call('listNews', { category_id: category });
  expect(answer).toMatchObject({ error: 'invalid_request', fields: ['category_id'] });
});

describe('publishing', () => {
  test.each([
    ['scripts', '<p>a<script>alert(1)</script></p>', '<p>a</p>'],
    ['event attributes', '<p onclick="alert(1)">a</p>', '<p>a</p>'],
    ['styles and classes', '<p style="position:fixed" class="x">a</p>', '<p>a</p>'],
    ['frames and forms', '<iframe src="/"></iframe><form><input></form>a', 'a'],
    ['pictures', '<p>a<img src="x" onerror="alert(1)"></p>', '<p>a</p>'],
    ['script links', '<a href="javascript:alert(1)">a</a>', '<a>a</a>'],
    ['links that hide their scheme', '<a href="java&#10;script:alert(1)">a</a>', '<a>a</a>'],
    ['data links', '<a href="data:text/html,x">a</a>', '<a>a</a>'],
    ['links to another host without scheme', '<a href="//host.test">a</a>', '<a>a</a>'],
  ])('removes %s', async (_, written, kept) => {
    expect(await publishContent(written)).toBe(kept);
  });

  test('keeps links inside, and opens others in a tab without access to the opener', async () => {
    const content = '<a href="/market">a</a> <a href="https://host.test/">b</a>';
    expect(await publishContent(content)).toBe(
      '<a href="/market">a</a> <a href="https://host.test/" target="_blank" rel="noopener noreferrer">b</a>',
    );
  });

  test.each<[string, Partial<NewsDraft>]>([
    ['its default language', { texts: { 'en-US': { title: 'a', summary: '', content: '' } } }],
    ['a title', { texts: { [DEFAULT_LOCALE]: { title: ' ', summary: '', content: '' } } }],
    ['a picture of this site', { banner: 'https://host.test/a.png' }],
    ['a picture path of this site', { banner: '//host.test/a.png' }],
  ])('requires %s', async (_, changes) => {
    await expect(async () => publish(changes)).rejects.toThrow();
  });
});

describe('public settings', () => {
  test('are read by key', async () => {
    expect(dataOf(await server.call('getSetting', { key: 'service_url' }))).not.toBe('');
  });

  test.each(['unheard_of', 'seeded_with'])('do not include %s', async (key) => {
    const answer = await server.call('getSetting', { key });
    expect(answer).toMatchObject({ error: 'setting_not_found', data: null });
  });
});
