/** Documents about the server for programs: `/openapi.json`, `/state-machines.json`, `/errors.json`, `/limits.json`, `/ledger-head.json`, `/index-key.json`. */
import type { FastifyInstance } from 'fastify';
import { ERRORS, SOCKET_ERRORS, SUCCESS_CODE } from '../../../contract/errors/catalog.ts';
import { CHAIN_LIMITS, CONTRACT_LIMITS, LIMITS } from '../../../contract/limits.ts';
import type { PasswordProfile } from '../../../contract/identity/password-policy.ts';
import type { EpochMs } from '../../../contract/time.ts';
import { KeptDocument } from './kept-document.ts';
import type { Codings } from './kept-document.ts';
import { buildOpenApi } from './openapi.ts';
import type { DescribedCalls } from './openapi.ts';

/** The end of the chain of closed ledger ranges. */
interface LedgerHead {
  /** Number of the last closed range; 0 before the first. */
  readonly id: number;
  /** Hash of the chain, as hexadecimal digits. */
  readonly hash: string;
  readonly closedAtMs: EpochMs;
}

/** Options of this server that its documents show, in addition to the constants. */
interface PublishedChoices {
  readonly passwordProfile: PasswordProfile;
  readonly ledgerHead: () => LedgerHead;
  /** Builds `/state-machines.json`. */
  readonly stateMachines: () => object;
  /** The public key of the index log, base64url; undefined without one. */
  readonly indexKey: string | undefined;
}

/** Adds the routes. The first request for a document builds it, so that a start does not wait for documents. */
export function publishDocuments(
  app: FastifyInstance,
  { passwordProfile, ledgerHead, stateMachines, indexKey }: PublishedChoices,
): void {
  publish(app, '/openapi.json', () => buildOpenApi());
  publish(app, '/state-machines.json', stateMachines);
  publish(app, '/errors.json', errorList);
  publish(app, '/limits.json', () => ({
    ...LIMITS,
    ...CHAIN_LIMITS,
    ...CONTRACT_LIMITS,
    password_profile: passwordProfile,
  }));
  publish(app, '/index-key.json', () => ({
    algorithm: 'Ed25519',
    public_key: indexKey ?? null,
  }));
  publishLedgerHead(app, ledgerHead);
}

/**
 * The hash covers all closed ranges of the ledger. A reader that keeps it can prove later that no movement up
 * to that range was changed.
 */
function publishLedgerHead(app: FastifyInstance, ledgerHead: () => LedgerHead): void {
  app.get('/ledger-head.json', { config: { countsAsCall: true } }, (_request, reply) => {
    const { id, hash, closedAtMs } = ledgerHead();
    return reply
      .header('cache-control', 'no-store')
      .send({ range: id, hash, closed_at: closedAtMs });
  });
}

/** Adds the description of the calls of the operators' application. */
export function publishOpenApi(app: FastifyInstance, calls: DescribedCalls): void {
  publish(app, '/openapi.json', () => buildOpenApi(calls));
}

/** Adds a document that is the same for all callers and built once; a request for it counts as a call. */
export function publish(
  app: FastifyInstance,
  path: string,
  build: () => unknown,
  codings?: Codings,
): void {
  let kept: KeptDocument | undefined;
  app.get(path, { config: { countsAsCall: true } }, (request, reply) => {
    kept ??= new KeptDocument(JSON.stringify(build(), null, 2), codings);
    return kept.send(request, reply);
  });
}

function errorList() {
  const errors = Object.fromEntries(
    Object.entries(ERRORS).map(([name, { code, httpStatus, retryable }]) => [
      name,
      { code, http_status: httpStatus, retryable },
    ]),
  );
  return { success_code: SUCCESS_CODE, errors, socket_errors: SOCKET_ERRORS };
}
