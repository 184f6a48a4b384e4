/** The key that signs the minutes of the index log (Ed25519): generated at the first start, stored encrypted, never shown. */
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  type KeyObject,
} from 'node:crypto';
import { ensure } from '../../../../contract/assert.ts';
import type { Database } from '../../../kit/db/database.ts';
import type { Seal } from '../../../kit/seal/seal.ts';
import { findSetting, insertSettingIfMissing } from '../../../kit/settings/settings.repo.ts';

const SETTING = 'index_key';

export class IndexKey {
  /** The 32 bytes of the public key, base64url. */
  readonly publicKey: string;
  readonly #privateKey: KeyObject;

  constructor(privateKey: KeyObject) {
    this.#privateKey = privateKey;
    const { x } = createPublicKey(privateKey).export({ format: 'jwk' });
    this.publicKey = ensure(x, 'public key');
  }

  /** Returns the 64 bytes of the signature of an ASCII text. */
  sign(text: string): Buffer {
    return sign(null, Buffer.from(text, 'ascii'), this.#privateKey);
  }
}

/** Returns the key of this installation; undefined before the first log. */
export async function findIndexKey(database: Database, seal: Seal): Promise<IndexKey | undefined> {
  const kept = await findSetting(database, SETTING);
  return kept === undefined ? undefined : new IndexKey(createPrivateKey(seal.open(kept, SETTING)));
}

/** Returns the key of this installation; the first start generates it. */
export async function openIndexKey(database: Database, seal: Seal): Promise<IndexKey> {
  const { privateKey } = generateKeyPairSync('ed25519');
  const draft = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
  await insertSettingIfMissing(database, SETTING, seal.close(draft, SETTING));
  return ensure(await findIndexKey(database, seal), `the setting ${SETTING}`);
}
