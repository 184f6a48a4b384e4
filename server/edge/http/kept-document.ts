/** A document that stays the same while the server runs: compressed once and identified by a validator (ETag). */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { acceptsCoding } from './compress-answers.ts';

type Compress = (bytes: Buffer) => Promise<Buffer>;

/** Codings under their names in `Accept-Encoding`, the smallest result first. */
export type Codings = readonly (readonly [name: string, compress: Compress])[];

const brotli = promisify(brotliCompress);
/** Level 9 of 11: the last two take ten times as long for a few per cent. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
const CODINGS: Codings = [
  ['br', (bytes) => brotli(bytes, BROTLI)],
  ['gzip', promisify(gzip)],
];

/** Caches must revalidate their copy. */
const KEPT_AND_ASKED = 'public, no-cache';
const TAGS = /(?:W\/)?("[^"]*")/g;

export class KeptDocument {
  readonly #plain: Buffer;
  readonly #etag: string;
  readonly #packed: Promise<ReadonlyMap<string, Buffer>>;

  constructor(text: string, codings: Codings = CODINGS) {
    this.#plain = Buffer.from(text);
    this.#etag = `"${createHash('sha256').update(this.#plain).digest('base64url').slice(0, 22)}"`;
    this.#packed = this.#pack(codings);
    // Errors reach the callers that await it; without a caller, a rejection must not end the
    // process.
    this.#packed.catch(() => {});
  }

  async #pack(codings: Codings): Promise<ReadonlyMap<string, Buffer>> {
    const packed = codings.map(
      async ([name, compress]) => [name, await compress(this.#plain)] as const,
    );
    return new Map(await Promise.all(packed));
  }

  /** Answers with the document, or with 304 if the caller's copy is current. */
  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    void reply
      .header('cache-control', KEPT_AND_ASKED)
      .header('vary', 'accept-encoding')
      // The validator is weak, because the bytes differ by coding.
      .header('etag', `W/${this.#etag}`);
    if (this.#isKeptBy(request)) return reply.code(304).send();
    void reply.type('application/json; charset=utf-8');
    for (const [name, bytes] of await this.#packed)
      if (acceptsCoding(request, name)) return reply.header('content-encoding', name).send(bytes);
    return reply.send(this.#plain);
  }

  #isKeptBy({ headers }: FastifyRequest): boolean {
    const kept = headers['if-none-match'];
    if (kept === undefined) return false;
    return kept.trim() === '*' || [...kept.matchAll(TAGS)].some(([, tag]) => tag === this.#etag);
  }
}
