/** The fields of a JSON body: one flat object, each name once. They mean what the same fields of a form mean. */
import type { FieldRules } from './field-rules.ts';

export type JsonEntry = readonly [name: string, value: string];
/** The entries, or the fields that are at fault: none where the body is no such object. */
export type JsonFields =
  | { readonly ok: true; readonly entries: readonly JsonEntry[] }
  | { readonly ok: false; readonly faults: readonly string[] };

/** Half of a pair of surrogates, which UTF-8 cannot say. */
const HALF_CHARACTER = /\p{Surrogate}/u;
const PAIR = /("(?:[^"\\]|\\.)*")\s*:\s*("(?:[^"\\]|\\.)*"|[^\s,}"]+)/g;

/** Text, and where the field takes them numbers and truths; null is as blank. Nothing is nested. */
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
  // Read from the text: of names that come twice the parsed object has one.
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

/** Undefined where the field does not take the value: half a character, a number where text is asked for. */
function fieldText(name: string, value: Scalar, rules: FieldRules): string | undefined {
  if (value === null) return '';
  if (typeof value !== 'string') return rules.textOf(name, value);
  return HALF_CHARACTER.test(value) ? undefined : value;
}
