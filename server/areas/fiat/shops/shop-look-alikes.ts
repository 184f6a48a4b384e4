/**
 * Characters that look alike, and the one that stands for each group. They are the confusables of UTS
 * 39 between scripts that shop names may use, and digits that look like letters. The caller removes
 * accents and unifies widths before the lookup.
 */

/** The character that stands for a group → the characters that look like it. */
const GROUPS: Readonly<Record<string, string>> = {
  a: 'АаΑαɑ@',
  b: 'ВΒЬьƄɓ',
  c: 'СсϹϲᴄ',
  d: 'Ԁԁɗ',
  e: 'ЕеΕҽ',
  f: 'Ϝƒſ',
  g: 'ɡԌԍ',
  h: 'НнΗһҺ',
  j: 'ЈјͿϳ',
  k: 'КкΚκ',
  l: 'I1iіІıΙιӀӏ|ǀןא',
  m: 'МмΜ',
  n: 'ΝηпП',
  o: '0ОоΟοσՕօ๐〇○',
  p: 'РрΡρ',
  q: 'Ԛԛ',
  r: 'Гг',
  s: 'ЅѕՏ$5',
  t: 'ТтΤτ',
  u: 'υսՍ',
  v: 'νѴѵט',
  w: 'Ԝԝшωѡ',
  x: 'ХхΧχ×',
  y: 'УуΥγүҮ',
  z: 'Ζ2',
  '3': 'ЗзӠӡ',
  '6': 'б',
  口: 'ロ',
  工: 'エ',
  力: 'カ',
  二: 'ニ',
  八: 'ハ',
  夕: 'タ',
  卜: 'ト',
  一: 'ーㅡ',
  へ: 'ヘ',
  り: 'リ',
  才: 'オ',
  千: 'チ',
};

/** Group by character. */
export const LOOK_ALIKES: ReadonlyMap<string, string> = new Map(
  Object.entries(GROUPS).flatMap(([shared, signs]) =>
    Array.from(signs, (sign): [string, string] => [sign, shared]),
  ),
);
