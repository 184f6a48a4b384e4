/** Fields of messages of exchanges, as `exact-json.ts` reads them. */
import { z } from 'zod';
import { readExact } from '../read-ticks.ts';

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/;

/** An exact price; null for an empty text, which stands for a side without a quote. */
export const quotedPrice = z.string().transform((text, context) => {
  if (text === '') return null;
  const price = readExact(text);
  if (price === null) context.addIssue('is no price');
  return price;
});

/** A time in milliseconds since 1970. */
export const msTime = z
  .string()
  .regex(/^\d{13}$/)
  .transform(Number);

/** A time in microseconds since 1970, as milliseconds. */
export const microTime = z
  .string()
  .regex(/^\d{16}$/)
  .transform((text) => Number(text.slice(0, -3)));

/** A time in UTC as of RFC 3339, as milliseconds since 1970. */
export const isoTime = z
  .string()
  .regex(TIME)
  .transform((text) => Date.parse(text))
  .refine((ms) => !Number.isNaN(ms));

/** A sequence number. */
export const sequence = z
  .string()
  .regex(/^\d{1,20}$/)
  .transform(BigInt);
