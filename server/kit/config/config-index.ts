/** The variables of the index log. */
import { z } from 'zod';

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
};
type IndexValues = z.infer<z.ZodObject<typeof INDEX_VARIABLES>>;

/** How the index log is kept. */
export interface IndexSettings {
  /** Days for which the lines of signed minutes are kept. */
  readonly keptDays: number;
}

/** Lines of a day take 20 to 130 MB; a demo may run for months. */
const KEPT_DAYS = { development: 7, production: 90 };

/** Returns undefined for an exchange without an index log. */
export function indexSettingsOf(
  { INDEX_LOG, INDEX_DAYS }: IndexValues,
  nodeEnv: 'development' | 'test' | 'production',
): IndexSettings | undefined {
  const isOn = INDEX_LOG === undefined ? nodeEnv === 'development' : INDEX_LOG === 'on';
  if (!isOn) return undefined;
  const usual = nodeEnv === 'production' ? KEPT_DAYS.production : KEPT_DAYS.development;
  return { keptDays: INDEX_DAYS ?? usual };
}
