/**
 * Signs that readers take for others, and what stands for both: from the confusables of UTS 39 those
 * between scripts that names of shops may be written in, and digits that look like letters. Accents
 * are off and widths are one before they are looked up.
 */

/** What stands for all → the signs that look like it. */
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

/** By sign. */
export const LOOK_ALIKES: ReadonlyMap<string, string> = new Map(
  Object.entries(GROUPS).flatMap(([shared, signs]) =>
    Array.from(signs, (sign): [string, string] => [sign, shared]),
  ),
);
