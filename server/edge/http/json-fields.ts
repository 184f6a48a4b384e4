/** Parses the fields of a JSON body: one flat object, each name once. They mean the same as the fields of a form. */
import type { FieldRules } from './field-rules.ts';

type JsonEntry = readonly [name: string, value: string];
/** The entries, or the names of the faulty fields; no names if the body is no flat object. */
type JsonFields =
  | { readonly ok: true; readonly entries: readonly JsonEntry[] }
  | { readonly ok: false; readonly faults: readonly string[] };

/** Half of a surrogate pair, which UTF-8 cannot encode. */
const HALF_CHARACTER = /\p{Surrogate}/u;
const PAIR = /("(?:[^"\\]|\\.)*")\s*:\s*("(?:[^"\\]|\\.)*"|[^\s,}"]+)/g;

/**
 * Takes text, and numbers and booleans where the field allows them; null counts as blank. Nested
 * values are rejected.
 */
export function parseJsonFields(text: string, rules: FieldRules): JsonFields {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return { ok: false, faults: [] };
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return { ok: false, faults: [] };
  const nested = Object.entries(body).filter(
    ([, value]) => typeof value === 'object' && value !== null,
  );
  if (nested.length > 0) return { ok: false, faults: nested.map(([name]) => name) };
  // Reads the names from the text, because the parsed object keeps only one of two equal names.
  const entries: JsonEntry[] = [];
  for (const [, nameText = '', valueText = ''] of text.matchAll(PAIR)) {
    const name = JSON.parse(nameText) as string;
    const value = fieldText(name, JSON.parse(valueText) as Scalar, rules);
    if (value === undefined) return { ok: false, faults: [name] };
    entries.push([name, value]);
  }
  return { ok: true, entries };
}

type Scalar = string | number | boolean | null;

/**
 * Returns undefined if the field does not take the value: half a surrogate pair, or a number for a
 * text field.
 */
function fieldText(name: string, value: Scalar, rules: FieldRules): string | undefined {
  if (value === null) return '';
  if (typeof value !== 'string') return rules.textOf(name, value);
  return HALF_CHARACTER.test(value) ? undefined : value;
}
