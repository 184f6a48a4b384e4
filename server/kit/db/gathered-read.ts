/** Batches reads of single rows: requests that arrive while one read runs share the next one. */
import { Lanes } from './lanes.ts';

/**
 * @param read returns the rows it finds, in any order; a key that is requested twice is read once.
 */
export class GatheredRead<Key, Row> {
  readonly #read: (keys: readonly Key[]) => Promise<readonly Row[]>;
  readonly #keyOf: (row: Row) => Key;
  readonly #lanes = new Lanes();
  #next: Set<Key> | undefined;
  #nextRead: Promise<ReadonlyMap<Key, Row>> | undefined;

  constructor(read: (keys: readonly Key[]) => Promise<readonly Row[]>, keyOf: (row: Row) => Key) {
    this.#read = read;
    this.#keyOf = keyOf;
  }

  /**
   * Returns the row as of after the call; undefined if there is none. @throws the error of the read.
   */
  async find(key: Key): Promise<Row | undefined> {
    if (this.#next === undefined || this.#nextRead === undefined) {
      this.#next = new Set();
      this.#nextRead = this.#lanes.run(() => this.#run());
    }
    this.#next.add(key);
    return (await this.#nextRead).get(key);
  }

  async #run(): Promise<ReadonlyMap<Key, Row>> {
    const keys = [...(this.#next ?? [])];
    this.#next = undefined;
    this.#nextRead = undefined;
    const rows = await this.#read(keys);
    return new Map(rows.map((row) => [this.#keyOf(row), row]));
  }
}
