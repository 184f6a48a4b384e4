/**
 * A push service on this machine with its subscribed browsers. It decrypts messages with its own code, by RFC
 * 8291, so a browser can read the same messages.
 */
import {
  createDecipheriv,
  createECDH,
  createHmac,
  createPublicKey,
  randomBytes,
  verify,
} from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { eventually } from '../eventually.ts';

/** A notification as a browser shows it. */
interface PushMessage {
  readonly title: string;
  readonly body: string;
  readonly url: string;
  readonly tag: string;
}

interface Delivery {
  readonly headers: IncomingMessage['headers'];
  readonly message: PushMessage;
}

export interface PushBrowser {
  /** The subscription as the page sends it. */
  readonly subscription: {
    readonly endpoint: string;
    readonly p256dh: string;
    readonly auth: string;
  };
  /** All deliveries, oldest first. */
  readonly deliveries: readonly Delivery[];
  /** Sets the status of later responses; null: no response. */
  answer: number | null;
  /** The first message that matches, waiting for it if necessary. */
  waitFor(about: RegExp): Promise<Delivery>;
}

export interface PushService {
  readonly origin: string;
  newBrowser(): PushBrowser;
  stop(): Promise<void>;
}

const CURVE = 'prime256v1';
const CREATED = 201;

export async function startPushService(): Promise<PushService> {
  const browsers = new Map<string, Receiver>();
  const server = createServer((request, response) => {
    const receiver = browsers.get(request.url ?? '');
    if (receiver === undefined) response.writeHead(404).end();
    else void receiver.take(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    newBrowser() {
      const path = `/push/${randomBytes(12).toString('base64url')}`;
      const receiver = new Receiver(`${origin}${path}`);
      browsers.set(path, receiver);
      return receiver;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

class Receiver implements PushBrowser {
  readonly subscription: PushBrowser['subscription'];
  readonly deliveries: Delivery[] = [];
  answer: number | null = CREATED;
  readonly #pair = createECDH(CURVE);
  readonly #auth = randomBytes(16);

  constructor(endpoint: string) {
    this.#pair.generateKeys();
    this.subscription = {
      endpoint,
      p256dh: this.#pair.getPublicKey('base64url'),
      auth: this.#auth.toString('base64url'),
    };
  }

  async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = this.#open(Buffer.concat(chunks));
    this.deliveries.push({ headers: request.headers, message: JSON.parse(text) as PushMessage });
    if (this.answer !== null) response.writeHead(this.answer).end();
  }

  waitFor(about: RegExp): Promise<Delivery> {
    return eventually(() => {
      const found = this.deliveries.find(({ message }) => about.test(message.body));
      if (found === undefined) throw new Error(`nothing says ${String(about)}`);
      return found;
    });
  }

  /** One record: salt, record size, key id (the sender's public key), encrypted text. */
  #open(body: Buffer): string {
    const salt = body.subarray(0, 16);
    const senderKey = body.subarray(21, 21 + (body[20] ?? 0));
    const sealed = body.subarray(21 + senderKey.length);
    const about = Buffer.concat([
      Buffer.from('WebPush: info\0'),
      this.#pair.getPublicKey(),
      senderKey,
    ]);
    const shared = expand(hmac(this.#auth, this.#pair.computeSecret(senderKey)), about, 32);
    const extracted = hmac(salt, shared);
    const key = expand(extracted, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
    const nonce = expand(extracted, Buffer.from('Content-Encoding: nonce\0'), 12);
    const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16));
    const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
    const end = padded.lastIndexOf(2);
    if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('no end');
    return padded.subarray(0, end).toString('utf8');
  }
}

const hmac = (key: Buffer, data: Buffer): Buffer => createHmac('sha256', key).update(data).digest();
/** HKDF-Expand of one block, RFC 5869. */
const expand = (key: Buffer, info: Buffer, bytes: number): Buffer =>
  hmac(key, Buffer.concat([info, Buffer.of(1)])).subarray(0, bytes);

/** The claims of a header `Authorization: vapid …`, and whether its key has signed them (RFC 8292). */
export function readVapid(header: string): {
  readonly claims: { readonly aud?: string; readonly exp?: number; readonly sub?: string };
  readonly publicKey: string;
  readonly isSigned: boolean;
} {
  const [, head = '', claims = '', signature = '', publicKey = ''] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(header) ?? [];
  const point = Buffer.from(publicKey, 'base64url');
  const key = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  return {
    claims: JSON.parse(Buffer.from(claims, 'base64url').toString()) as object,
    publicKey,
    isSigned: verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      { key, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    ),
  };
}
