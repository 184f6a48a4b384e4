/**
 * Fields of a query string, a form or a JSON body: each name at most once, only text, and one picture where allowed.
 */
import type { FastifyRequest } from 'fastify';
import { LIMITS } from '../../../contract/limits.ts';
import type { FieldRules } from './field-rules.ts';
import { parseJsonFields } from './json-fields.ts';
import { parsePictureForm } from './picture-form.ts';
import type { FormEntry } from './picture-form.ts';
import type { Step } from './route-table.ts';

export type Fields = Readonly<Record<string, string | Uint8Array>>;
type Entry = readonly [name: string, value: string];

const URL_ENCODED = 'application/x-www-form-urlencoded';
export const MULTIPART = 'multipart/form-data';
const JSON_BODY = 'application/json';

/** Content types of the bodies that the server takes. */
export const BODY_TYPES = [JSON_BODY, URL_ENCODED, MULTIPART] as const;

const UTF8 = new TextDecoder('utf-8', { fatal: true });

const invalid = (...fields: string[]) =>
  ({ ok: false, fault: { error: 'invalid_request', fields } }) as const;
const unsupported = { ok: false, fault: { error: 'unsupported_media_type' } } as const;

/** Only multipart forms are asynchronous. */
type Soon<T> = T | Promise<T>;

/**
 * Returns the fields of a GET's query or a POST's body; a POST with a query is rejected.
 * @param takesPicture whether the body may be long and hold the bytes of a picture in `file`.
 */
export function readFields(
  request: FastifyRequest,
  takesPicture: boolean,
  rules: FieldRules,
): Soon<Step<Fields>> {
  const inQuery = parseUrlEncoded(queryOf(request.raw.url ?? ''));
  if (inQuery === undefined) return invalid();
  if (request.method !== 'POST') return toFields(inQuery, rules);
  if (inQuery.length > 0) return invalid(...inQuery.map(([name]) => name));
  const toFieldsOf = (entries: Step<readonly FormEntry[]>): Step<Fields> =>
    entries.ok ? toFields(entries.value, rules) : entries;
  const inBody = readBody(request, takesPicture, rules);
  return inBody instanceof Promise ? inBody.then(toFieldsOf) : toFieldsOf(inBody);
}

function readBody(
  request: FastifyRequest,
  takesPicture: boolean,
  rules: FieldRules,
): Soon<Step<readonly FormEntry[]>> {
  const { body } = request;
  if (body === undefined || body === null) return { ok: true, value: [] };
  if (!Buffer.isBuffer(body)) return unsupported;
  const contentType = request.headers['content-type'] ?? '';
  const charset = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(contentType)?.[1];
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) return unsupported;
  if (isType(contentType, MULTIPART))
    return takesPicture ? parsePictureForm(body, contentType) : parseMultipart(body, contentType);
  const isJson = isType(contentType, JSON_BODY);
  // JSON cannot carry the bytes of a picture.
  if (isJson && takesPicture) return unsupported;
  if (takesPicture && body.length > LIMITS.body_bytes_max)
    return { ok: false, fault: { error: 'payload_too_large' } };
  const text = decodeUtf8(body);
  if (text === undefined) return invalid();
  if (isJson && text !== '') {
    const read = parseJsonFields(text, rules);
    return read.ok ? { ok: true, value: read.entries } : invalid(...read.faults);
  }
  const entries = parseUrlEncoded(text);
  return entries ? { ok: true, value: entries } : invalid();
}

const isType = (contentType: string, type: string): boolean =>
  contentType.trim().toLowerCase().startsWith(type);

/**
 * Inherits nothing, so that `__proto__` is an ordinary name. Reads are twice as fast as with
 * `Object.create(null)`.
 */
const BareFields = function BareFields() {} as unknown as new () => Record<
  string,
  string | Uint8Array
>;
BareFields.prototype = Object.create(null);

function toFields(entries: readonly FormEntry[], { blankable }: FieldRules): Step<Fields> {
  const fields = new BareFields();
  const blank = new Set<string>();
  for (const [name, value] of entries) {
    // PostgreSQL text cannot hold the character NUL.
    if (name in fields || blank.has(name)) return invalid(name);
    if (typeof value === 'string' && value.includes('\0')) return invalid(name);
    if (value === '' && blankable.has(name)) {
      blank.add(name);
      continue;
    }
    // Browsers send line breaks in forms as CR LF.
    fields[name] =
      typeof value === 'string' && value.includes('\r') ? value.replaceAll('\r\n', '\n') : value;
  }
  return { ok: true, value: fields };
}

function parseUrlEncoded(text: string): readonly Entry[] | undefined {
  if (text === '') return [];
  // Most texts are plain; this look costs a seventh of decoding.
  const decode = /[%+]/.test(text) ? decodePart : asItIs;
  try {
    return text
      .split('&')
      .filter((pair) => pair !== '')
      .map((pair) => {
        const at = pair.indexOf('=');
        const [name, value] = at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
        return [decode(name), decode(value)] as const;
      });
  } catch {
    return undefined;
  }
}

const decodePart = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '));
const asItIs = (text: string): string => text;

async function parseMultipart(body: Buffer, contentType: string): Promise<Step<readonly Entry[]>> {
  let form: FormData;
  try {
    form = await new Response(new Uint8Array(body), {
      headers: { 'content-type': contentType },
    }).formData();
  } catch {
    return invalid();
  }
  const entries: Entry[] = [];
  for (const [name, value] of form) {
    if (typeof value !== 'string') return invalid(name);
    entries.push([name, value]);
  }
  return { ok: true, value: entries };
}

function decodeUtf8(bytes: Buffer): string | undefined {
  try {
    return UTF8.decode(bytes);
  } catch {
    return undefined;
  }
}

function queryOf(url: string): string {
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at + 1);
}
