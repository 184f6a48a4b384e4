/** Encrypts a push message for one browser (RFC 8291, `aes128gcm` of RFC 8188): the push service cannot read it. */
import { createCipheriv, createECDH, ECDH, hkdfSync, randomBytes } from 'node:crypto';

const CURVE = 'prime256v1';
const SALT_BYTES = 16;
const KEY_BYTES = 16;
const NONCE_BYTES = 12;
const SECRET_BYTES = 32;
/** The message is one record; push services take bodies of 4,096 bytes. */
const RECORD_BYTES = 4_096;
/** Delimiter after the last byte of the last record. */
const LAST_RECORD = Buffer.of(2);

/** Keys of a browser's subscription, base64url. */
export interface PushKeys {
  /** The browser's public key, an uncompressed point of P-256. */
  readonly p256dh: string;
  readonly auth: string;
}

/** Random values of one message, never reused. */
interface PushChance {
  readonly privateKey: Buffer;
  readonly salt: Buffer;
}

/** Returns whether the keys are usable: the public key is a point on the curve. */
export function arePushKeys({ p256dh }: PushKeys): boolean {
  try {
    ECDH.convertKey(p256dh, CURVE, 'base64url', 'base64url', 'uncompressed');
    return true;
  } catch {
    return false;
  }
}

export function drawPushChance(): PushChance {
  const pair = createECDH(CURVE);
  pair.generateKeys();
  return { privateKey: pair.getPrivateKey(), salt: randomBytes(SALT_BYTES) };
}

/**
 * Returns the body of the request to the push service.
 * @param keys for which {@link arePushKeys} holds.
 */
export function encryptPush(text: string, keys: PushKeys, chance: PushChance): Buffer {
  const { salt, privateKey } = chance;
  const pair = createECDH(CURVE);
  pair.setPrivateKey(privateKey);
  const ownPublic = pair.getPublicKey();
  const theirPublic = Buffer.from(keys.p256dh, 'base64url');
  const auth = Buffer.from(keys.auth, 'base64url');
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), theirPublic, ownPublic]);
  const shared = hkdfSync('sha256', pair.computeSecret(theirPublic), auth, about, SECRET_BYTES);
  const derive = (name: string, bytes: number) =>
    Buffer.from(
      hkdfSync('sha256', Buffer.from(shared), salt, `Content-Encoding: ${name}\0`, bytes),
    );
  const cipher = createCipheriv(
    'aes-128-gcm',
    derive('aes128gcm', KEY_BYTES),
    derive('nonce', NONCE_BYTES),
  );
  const recordSize = Buffer.alloc(4);
  recordSize.writeUInt32BE(RECORD_BYTES);
  return Buffer.concat([
    salt,
    recordSize,
    Buffer.of(ownPublic.length),
    ownPublic,
    cipher.update(Buffer.concat([Buffer.from(text), LAST_RECORD])),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
}
