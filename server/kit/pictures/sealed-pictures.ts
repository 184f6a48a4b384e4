/** A picture store that encrypts its files, so that a stolen disk or backup of the folder reveals no picture. */
import type { EpochMs } from '../../../contract/time.ts';
import type { Seal } from '../seal/seal.ts';
import type { PictureStore } from './picture-store.ts';

/** Binds the encrypted bytes to the id, so that one file cannot replace another. */
const placeOf = (id: string): string => `picture:${id}`;

export class SealedPictures implements PictureStore {
  readonly #store: PictureStore;
  readonly #seal: Seal;

  constructor(store: PictureStore, seal: Seal) {
    this.#store = store;
    this.#seal = seal;
  }

  put(id: string, bytes: Uint8Array, at: EpochMs): Promise<void> {
    return this.#store.put(id, this.#seal.closeBytes(bytes, placeOf(id)), at);
  }

  /** @throws SealError when the stored bytes were altered or belong to another id. */
  async get(id: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const sealed = await this.#store.get(id);
    return sealed && this.#seal.openBytes(sealed, placeOf(id));
  }

  remove(id: string): Promise<void> {
    return this.#store.remove(id);
  }

  listBefore(at: EpochMs): AsyncIterable<readonly string[]> {
    return this.#store.listBefore(at);
  }
}
