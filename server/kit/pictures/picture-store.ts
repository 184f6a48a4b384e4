/** The store of the pictures' bytes. It knows only ids; the database has everything else. */
import type { Dirent } from 'node:fs';
import { mkdir, open, readFile, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { SECOND_MS } from '../../../contract/time.ts';
import type { EpochMs } from '../../../contract/time.ts';

/** The port: a folder here, a bucket elsewhere. */
export interface PictureStore {
  /** Resolves when the bytes are durable; an id is stored once. */
  put(id: string, bytes: Uint8Array, at: EpochMs): Promise<void>;
  /** Undefined if there is no such picture. */
  get(id: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** Does nothing if there is no such picture. */
  remove(id: string): Promise<void>;
  /** Yields the ids of all pictures stored before `at`, in groups of any size. */
  listBefore(at: EpochMs): AsyncIterable<readonly string[]>;
}

const PICTURE_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const SHARD_LENGTH = 2;

/**
 * Pictures as files that only their owner may read, in subfolders by the first two digits of the
 * id.
 */
export class PictureFolder implements PictureStore {
  readonly #root: string;

  /** @param root is created with the first picture. */
  constructor(root: string) {
    this.#root = root;
  }

  async put(id: string, bytes: Uint8Array, at: EpochMs): Promise<void> {
    const file = this.#fileOf(id);
    const folder = path.dirname(file);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await using handle = await open(file, 'wx', 0o600);
    await handle.writeFile(bytes);
    await handle.utimes(at / SECOND_MS, at / SECOND_MS);
    await handle.sync();
    // Syncs the folder, because the file's name in it must be durable, too.
    await using shard = await open(folder, 'r');
    await shard.sync();
  }

  async get(id: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    try {
      return await readFile(this.#fileOf(id));
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  async remove(id: string): Promise<void> {
    await rm(this.#fileOf(id), { force: true });
  }

  async *listBefore(at: EpochMs): AsyncIterable<readonly string[]> {
    for (const shard of await entriesOf(this.#root)) {
      const folder = path.join(this.#root, shard.name);
      const old: string[] = [];
      for (const { name } of shard.isDirectory() ? await entriesOf(folder) : []) {
        if (PICTURE_ID.test(name) && (await isOlder(path.join(folder, name), at))) old.push(name);
      }
      if (old.length > 0) yield old;
    }
  }

  #fileOf(id: string): string {
    if (!PICTURE_ID.test(id)) throw new RangeError('not the id of a picture');
    return path.join(this.#root, id.slice(0, SHARD_LENGTH), id);
  }
}

async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

async function isOlder(file: string, at: EpochMs): Promise<boolean> {
  try {
    return (await stat(file)).mtimeMs < at;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';
