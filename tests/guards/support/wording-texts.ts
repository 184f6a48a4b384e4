/** Every text that a user or an operator reads, in ten languages: screens, mails, push texts and seeded articles. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { DEFAULT_LOCALE, LOCALES, NAMESPACES, type Locale } from '../../../contract/languages.ts';
import { NOTICE_TEXTS } from '../../../server/kit/notify/notices.ts';
import { pushTextsOf } from '../../support/people/push-texts-of.ts';
import { readJson, ROOT } from './tree.ts';

/** Place → text. A place is `fiat:order.title`, `mail:depositCredited.body`, `push:pay_now` or `article:notice_prices.content.2`. */
export type LocaleTexts = ReadonlyMap<string, string>;
export type WordingTexts = ReadonlyMap<Locale, LocaleTexts>;

const ARTICLES = z.record(
  z.string(),
  z.object({ title: z.string(), summary: z.string(), content: z.string() }),
);

/** The part of a locale; a locale that is left out of a planted tree has no texts. */
export function textsIn(texts: WordingTexts, locale: Locale): LocaleTexts {
  return texts.get(locale) ?? new Map<string, string>();
}

export function sourceTexts(texts: WordingTexts): LocaleTexts {
  return textsIn(texts, DEFAULT_LOCALE);
}

const PLURAL = /_(?:zero|one|two|few|many|other)$/;

/** The zh-CN text of a place: all plural forms of a language come from its only form. */
export function sourceOf(source: LocaleTexts, place: string): string | undefined {
  return source.get(place) ?? source.get(place.replace(PLURAL, '_other'));
}

/** Reads all of them from disk. */
export function readWordingTexts(): WordingTexts {
  return new Map(LOCALES.map((locale) => [locale, new Map(textsOf(locale))]));
}

function textsOf(locale: Locale): [string, string][] {
  const screens = NAMESPACES.flatMap((namespace) => {
    const file: unknown = JSON.parse(
      readFileSync(join(ROOT, `locales/${locale}/${namespace}.json`), 'utf8'),
    );
    return flat(file, `${namespace}:`);
  });
  const articles = readJson(`server/areas/content/seed/${locale}.json`, ARTICLES);
  return [
    ...screens,
    ...flat(NOTICE_TEXTS[locale], 'mail:'),
    ...flat(pushTextsOf(locale), 'push:'),
    ...Object.entries(articles).flatMap(([name, { title, summary, content }]) => [
      ...flat({ title, summary }, `article:${name}.`),
      ...flat(Object.fromEntries(blocksOf(content).entries()), `article:${name}.content.`),
    ]),
  ];
}

function flat(value: unknown, place: string): [string, string][] {
  if (typeof value === 'string') return [[place, value]];
  if (typeof value !== 'object' || value === null) throw new Error(`${place} is no text`);
  return Object.entries(value).flatMap(([key, inner]) =>
    flat(inner, /[:.]$/.test(place) ? place + key : `${place}.${key}`),
  );
}

/** The paragraphs and list items of an article, without their tags. All languages have the same ones. */
function blocksOf(html: string): string[] {
  return html
    .split(/<\/?(?:p|ul|ol|li|h\d)\b[^>]*>/)
    .map((block) => block.replaceAll(/<[^>]+>/g, '').trim())
    .filter((block) => block !== '');
}
