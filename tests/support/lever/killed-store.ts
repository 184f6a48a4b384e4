/**
 * A store whose process is killed around one commit, at a named moment: what a SIGKILL leaves is a database with or
 * without that commit, and callers without an answer.
 */
import type {
  LeverStore,
  SealedLeverBatch,
} from '../../../server/areas/lever/lever-store.types.ts';

/** accepted: memory has the changes, and the commit was not sent. committed: it is durable, and no caller was answered. */
export type KillMoment = 'accepted' | 'committed';

export class KilledStore implements LeverStore {
  /** Resolves when the process is dead. */
  readonly died: Promise<void>;
  readonly #store: LeverStore;
  readonly #moment: KillMoment;
  #commitsLeft: number;
  #isArmed = false;
  #resolveDied: () => void = () => {};
  /** Commits of the dead process: the fatal one, and later ones. */
  readonly #unanswered: ((error: Error) => void)[] = [];
  /** The last commit before the fatal one, which may still be under way when that one is accepted. */
  #lastSent: Promise<unknown> = Promise.resolve();

  /** @param commit number of the fatal commit after {@link arm}. */
  constructor(store: LeverStore, moment: KillMoment, commit: number) {
    this.#store = store;
    this.#moment = moment;
    this.#commitsLeft = commit;
    this.died = new Promise((resolve) => (this.#resolveDied = resolve));
  }

  /** Commits count from now on. */
  arm(): void {
    this.#isArmed = true;
  }

  /** Releases the locks that the dead process waits for, so that its parts can be closed. */
  bury(): void {
    for (const reject of this.#unanswered) reject(new Error('the process was killed'));
  }

  async commit(batch: SealedLeverBatch): Promise<boolean> {
    if (this.#commitsLeft === 0) return this.#never();
    if (this.#isArmed) this.#commitsLeft -= 1;
    if (this.#commitsLeft > 0) {
      const sent = this.#store.commit(batch);
      this.#lastSent = sent;
      return sent;
    }
    await this.#lastSent;
    if (this.#moment === 'committed') await this.#store.commit(batch);
    this.#resolveDied();
    return this.#never();
  }

  #never(): Promise<boolean> {
    return new Promise((_, reject) => this.#unanswered.push(reject));
  }

  setTerms: LeverStore['setTerms'] = (rules, now) => this.#store.setTerms(rules, now);
  isCurrent: LeverStore['isCurrent'] = () => this.#store.isCurrent();
  balancesOf: LeverStore['balancesOf'] = (ownerIds) => this.#store.balancesOf(ownerIds);
  keysOf: LeverStore['keysOf'] = (ownerId, since) => this.#store.keysOf(ownerId, since);
  findOrder: LeverStore['findOrder'] = (orderId) => this.#store.findOrder(orderId);
  close: LeverStore['close'] = () => this.#store.close();
}
