/** What becomes of a body that is refused for its length. */
import type { FastifyRequest } from 'fastify';

/** Times what the call takes; beyond it the sender is cut off. */
const PASSED_LENGTHS_MAX = 8;

/**
 * Resolves once the rest of the body has passed by unread: a sender that is cut off in the middle of it
 * never reads why. At once where it is, or announces to be, far too long, and where the sender has gone.
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
