/** Public answers of an exchange, for the programs that check them. */
import { z } from 'zod';
import { indexKeyDocument } from '../contract/micro/index/price-index.ts';

const answer = z.object({ error: z.string().optional() });

/** Fetches a public document or call. @throws Error for a refusal. */
export async function readPublic(
  origin: string,
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<unknown> {
  const address = new URL(path, origin);
  address.search = new URLSearchParams(fields).toString();
  const response = await fetch(address);
  const body: unknown = await response.json();
  const { error } = answer.parse(body);
  if (!response.ok || error !== undefined)
    throw new Error(`${address.href} answered ${error ?? response.status}`);
  return body;
}

/** Returns the public key of the index log. @throws Error for an exchange without one. */
export async function readIndexKey(origin: string): Promise<string> {
  const { public_key: key } = indexKeyDocument.parse(
    await readPublic(origin, '/index-key.json', {}),
  );
  if (key === null) throw new Error(`${origin} has no index log`);
  return key;
}

/** Returns a time in UTC; the number for one that is no date. */
export const timeText = (atMs: number): string =>
  Number.isNaN(new Date(atMs).getTime()) ? String(atMs) : new Date(atMs).toISOString();
