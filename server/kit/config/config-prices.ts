/** The variables of price sources. */
import { z } from 'zod';

const SOURCES_FAULT =
  'must be simulated, or at least two names of exchanges such as binance,kraken: one price alone is never used';
const URLS_FAULT =
  'must be a list such as binance=wss://prices.example/stream; ws:// is for this machine only';

/** Hosts with which this machine may speak without encryption. */
export const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost']);
const NAMED_URL = /^([a-z][a-z0-9-]{0,31})=(\S+)$/;

/** Parsed with the rest of the environment, see `config.ts`. */
export const PRICE_VARIABLES = {
  PRICE_SOURCES: z
    .string()
    .transform((text) => text.split(',').map((item) => item.trim()))
    .refine(areSources, SOURCES_FAULT)
    .optional(),
  PRICE_SOURCE_URLS: z
    .string()
    .transform((text) => text.split(',').map((item) => item.trim()))
    .refine((list) => list.every(isNamedUrl) && areUnique(list.map(nameOf)), URLS_FAULT)
    .transform((list) => Object.fromEntries(list.map((item) => [nameOf(item), urlOf(item)])))
    .optional(),
};
type PriceValues = z.infer<z.ZodObject<typeof PRICE_VARIABLES>>;

/** Reports addresses of sources that are not used. */
export function priceFaults({ PRICE_SOURCES, PRICE_SOURCE_URLS }: PriceValues): readonly string[] {
  return Object.keys(PRICE_SOURCE_URLS ?? {})
    .filter((name) => PRICE_SOURCES?.includes(name) !== true)
    .map((name) => `PRICE_SOURCE_URLS has ${name}, which PRICE_SOURCES does not name`);
}

function areSources(names: readonly string[]): boolean {
  if (names.length === 1 && names[0] === 'simulated') return true;
  const areNamed = names.every((name) => /^[a-z][a-z0-9-]{0,31}$/.test(name));
  return areNamed && names.length > 1 && !names.includes('simulated') && areUnique(names);
}

const areUnique = (names: readonly string[]): boolean => new Set(names).size === names.length;

const nameOf = (item: string): string => NAMED_URL.exec(item)?.[1] ?? '';
const urlOf = (item: string): string => NAMED_URL.exec(item)?.[2] ?? '';

/** Prices decide what is paid out, so no network on the way may change them. */
function isNamedUrl(item: string): boolean {
  if (!URL.canParse(urlOf(item))) return false;
  const { protocol, hostname, hash } = new URL(urlOf(item));
  return (protocol === 'wss:' || (protocol === 'ws:' && LOOPBACK.has(hostname))) && hash === '';
}
