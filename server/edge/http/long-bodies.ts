/** Reads the rest of a body that was rejected for its length, so that the client sees the reason. */
import type { FastifyRequest } from 'fastify';

/** Multiple of the call's own limit; beyond it the connection is closed. */
const PASSED_LENGTHS_MAX = 8;

/**
 * Resolves after the rest of the body was read and dropped: a client that is cut off in the middle
 * of sending never reads the answer. Resolves immediately when the body is, or announces to be, far
 * too long, and when the client has gone.
 */
export async function letBodyPass({ raw, routeOptions }: FastifyRequest): Promise<void> {
  const bytesMax = PASSED_LENGTHS_MAX * (routeOptions.bodyLimit ?? 0);
  const announced = Number(raw.headers['content-length'] ?? 0);
  if (announced > bytesMax || raw.readableEnded || raw.destroyed) return;
  await new Promise<void>((resolve) => {
    let passed = 0;
    const onData = (chunk: Buffer) => {
      passed += chunk.length;
      if (passed > bytesMax) resolve();
    };
    raw.once('end', resolve).once('close', resolve).on('data', onData).resume();
  });
}
