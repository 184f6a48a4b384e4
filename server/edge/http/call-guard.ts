/**
 * Answers calls with `service_unavailable` at once where they would wait without an end: while the
 * database hangs, while the server has more work than it can do, and when it stops. No call is refused
 * after it has begun, so that nothing is left half done.
 */
import { SECOND_MS } from '../../../contract/time.ts';
import { FaultError } from './fault.ts';

export interface CallGuardParts {
  readonly underWayMax?: number;
  /** Whether the server has more work than it can do. @param isRead whether a call changes nothing. */
  isBusy?(isRead: boolean): boolean;
}

/** The answer of the readiness probe. Commands are accepted only in the first state. */
export type Readiness = 'ready' | 'busy' | 'database_hangs' | 'stopping';

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
  readonly #isBusyWith: (isRead: boolean) => boolean;
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
    return this.#isBusy(false) ? 'busy' : 'ready';
  }

  /**
   * Returns the result of `work`. A cut call gets its answer at once, but its work goes on, so that its
   * outcome stays to be read. @param isRead whether the call changes nothing.
   * @throws FaultError when the call is not begun, or is cut.
   */
  run<T>(isRead: boolean, work: () => Promise<T>): Promise<T> {
    if (this.#isClosed || (this.#isHung && !isRead))
      return Promise.reject(unavailable(DOWN_RETRY_S));
    if (this.#isBusy(isRead)) return Promise.reject(unavailable(BUSY_RETRY_S));
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

  #isBusy(isRead: boolean): boolean {
    return this.#underWay.size >= this.#underWayMax || this.#isBusyWith(isRead);
  }

  #cut(): void {
    // A cut call no longer counts: its work may hang, and others must still be begun.
    for (const reject of this.#underWay) reject(unavailable(DOWN_RETRY_S));
    this.#underWay.clear();
  }
}

const unavailable = (retryAfterS: number): FaultError =>
  new FaultError({ error: 'service_unavailable', retryAfterS });
