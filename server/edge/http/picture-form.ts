/**
 * Reads a multipart form with one picture. The only scan of its up to 8 MB of untrusted bytes is for the boundary: few
 * parts, short headers, no copies.
 */
import { LIMITS } from '../../../contract/limits.ts';
import type { Step } from './route-table.ts';

/** A text field, or the bytes of the part `file`. */
export type FormEntry = readonly [name: string, value: string | Uint8Array];

/** The field that holds the picture. */
const FILE_FIELD = 'file';
const PARTS_MAX = 8;
const PART_HEADER_BYTES_MAX = 1_024;
const BOUNDARY = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;,"]{1,70}))/i;
const DISPOSITION = /^content-disposition:\s*form-data\s*;\s*name="([^"\r\n]*)"([^\r\n]*)/im;
const HAS_FILE_NAME = /;\s*filename\*?=/i;
const LINE_END = '\r\n';
const HEADERS_END = '\r\n\r\n';
const UTF8 = new TextDecoder('utf-8', { fatal: true });

const invalid = (...fields: string[]) =>
  ({ ok: false, fault: { error: 'invalid_request', fields } }) as const;

/** Returns the names in the order of the form; the caller checks that they are known and single. */
export function parsePictureForm(body: Buffer, contentType: string): Step<readonly FormEntry[]> {
  const [, quoted, plain] = BOUNDARY.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) return invalid();
  const delimiter = `${LINE_END}--${boundary}`;
  if (!body.subarray(0, delimiter.length - LINE_END.length).equals(Buffer.from(`--${boundary}`)))
    return invalid();
  const entries: FormEntry[] = [];
  let at = delimiter.length - LINE_END.length;
  while (textAt(body, at) === LINE_END) {
    const part = readPart(body, at + LINE_END.length, delimiter);
    if (!part.ok) return part;
    entries.push(part.value.entry);
    if (entries.length > PARTS_MAX) return invalid();
    at = part.value.end + delimiter.length;
  }
  return textAt(body, at) === '--' ? { ok: true, value: entries } : invalid();
}

const textAt = (body: Buffer, at: number): string =>
  body.toString('latin1', at, at + LINE_END.length);

function readPart(
  body: Buffer,
  start: number,
  delimiter: string,
): Step<{ readonly entry: FormEntry; readonly end: number }> {
  const headersEnd = body.subarray(0, start + PART_HEADER_BYTES_MAX).indexOf(HEADERS_END, start);
  const end = headersEnd < 0 ? -1 : body.indexOf(delimiter, headersEnd + LINE_END.length);
  if (end < 0) return invalid();
  const headers = body.toString('latin1', start, headersEnd);
  const [, name, rest = ''] = DISPOSITION.exec(headers) ?? [];
  if (name === undefined) return invalid();
  const content = body.subarray(Math.min(headersEnd + HEADERS_END.length, end), end);
  if (HAS_FILE_NAME.test(rest)) {
    if (name !== FILE_FIELD) return invalid(name);
    if (content.length > LIMITS.picture_bytes_max)
      return { ok: false, fault: { error: 'file_too_large' } };
    return { ok: true, value: { entry: [name, content], end } };
  }
  const text = content.length > LIMITS.body_bytes_max ? undefined : decode(content);
  return text === undefined ? invalid(name) : { ok: true, value: { entry: [name, text], end } };
}

function decode(bytes: Buffer): string | undefined {
  try {
    return UTF8.decode(bytes);
  } catch {
    return undefined;
  }
}
