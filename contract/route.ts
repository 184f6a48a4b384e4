/** The type of an entry of the route tables. */
import { z } from 'zod';
import type { ErrorName } from './errors/catalog.ts';

export interface Route {
  /** Query of a GET, body of a POST. Unknown and repeated fields are refused. */
  readonly request: z.ZodObject;
  /** `data` of the envelope. Fields not listed never leave the server. */
  readonly response: z.ZodType;
  /** Errors in addition to those of every call (`invalid_request`, `rate_limited`, …). */
  readonly errors: readonly ErrorName[];
}

export const nothing = z.strictObject({});

export const route = <
  Request extends z.ZodObject,
  Response extends z.ZodType,
  E extends ErrorName = never,
>(
  request: Request,
  response: Response,
  errors: readonly E[] = [],
) => ({ request, response, errors });
