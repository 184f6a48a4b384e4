/**
 * The key that identifies this installation to push services (VAPID, RFC 8292): generated at the
 * first start, stored encrypted in the database, never shown.
 */
import { createPrivateKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { ensure } from '../../../contract/assert.ts';
import { HOUR_MS, SECOND_MS } from '../../../contract/time.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Database } from '../db/database.ts';
import type { Seal } from '../seal/seal.ts';
import { findSetting, insertSettingIfMissing } from '../settings/settings.repo.ts';

const SETTING = 'push_key';
/** Push services accept tokens of a day at most. */
const PROOF_MS = 12 * HOUR_MS;
const UNCOMPRESSED = 4;

export class PushKey {
  /** Public key for browsers' subscriptions, an uncompressed point of P-256, base64url. */
  readonly publicKey: string;
  readonly #privateKey: KeyObject;
  readonly #contact: string | undefined;

  /**
   * @param contact of this installation for operators of push services: a `mailto:` or `https:`
   *   address.
   */
  constructor(privateKey: KeyObject, contact: string | undefined) {
    const { x = '', y = '' } = privateKey.export({ format: 'jwk' });
    this.publicKey = Buffer.concat([
      Buffer.of(UNCOMPRESSED),
      Buffer.from(x, 'base64url'),
      Buffer.from(y, 'base64url'),
    ]).toString('base64url');
    this.#privateKey = privateKey;
    this.#contact = contact;
  }

  /**
   * Returns the header `Authorization` of a request to `endpoint`; it is valid for that push
   * service only.
   */
  authorization(endpoint: string, now: EpochMs): string {
    const claims = {
      aud: new URL(endpoint).origin,
      exp: Math.floor((now + PROOF_MS) / SECOND_MS),
      ...(this.#contact !== undefined && { sub: this.#contact }),
    };
    const signed = `${encoded({ typ: 'JWT', alg: 'ES256' })}.${encoded(claims)}`;
    const signature = sign('sha256', Buffer.from(signed), {
      key: this.#privateKey,
      dsaEncoding: 'ieee-p1363',
    }).toString('base64url');
    return `vapid t=${signed}.${signature}, k=${this.publicKey}`;
  }
}

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Returns the key of this installation; the first start generates it. */
export async function openPushKey(
  database: Database,
  seal: Seal,
  contact: string | undefined,
): Promise<PushKey> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const draft = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
  await insertSettingIfMissing(database, SETTING, seal.close(draft, SETTING));
  const kept = ensure(await findSetting(database, SETTING), `the setting ${SETTING}`);
  return new PushKey(createPrivateKey(seal.open(kept, SETTING)), contact);
}
