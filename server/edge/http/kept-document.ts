/** A document that never changes while the server runs: compressed once, told apart by a validator. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { acceptsCoding } from './compress-answers.ts';

type Compress = (bytes: Buffer) => Promise<Buffer>;

/** Each under the name that `Accept-Encoding` has for it, the smallest first. */
export type Codings = readonly (readonly [name: string, compress: Compress])[];

const brotli = promisify(brotliCompress);
/** Level 9 of 11: the last two take ten times as long for a few per cent. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
const CODINGS: Codings = [
  ['br', (bytes) => brotli(bytes, BROTLI)],
  ['gzip', promisify(gzip)],
];

/** Whoever keeps a copy asks whether it is still good. */
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
    // Whoever asks is told; nobody may.
    this.#packed.catch(() => {});
  }

  async #pack(codings: Codings): Promise<ReadonlyMap<string, Buffer>> {
    const packed = codings.map(
      async ([name, compress]) => [name, await compress(this.#plain)] as const,
    );
    return new Map(await Promise.all(packed));
  }

  /** Answers with it, or that the copy of the asker is still good. */
  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    void reply
      .header('cache-control', KEPT_AND_ASKED)
      .header('vary', 'accept-encoding')
      // Weak: the bytes of one validator differ by how they are packed.
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
