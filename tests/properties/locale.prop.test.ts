/** Properties of the choice of a language from a list of wishes. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DEFAULT_LOCALE, LANGUAGES, LOCALES, matchLocale } from '../../contract/languages.ts';

const locales = fc.constantFrom(...LOCALES);
const noise = fc.stringMatching(/^[a-zA-Z0-9_-]{0,12}$/);

describe('matchLocale', () => {
  test('returns an offered locale for any wishes', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), noise, locales)), (wishes) => {
        expect(LOCALES).toContain(matchLocale(wishes));
      }),
      { numRuns: 500 },
    );
  });

  test('returns an offered tag for itself, in any spelling', () => {
    const written = locales.chain((locale) =>
      fc
        .constantFrom(locale, locale.toLowerCase(), locale.toUpperCase(), locale.replace('-', '_'))
        .map((text) => ({ locale, text: ` ${text} ` })),
    );
    fc.assert(
      fc.property(written, fc.array(locales), ({ locale, text }, others) => {
        expect(matchLocale([text, ...others])).toBe(locale);
      }),
    );
  });

  test('takes the first wish that is offered; wishes that are not offered change nothing', () => {
    const unknown = fc.constantFrom('pt-BR', 'ru', 'xx', '', '-', 'e', 'zzz-Hans');
    fc.assert(
      fc.property(fc.array(unknown), locales, fc.array(locales), (before, wish, after) => {
        expect(matchLocale([...before, wish, ...after])).toBe(wish);
      }),
    );
  });

  test.each([
    [['en-GB'], 'en-US'],
    [['de'], 'de-DE'],
    [['fr-CA', 'en'], 'fr-FR'],
    [['zh'], 'zh-CN'],
    [['zh-Hans-HK'], 'zh-HK'],
    [['zh-TW'], 'zh-HK'],
    [['zh-Hant'], 'zh-HK'],
    [['zh-SG'], 'zh-CN'],
    [['pt-BR'], DEFAULT_LOCALE],
    [[], DEFAULT_LOCALE],
  ])('%j is answered with %s', (wishes, locale) => {
    expect(matchLocale(wishes)).toBe(locale);
  });
});

test('the ten languages have different indexes, names, tags, keys, headers and flags', () => {
  for (const field of ['index', 'name', 'locale', 'key', 'header', 'flag'] as const)
    expect(new Set(LANGUAGES.map((language) => language[field])).size).toBe(10);
  expect(LANGUAGES.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});
