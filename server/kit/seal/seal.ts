/**
 * Encrypts secrets and private pictures before they are stored: AES-256-GCM with a key of this installation. Tags texts that
 * only this installation may have written: HMAC-SHA-256.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** Version of the format, so that another can follow. */
const VERSION = 'v1';

/** The value was encrypted with another secret or for another place, or was altered. */
export class SealError extends Error {
  override readonly name = 'SealError';
}

export class Seal {
  readonly #secret: string;
  readonly #key: Buffer;

  /** @param secret of at least 256 bits, see `installation-secret.ts`. */
  constructor(secret: string) {
    this.#secret = secret;
    this.#key = this.#keyFor('meridian seal');
  }

  #keyFor(purpose: string): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#secret, '', purpose, KEY_BYTES));
  }

  /** Returns a digest of the text, base64url, with a key of its own for each purpose. Equal texts have equal digests. */
  tag(text: string, purpose: string): string {
    const key = this.#keyFor(`meridian tag ${purpose}`);
    return createHmac('sha256', key).update(text).digest('base64url');
  }

  /**
   * @param place of the encrypted text, e.g. `google-key:17`: it only decrypts for the same place,
   *   so that a row cannot be given the secret of another.
   */
  close(text: string, place: string): string {
    return `${VERSION}.${this.closeBytes(Buffer.from(text), place).toString('base64url')}`;
  }

  /** @throws SealError */
  open(sealed: string, place: string): string {
    const [version, body = ''] = sealed.split('.');
    if (version !== VERSION) throw new SealError(`not an encrypted text: ${place}`);
    return this.openBytes(Buffer.from(body, 'base64url'), place).toString('utf8');
  }

  /** Encrypts bytes, without a version, because their place implies the format. */
  closeBytes(bytes: Uint8Array, place: string): Buffer {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(CIPHER, this.#key, iv).setAAD(Buffer.from(place));
    return Buffer.concat([iv, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
  }

  /** @throws SealError */
  openBytes(sealed: Uint8Array, place: string): Buffer<ArrayBuffer> {
    if (sealed.length < IV_BYTES + TAG_BYTES) throw new SealError(`not encrypted: ${place}`);
    const decipher = createDecipheriv(CIPHER, this.#key, sealed.subarray(0, IV_BYTES))
      .setAAD(Buffer.from(place))
      .setAuthTag(sealed.subarray(-TAG_BYTES));
    try {
      return Buffer.concat([
        decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES)),
        decipher.final(),
      ]);
    } catch (error) {
      throw new SealError(`encrypted with another secret, or altered: ${place}`, { cause: error });
    }
  }
}
