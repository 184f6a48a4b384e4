/** Reads JSON with every number as the text that was sent, because a float loses digits of a price. */

type Reviver = (key: string, value: unknown) => unknown;

/** Node passes the source text, which the types of the language do not know yet. */
const keepDigits = ((_key: string, value: unknown, { source }: { source?: string }) =>
  typeof value === 'number' ? source : value) as Reviver;

/** Returns undefined for text that is not JSON. */
export function readExactJson(text: string): unknown {
  try {
    return JSON.parse(text, keepDigits);
  } catch {
    return undefined;
  }
}
