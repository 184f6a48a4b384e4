/** Headers that tell browsers what a page of ours may do: nothing that it does not need. */
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import { DAY_MS, SECOND_MS } from '../../contract/time.ts';

const HSTS_MAX_AGE_S = (365 * DAY_MS) / SECOND_MS;
const PERMISSIONS = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
]
  .map((name) => `${name}=()`)
  .join(', ');

/**
 * Adds them to every answer of `app`.
 * @param publicOrigins where the app is reached; https everywhere switches HSTS on, and older
 *   browsers, for which `'self'` is no socket, get the socket's address by name.
 */
export async function addSecurityHeaders(
  app: FastifyInstance,
  publicOrigins: readonly string[],
): Promise<void> {
  const sockets = publicOrigins.map((origin) => origin.replace(/^http/, 'ws'));
  const isHttps =
    publicOrigins.length > 0 && publicOrigins.every((origin) => origin.startsWith('https://'));
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...sockets],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        objectSrc: ["'none'"],
      },
    },
    strictTransportSecurity: isHttps ? { maxAge: HSTS_MAX_AGE_S, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
  });
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('permissions-policy', PERMISSIONS).header('x-request-id', request.id);
  });
}
