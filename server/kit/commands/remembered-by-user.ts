/** What is remembered of each user's commands: a bounded number of each, so that nobody pushes out what is remembered of others. */

/** Of one user; the oldest are forgotten beyond. */
const OF_USER_MAX = 100;
/** Beyond, who was remembered longest ago is forgotten. */
const USERS_MAX = 20_000;

export class RememberedByUser<T> {
  readonly #ofUserMax: number;
  readonly #usersMax: number;
  /** Who was remembered longest ago first; of each the oldest first. */
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
