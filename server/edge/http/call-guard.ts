/**
 * Answers calls with `service_unavailable` at once where they would wait without an end: while the
 * database hangs, while the server has more work than it can do, and when it stops. No call is refused
 * after it has begun, so that nothing is left half done.
 */
import { SECOND_MS } from '../../../contract/time.ts';
import { widerNetworkOf } from './address.ts';
import { FaultError } from './fault.ts';

/** Resource that a call needs. */
export interface CallKind {
  /** Whether it changes nothing. */
  readonly isRead: boolean;
  /** Whether it works without the database pools. */
  readonly isFromMemory: boolean;
}

interface CallGuardParts {
  readonly underWayMax?: number;
  /** The most calls of one client that may wait for the database. */
  readonly ofClientMax?: number;
  /** Calls that may wait for the database without a limit by network. */
  readonly storedMax?: number;
  /** Whether the server has more work of this kind than it can do. */
  isBusy?(kind: CallKind): boolean;
}

/** The answer of the readiness probe. Commands are accepted only in the first state. */
type Readiness = 'ready' | 'busy' | 'database_hangs' | 'stopping';

/** The kind that is refused first. */
const STORED_CHANGE: CallKind = { isRead: false, isFromMemory: false };

/** Far more than the server answers in a second. */
const UNDER_WAY_MAX = 5_000;
/**
 * A part of the calls that may wait for a connection, so that one client leaves room for others. Many users
 * may share one address.
 */
const OF_CLIENT_MAX = 200;
/** Calls that may wait for the database: about as many as its pool lets wait. */
const STORED_MAX = 1_200;
/**
 * The part that a wider network may have of the rest that others leave, because one attacker has many addresses
 * of a network. It falls as others take theirs, so that many networks together leave some. Alone, a network
 * has as much as one of its clients.
 */
const OF_NETWORK_SHARE = 1 / 6;
/** Places that a network may always have. */
const OF_NETWORK_MIN = 4;
/** Retry delay while the server has too much work. */
const BUSY_RETRY_S = 1;
/** Retry delay while the database hangs, and after a stop. */
const DOWN_RETRY_S = 5;
/** Time for a read while the database hangs: enough for one that needs only memory. */
const HUNG_READ_MS = SECOND_MS / 4;

export class CallGuard {
  readonly #underWayMax: number;
  readonly #isBusyWith: (kind: CallKind) => boolean;
  readonly #ofClientMax: number;
  readonly #underWay = new Set<(fault: FaultError) => void>();
  readonly #storedMax: number;
  /** Calls under way that use the database, by client and by wider network. */
  readonly #ofClients = new Places();
  readonly #ofNetworks = new Places();
  #isHung = false;
  #isClosed = false;
  /** Called when no call is under way. */
  #onSettled: (() => void)[] = [];

  constructor({
    underWayMax = UNDER_WAY_MAX,
    ofClientMax = OF_CLIENT_MAX,
    storedMax = STORED_MAX,
    isBusy = () => false,
  }: CallGuardParts = {}) {
    this.#underWayMax = underWayMax;
    this.#ofClientMax = ofClientMax;
    this.#storedMax = storedMax;
    this.#isBusyWith = isBusy;
  }

