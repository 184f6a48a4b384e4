/** The shape of an application for `register-routes.ts`: its calls, their handlers, the callers they allow. */
import type { FastifyRequest } from 'fastify';
import type { Route } from '../../../contract/route.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Fault } from './fault.ts';

/** An entry of `contract/endpoints.ts` or of the operators' table. */
export interface CallShape {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly audience: string;
  readonly takesKey?: true;
  readonly worksFromMemory?: true;
  readonly takesPicture?: true;
  readonly answersBytes?: true;
}

/** A value, or the fault to answer the caller with. */
export type Step<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly fault: Fault };

/** Endpoints, routes and handlers under the same names. */
export interface RouteTable {
  readonly endpoints: Readonly<Record<string, CallShape>>;
  readonly routes: Readonly<Record<string, Route>>;
  /** Each handler is typed by the tables it belongs to, see `handlers.ts`. */
  readonly handlers: Readonly<Record<string, unknown>>;
  /** Returns the caller, in the form that the context of this audience's handlers has. */
  identify(request: FastifyRequest, audience: string, now: EpochMs): Promise<Step<object>>;
}

/** The possible shape of a token; other text is not looked up. */
const TOKEN = /^(?:bearer +)?([\w.~+/-]{16,512}=*)$/i;

/** Returns the token of the `Authorization` header, with or without `Bearer` in front. */
export const tokenOf = ({ headers }: FastifyRequest): string | undefined =>
  TOKEN.exec(headers.authorization ?? '')?.[1];
