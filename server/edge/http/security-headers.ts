/** Security headers that restrict the exchange's pages in browsers to the features they need. */
import helmet from '@fastify/helmet';
import { fastify } from 'fastify';
import type { FastifyInstance } from 'fastify';
import { DAY_MS, SECOND_MS } from '../../../contract/time.ts';

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
 * Policy of a call's response: it is data, which runs nothing, loads nothing and is in no frame.
 */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";
const FOR_DATA = new Set([
  'cross-origin-resource-policy',
  'referrer-policy',
  'strict-transport-security',
  'x-content-type-options',
  'x-frame-options',
]);

/** Headers of the response that do not come from helmet. */
const OF_THE_ANSWER = new Set([
  'connection',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
]);

/**
 * Adds them to every answer of `app`.
 * @param publicOrigins origins of the app. HSTS is on if there are any and all of them are https.
 *   Older browsers, whose `'self'` does not cover sockets, get the address of the socket by name.
 */
export async function addSecurityHeaders(
  app: FastifyInstance,
  publicOrigins: readonly string[],
): Promise<void> {
  const sockets = publicOrigins.map((origin) => origin.replace(/^http/, 'ws'));
  const isHttps =
    publicOrigins.length > 0 && publicOrigins.every((origin) => origin.startsWith('https://'));
  const ofHelmet = await helmetHeaders(sockets, isHttps);
  const ofPages = { ...ofHelmet, 'permissions-policy': PERMISSIONS };
  const ofData = {
    ...Object.fromEntries(Object.entries(ofHelmet).filter(([name]) => FOR_DATA.has(name))),
    'content-security-policy': DATA_POLICY,
  };
  app.addHook('onRequest', (request, reply, done) => {
    const isCall = request.routeOptions.url?.startsWith('/api/') === true;
    void reply.headers(isCall ? ofData : ofPages).header('x-request-id', request.id);
    done();
  });
}

/**
 * Computes helmet's headers once with an app of its own, because helmet would compute the same
 * values for each response.
 */
async function helmetHeaders(
  sockets: readonly string[],
  isHttps: boolean,
): Promise<Readonly<Record<string, string>>> {
  const app = fastify();
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
  app.get('/', () => '');
  const { headers } = await app.inject('/');
  await app.close();
  const own = Object.entries(headers).filter(([name]) => !OF_THE_ANSWER.has(name));
  return Object.fromEntries(own.map(([name, value]) => [name, String(value)]));
}