  /** Load that a command would meet now. */
  get readiness(): Readiness {
    if (this.#isClosed) return 'stopping';
    if (this.#isHung) return 'database_hangs';
    return this.#isBusy(STORED_CHANGE) ? 'busy' : 'ready';
  }

  /**
   * Returns the result of `work`. A cut call gets its answer at once, but its work goes on, so that its
   * outcome stays to be read.
   * @param client see `clientOf`.
   * @throws FaultError when the call is not begun, or is cut.
   */
  run<T>(kind: CallKind, client: string, work: () => Promise<T>): Promise<T> {
    if (this.#isClosed || (this.#isHung && !kind.isRead))
      return Promise.reject(unavailable(DOWN_RETRY_S));
    const network = kind.isFromMemory ? '' : widerNetworkOf(client);
    if (this.#isBusy(kind) || (!kind.isFromMemory && this.#isFull(client, network)))
      return Promise.reject(unavailable(BUSY_RETRY_S));
    if (!kind.isFromMemory) {
      this.#ofClients.take(client);
      this.#ofNetworks.take(network);
    }
    return new Promise((resolve, reject) => {
      const limit = this.#isHung
        ? setTimeout(() => reject(unavailable(DOWN_RETRY_S)), HUNG_READ_MS)
        : undefined;
      this.#underWay.add(reject);
      const end = () => {
        clearTimeout(limit);
        // A cut call is not counted any more.
        const isCounted = this.#underWay.delete(reject);
        this.#noteSettled();
        if (!isCounted || kind.isFromMemory) return;
        this.#ofClients.leave(client);
        this.#ofNetworks.leave(network);
      };
      work().then(
        (value) => {
          end();
          resolve(value);
        },
        (error: unknown) => {
          end();
          reject(error);
        },
      );
    });
  }

  /**
   * Looks again at the work of the server when the caller is known, because calls that arrive together are
   * begun before any of them waits. @throws FaultError when there is too much.
   */
  refuseWhileBusy(kind: CallKind): void {
    if (this.#isBusyWith(kind)) throw unavailable(BUSY_RETRY_S);
  }

  /** Cuts the calls under way when the database begins to hang, and refuses changes until it answers. */
  setHung(isHung: boolean): void {
    this.#isHung = isHung;
    if (isHung) this.#cut();
  }

  /** Cuts the calls under way, and refuses all others from now on. */
  close(): void {
    this.#isClosed = true;
    this.#cut();
  }

  /**
   * Resolves when no call is under way. A call whose caller has gone still works, and needs the database until then. A
   * cut call does not count.
   */
  settled(): Promise<void> {
    return new Promise((resolve) => {
      this.#onSettled.push(resolve);
      this.#noteSettled();
    });
  }

  #noteSettled(): void {
    if (this.#underWay.size > 0) return;
    for (const resolve of this.#onSettled.splice(0)) resolve();
  }

  #isBusy(kind: CallKind): boolean {
    return this.#underWay.size >= this.#underWayMax || this.#isBusyWith(kind);
  }

  #isFull(client: string, network: string): boolean {
    const ofNetwork = this.#ofNetworks.takenBy(network);
    const free = this.#storedMax - (this.#ofNetworks.sum - ofNetwork);
    return (
      this.#ofClients.takenBy(client) >= this.#ofClientMax ||
      ofNetwork >= Math.max(OF_NETWORK_MIN, free * OF_NETWORK_SHARE)
    );
  }

  #cut(): void {
    // A cut call no longer counts: its work may hang, and others must still be begun.
    for (const reject of this.#underWay) reject(unavailable(DOWN_RETRY_S));
    this.#underWay.clear();
    this.#ofClients.clear();
    this.#ofNetworks.clear();
    this.#noteSettled();
  }
}

/** How many places each holder has taken. */
class Places {
  readonly #taken = new Map<string, number>();
  #sum = 0;

  get sum(): number {
    return this.#sum;
  }

  takenBy(holder: string): number {
    return this.#taken.get(holder) ?? 0;
  }

  take(holder: string): void {
    this.#taken.set(holder, this.takenBy(holder) + 1);
    this.#sum += 1;
  }

  leave(holder: string): void {
    this.#sum -= 1;
    const left = this.takenBy(holder) - 1;
    if (left > 0) this.#taken.set(holder, left);
    else this.#taken.delete(holder);
  }

  clear(): void {
    this.#taken.clear();
    this.#sum = 0;
  }
}

const unavailable = (retryAfterS: number): FaultError =>
  new FaultError({ error: 'service_unavailable', retryAfterS });
