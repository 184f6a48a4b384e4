/** A file as the data URL of an upload. */
import { expect, test } from 'vitest';
import { dataUrlOf } from '../../../src/app/core/uploads/file-content.ts';

test.each([
  ['nothing', 0],
  ['one byte', 1],
  ['exactly one chunk', 0x80_00],
  ['one byte more than a chunk', 0x80_01],
  ['many chunks', 3 * 0x80_00 + 7],
])('a file of %s reads as a data URL with the same bytes', async (_, size) => {
  const bytes = Uint8Array.from({ length: size }, (_byte, index) => index % 256);
  const url = await dataUrlOf(new File([bytes], 'a.png', { type: 'image/png' }));

  expect(url.startsWith('data:image/png;base64,')).toBe(true);
  const read = await (await fetch(url)).arrayBuffer();
  expect(Buffer.from(read).equals(Buffer.from(bytes))).toBe(true);
});
