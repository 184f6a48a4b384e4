/**
 * Answers calls with `service_unavailable` at once where they would wait without an end: while the
 * database hangs, while the server has more work than it can do, and when it stops. No call is refused
 * after it has begun, so that nothing is left half done.
 */
import { SECOND_MS } from '../../../contract/time.ts';
import { FaultError } from './fault.ts';

/** What a call needs. */
export interface CallKind {
  /** Whether it changes nothing. */
  readonly isRead: boolean;
  /** Whether it works without the database pools. */
  readonly isFromMemory: boolean;
}

export interface CallGuardParts {
  readonly underWayMax?: number;
  /** Whether the server has more work of this kind than it can do. */
  isBusy?(kind: CallKind): boolean;
}

/** The answer of the readiness probe. Commands are accepted only in the first state. */
export type Readiness = 'ready' | 'busy' | 'database_hangs' | 'stopping';

/** The kind that is refused first. */
const STORED_CHANGE: CallKind = { isRead: false, isFromMemory: false };

/** Far more than the server answers in a second. */
const UNDER_WAY_MAX = 5_000;
/** Retry delay while the server has too much work. */
const BUSY_RETRY_S = 1;
/** Retry delay while the database hangs, and after a stop. */
const DOWN_RETRY_S = 5;
/** Time for a read while the database hangs: enough for one that needs only memory. */
const HUNG_READ_MS = SECOND_MS / 4;

export class CallGuard {
  readonly #underWayMax: number;
  readonly #isBusyWith: (kind: CallKind) => boolean;
  readonly #underWay = new Set<(fault: FaultError) => void>();
  #isHung = false;
  #isClosed = false;

  constructor({ underWayMax = UNDER_WAY_MAX, isBusy = () => false }: CallGuardParts = {}) {
    this.#underWayMax = underWayMax;
    this.#isBusyWith = isBusy;
  }

  /** What a command would meet now. */
  get readiness(): Readiness {
    if (this.#isClosed) return 'stopping';
    if (this.#isHung) return 'database_hangs';
    return this.#isBusy(STORED_CHANGE) ? 'busy' : 'ready';
  }

  /**
   * Returns the result of `work`. A cut call gets its answer at once, but its work goes on, so that its
   * outcome stays to be read.
   * @throws FaultError when the call is not begun, or is cut.
   */
  run<T>(kind: CallKind, work: () => Promise<T>): Promise<T> {
    if (this.#isClosed || (this.#isHung && !kind.isRead))
      return Promise.reject(unavailable(DOWN_RETRY_S));
    if (this.#isBusy(kind)) return Promise.reject(unavailable(BUSY_RETRY_S));
    return new Promise((resolve, reject) => {
      const limit = this.#isHung
        ? setTimeout(() => reject(unavailable(DOWN_RETRY_S)), HUNG_READ_MS)
        : undefined;
      this.#underWay.add(reject);
      const end = () => {
        this.#underWay.delete(reject);
        clearTimeout(limit);
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

  #isBusy(kind: CallKind): boolean {
    return this.#underWay.size >= this.#underWayMax || this.#isBusyWith(kind);
  }

  #cut(): void {
    // A cut call no longer counts: its work may hang, and others must still be begun.
    for (const reject of this.#underWay) reject(unavailable(DOWN_RETRY_S));
    this.#underWay.clear();
  }
}

const unavailable = (retryAfterS: number): FaultError =>
  new FaultError({ error: 'service_unavailable', retryAfterS });
