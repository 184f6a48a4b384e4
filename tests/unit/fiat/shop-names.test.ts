/** Names of shops: valid ones, and look-alikes. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readShopName } from '../../../server/areas/fiat/shops/shop-names.ts';

const keyOf = (name: string): string | undefined => readShopName(name)?.key;

describe('a name may be', () => {
  test.each([
    'Harbour Desk',
    'Café Müller & Söhne',
    "O'Neill’s 24/7",
    '星辰商行',
    '東京ストア Tokyo',
    'ひかり取引所',
    '한빛 상점 OTC',
    'Обмен Волга',
    'Ανταλλαγή',
    'ร้านแลกเงิน BKK',
    'Tiệm Đổi Tiền',
    'متجر الميناء',
    'सेतु भंडार',
    '★ Star 7',
  ])('%s', (name) => {
    expect(readShopName(name)?.text).toBe(name);
  });
});

describe('a name may not be', () => {
  test.each<[string, string]>([
    ['too short', 'a'],
    ['too long', 'x'.repeat(25)],
    ['too long once it is written out', `\uFDFA\uFDFA shop`],
    ['of symbols alone', '★★★'],
    ['of spaces', '   '],
    ['with a zero width space', 'Harbour\u200BDesk'],
    ['with a joiner', 'Har\u200Dbour'],
    ['with a change of direction', 'Harbour\u202Eksed'],
    ['with an isolate', '\u2066Harbour\u2069'],
    ['with a soft hyphen', 'Har\u00ADbour'],
    ['with an invisible alphabetic character', 'Harbour\u3164'],
    ['with a blank of the symbol category', 'Harbour\u2800'],
    ['with a selector', 'Harbour\uFE0F'],
    ['with tags', 'Harbour\u{E0041}'],
    ['with a private character', 'Harbour\uE000'],
    ['with a line feed', 'Harbour\nDesk'],
    ['with half a character', 'Harbour\uD800'],
    ['with piled up marks', 'Ha\u0335\u0336\u0337\u0338rbour'],
    ['of Latin and Cyrillic script', 'H\u0430rbour'],
    ['of Latin and Greek script', 'Harb\u03BFur'],
    ['of Han and Cyrillic script', '星辰 Обмен'],
    ['of Hangul and kana', '한빛ストア'],
  ])('%s', (_, name) => {
    expect(readShopName(name)).toBeNull();
  });
});

describe('names look alike', () => {
  test.each([
    ['except for case', 'HARBOUR DESK'],
    ['except for spaces and symbols', 'Harbour-Desk.'],
    ['except for spaces between characters', 'H a r b o u r Desk'],
    ['except for accents', 'Hárbòur Deşk'],
    ['except for full-width characters', 'Ｈａｒｂｏｕｒ　Ｄｅｓｋ'],
    ['except for a digit', 'Harb0ur De5k'],
    ['except for mathematical characters', '𝐇𝐚𝐫𝐛𝐨𝐮𝐫 𝐃𝐞𝐬𝐤'],
  ])('%s', (_, name) => {
    expect(keyOf(name)).toBe(keyOf('Harbour Desk'));
  });

  test.each([
    ['Cyrillic characters', 'сосо', 'coco'],
    ['Cyrillic capitals', 'ВТС', 'BTC'],
    ['Greek capitals', 'ΗΝΤ', 'HNT'],
    ['one, small L and capital I', '1lI shop', 'lIl shop'],
    ['r and n', 'rnodern', 'modern'],
    ['two v', 'vvave', 'wave'],
    ['kana and Han', '口コミ店', 'ロコミ店'],
  ])('by %s', (_, one, other) => {
    expect(keyOf(one)).toBe(keyOf(other));
    expect(keyOf(one)).toBeDefined();
  });

  test.each([
    ['Harbour Desk', 'Harbour Disk'],
    ['星辰', '星晨'],
    ['ร้านนา', 'ร้านนี'],
    ['がくや', 'かくや'],
    ['한빛', '한밭'],
  ])('do not look alike: %s and %s', (one, other) => {
    expect(keyOf(one)).not.toBe(keyOf(other));
  });
});

test('a normalized name normalizes to itself, for any input', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 24 }), (written) => {
      const name = readShopName(written);
      if (name === null) return;
      expect(readShopName(name.text)).toEqual(name);
      expect(name.key.length).toBeGreaterThan(0);
    }),
    { numRuns: 2_000 },
  );
});
