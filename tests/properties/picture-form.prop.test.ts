/** The reader of forms with a picture: any input is read or rejected, and it never returns more than was sent. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { LIMITS } from '../../contract/limits.ts';
import { parsePictureForm } from '../../server/edge/http/picture-form.ts';

const TYPE = 'multipart/form-data; boundary=frontier';
const NAMES = ['type', 'file', 'note', '__proto__'];

interface Part {
  readonly name: string;
  readonly isFile: boolean;
  readonly content: Uint8Array;
}

const written = (parts: readonly Part[]): Buffer =>
  Buffer.concat([
    ...parts.flatMap(({ name, isFile, content }) => [
      Buffer.from(`--frontier\r\nContent-Disposition: form-data; name="${name}"`),
      Buffer.from(isFile ? '; filename="a.jpg"\r\n\r\n' : '\r\n\r\n'),
      content,
      Buffer.from('\r\n'),
    ]),
    Buffer.from('--frontier--\r\n'),
  ]);

const text = fc.string({ unit: 'grapheme', maxLength: 40 }).map((value) => Buffer.from(value));
/** Content with pieces of the boundary that do not end a part. */
const bytes = fc
  .array(fc.oneof(fc.uint8Array({ maxLength: 30 }), fc.constant(Buffer.from('\r\n--frontie'))), {
    maxLength: 5,
  })
  .map((pieces) => Buffer.concat(pieces))
  // A sender picks a boundary that does not occur in the content.
  .filter((content) => !content.includes('frontier'));
const picture = bytes.map((content): Part => ({ name: 'file', isFile: true, content }));
const field = fc
  .tuple(fc.constantFrom(...NAMES), text)
  .map(([name, content]): Part => ({ name, isFile: false, content }));
const form = fc.array(fc.oneof(picture, field), { minLength: 1, maxLength: 8 });

test('a form is read as it was written, in its order', () => {
  fc.assert(
    fc.property(form, (parts) => {
      const read = parsePictureForm(written(parts), TYPE);
      const expected = parts.map(({ name, isFile, content }) => [
        name,
        isFile ? Buffer.from(content) : Buffer.from(content).toString(),
      ]);
      expect(read).toEqual({ ok: true, value: expected });
    }),
  );
});

test('a form that was damaged anywhere is read or refused, and yields no data that was not in it', () => {
  const damage = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(form, damage, fc.nat(), (parts, changes, cut) => {
      const body = written(parts);
      for (const [at, value] of changes) body[at % body.length] = value;
      const sent = cut % 3 === 0 ? body.subarray(0, cut % body.length) : body;
      const read = parsePictureForm(sent, TYPE);
      if (!read.ok) {
        expect(read.fault.error).toBe('invalid_request');
        return;
      }
      for (const [name, value] of read.value) {
        expect(sent.includes(Buffer.from(name, 'latin1'))).toBe(true);
        if (typeof value !== 'string') expect(sent.includes(Buffer.from(value))).toBe(true);
      }
    }),
    { numRuns: 500 },
  );
});

test('random bytes of any length are refused without a fault', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.string({ maxLength: 80 }), (body, type) => {
      const read = parsePictureForm(Buffer.from(body), type);
      expect(read.ok || read.fault.error === 'invalid_request').toBe(true);
    }),
  );
});

test('a picture of a byte too much is refused for its size', () => {
  const content = Buffer.alloc(LIMITS.picture_bytes_max + 1);
  const read = parsePictureForm(written([{ name: 'file', isFile: true, content }]), TYPE);
  expect(read).toEqual({ ok: false, fault: { error: 'file_too_large' } });
});
