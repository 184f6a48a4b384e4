/** What `register-routes.ts` needs to know of an application: its calls, who answers them, who may ask. */
import type { FastifyRequest } from 'fastify';
import type { Route } from '../../../contract/route.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Fault } from './fault.ts';

/** An entry of `contract/endpoints.ts` or of the operator's table. */
export interface CallShape {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly audience: string;
  readonly takesKey?: true;
  readonly takesPicture?: true;
  readonly answersBytes?: true;
}

/** A value, or the fault that the caller is answered with. */
export type Step<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly fault: Fault };

/** Endpoints, routes and handlers under the same names. */
export interface RouteTable {
  readonly endpoints: Readonly<Record<string, CallShape>>;
  readonly routes: Readonly<Record<string, Route>>;
  /** Each typed by the tables it belongs to, see `handlers.ts`. */
  readonly handlers: Readonly<Record<string, unknown>>;
  /** Who asks, as the context of a handler of this audience says it. */
  identify(request: FastifyRequest, audience: string, now: EpochMs): Promise<Step<object>>;
}

/** What a token can look like at all; anything else is not looked up. */
const TOKEN = /^(?:bearer +)?([\w.~+/-]{16,512}=*)$/i;

/** The token of the `Authorization` header, with `Bearer` in front or without. */
export const tokenOf = ({ headers }: FastifyRequest): string | undefined =>
  TOKEN.exec(headers.authorization ?? '')?.[1];
