/** A bounded memory of each user's commands, so that one user cannot evict the entries of others. */

/** Entries of one user; the oldest are dropped first. */
const OF_USER_MAX = 100;
/** Most users; for one more, the user with the oldest last entry is dropped. */
const USERS_MAX = 20_000;

export class RememberedByUser<T> {
  readonly #ofUserMax: number;
  readonly #usersMax: number;
  /** Users in the order of their last entry, oldest first; the entries of each likewise. */
  readonly #users = new Map<number, Map<string, T>>();

  constructor(ofUserMax: number = OF_USER_MAX, usersMax: number = USERS_MAX) {
    this.#ofUserMax = ofUserMax;
    this.#usersMax = usersMax;
  }

  get(userId: number, name: string): T | undefined {
    return this.#users.get(userId)?.get(name);
  }

  set(userId: number, name: string, value: T): void {
    const own = this.#users.get(userId) ?? new Map<string, T>();
    this.#users.delete(userId);
    this.#users.set(userId, own);
    own.delete(name);
    own.set(name, value);
    if (own.size > this.#ofUserMax) deleteOldest(own);
    if (this.#users.size > this.#usersMax) deleteOldest(this.#users);
  }

  delete(userId: number, name: string): void {
    const own = this.#users.get(userId);
    if (own?.delete(name) === true && own.size === 0) this.#users.delete(userId);
  }
}

function deleteOldest<K>(map: Map<K, unknown>): void {
  const [oldest] = map.keys();
  if (oldest !== undefined) map.delete(oldest);
}
