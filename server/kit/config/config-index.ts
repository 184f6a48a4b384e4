/** The variables of the index log. */
import { z } from 'zod';
import { LOOPBACK } from './config-prices.ts';

const WITNESS_FAULT =
  'must be a list of different https:// addresses; http:// is for this machine only';
const DAYS_FAULT = 'must be a whole number of days from 1 to 4000';

/** Parsed with the rest of the environment, see `config.ts`. */
export const INDEX_VARIABLES = {
  INDEX_LOG: z.enum(['on', 'off']).optional(),
  INDEX_DAYS: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, DAYS_FAULT)
    .transform(Number)
    .refine((days) => days <= 4_000, DAYS_FAULT)
    .optional(),
  WITNESS_URLS: z
    .string()
    .transform((text) => text.split(',').map((item) => item.trim()))
    .refine((list) => list.every(isWitness) && new Set(list).size === list.length, WITNESS_FAULT)
    .optional(),
};
type IndexValues = z.infer<z.ZodObject<typeof INDEX_VARIABLES>>;

/** How the index log is kept. */
export interface IndexSettings {
  /** Days for which the lines of signed minutes are kept. */
  readonly keptDays: number;
  /** Addresses to which signed minutes are sent. */
  readonly witnesses: readonly string[];
}

/** Lines of a day take 20 to 130 MB; a demo may run for months. */
const KEPT_DAYS = { development: 7, production: 90 };

/** Returns undefined for an exchange without an index log. */
export function indexSettingsOf(
  { INDEX_LOG, INDEX_DAYS, WITNESS_URLS = [] }: IndexValues,
  nodeEnv: 'development' | 'test' | 'production',
): IndexSettings | undefined {
  const isOn = INDEX_LOG === undefined ? nodeEnv === 'development' : INDEX_LOG === 'on';
  if (!isOn) return undefined;
  const usual = nodeEnv === 'production' ? KEPT_DAYS.production : KEPT_DAYS.development;
  return { keptDays: INDEX_DAYS ?? usual, witnesses: WITNESS_URLS };
}

function isWitness(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, username, password } = new URL(address);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname));
}
