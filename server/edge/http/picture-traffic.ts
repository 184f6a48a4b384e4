/** Upload and download of pictures over HTTP: own limits, and response headers that keep browsers from running them. */
import type {
  FastifyReply,
  FastifyRequest,
  HookHandlerDoneFunction,
  RouteShorthandOptions,
} from 'fastify';
import { LIMITS } from '../../../contract/limits.ts';
import type { PictureBytes } from '../../../contract/schemas/pictures.ts';
import { HOUR_MS } from '../../../contract/time.ts';
import { FaultError } from './fault.ts';

/** Room for the picture and the rest of the form. */
const BODY_BYTES_MAX = LIMITS.picture_bytes_max + LIMITS.body_bytes_max;
/** Each upload holds up to `BODY_BYTES_MAX` in memory until it is answered. */
const UPLOADS_AT_ONCE_MAX = 24;
const UPLOADS_AT_ONCE_PER_ADDRESS_MAX = 6;
const RETRY_AFTER_S = 5;
/**
 * Applies to a user who opens the address directly, too: nothing in the response can run or load
 * anything.
 */
const CONTENT_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** Options of a route that takes a picture; each application counts its own uploads. */
export function pictureUploadOptions(): RouteShorthandOptions {
  const underWay = new Map<string, number>();
  let total = 0;
  const count = (address: string, by: 1 | -1) => {
    const left = (underWay.get(address) ?? 0) + by;
    if (left > 0) underWay.set(address, left);
    else underWay.delete(address);
    total += by;
  };
  return {
    bodyLimit: BODY_BYTES_MAX,
    config: {
      rateLimit: { max: LIMITS.picture_uploads_per_address_per_hour, timeWindow: HOUR_MS },
    },
    onRequest(request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) {
      const { ip } = request;
      const isFull =
        total >= UPLOADS_AT_ONCE_MAX || (underWay.get(ip) ?? 0) >= UPLOADS_AT_ONCE_PER_ADDRESS_MAX;
      if (isFull) {
        done(new FaultError({ error: 'service_unavailable', retryAfterS: RETRY_AFTER_S }));
        return;
      }
      count(ip, 1);
      // Fires exactly once, even when the client disconnects in the middle.
      reply.raw.once('close', () => count(ip, -1));
      done();
    },
  };
}

/** Returns whether a body that was too long was sent to a route for pictures. */
export const isPictureUpload = ({ routeOptions }: FastifyRequest): boolean =>
  routeOptions.bodyLimit === BODY_BYTES_MAX;

/** Answers with the bytes; only this caller may cache them. */
export function sendPicture(
  reply: FastifyReply,
  { content_type: contentType, bytes }: PictureBytes,
): FastifyReply {
  return reply
    .headers({
      'cache-control': 'private, no-store',
      'content-disposition': 'inline',
      'content-security-policy': CONTENT_POLICY,
      'x-content-type-options': 'nosniff',
    })
    .type(contentType)
    .send(bytes);
}
