/**
 * Witnesses of the index log: third parties that get the signed end of each minute. An exchange that shows two
 * histories has then signed two heads for one minute.
 */
import { MINUTE_MS, SECOND_MS, type Clock, type EpochMs } from '../../../../contract/time.ts';
import type { Database } from '../../../kit/db/database.ts';
import type { Log } from '../../../kit/log.ts';
import type { StoredHead } from './index-reads.repo.ts';
import { headInfo } from './index-source.ts';
import { addWitness, findUnsent, noteSent } from './witnesses.repo.ts';

/** Waits after failures; the last one repeats. */
const PAUSES_MS: readonly number[] = [5 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS, 15 * MINUTE_MS];
const ANSWER_MS_MAX = 10 * SECOND_MS;

interface WitnessParts {
  readonly database: Database;
  readonly urls: readonly string[];
  /** Public key of the signatures, base64url. */
  readonly publicKey: string;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
}

interface Witness {
  readonly url: string;
  failures: number;
  dueAtMs: EpochMs;
}

export class IndexWitnesses {
  readonly #parts: WitnessParts;
  readonly #witnesses: readonly Witness[];

  constructor(parts: WitnessParts) {
    this.#parts = parts;
    this.#witnesses = parts.urls.map((url) => ({ url, failures: 0, dueAtMs: 0 }));
  }

  /** Notes where each new witness begins. */
  async open(): Promise<void> {
    for (const { url } of this.#witnesses) await addWitness(this.#parts.database, url);
  }

  /** Sends to each witness that is due what it does not have. One that fails delays no other. */
  async send(): Promise<void> {
    const now = this.#parts.clock.now();
    const due = this.#witnesses.filter(({ dueAtMs }) => dueAtMs <= now);
    await Promise.all(due.map((witness) => this.#sendTo(witness, now)));
  }

  async #sendTo(witness: Witness, now: EpochMs): Promise<void> {
    const { database, log, publicKey } = this.#parts;
    try {
      for (;;) {
        const minutes = await findUnsent(database, witness.url);
        const last = minutes.at(-1);
        if (last === undefined) return;
        await post(witness.url, { algorithm: 'Ed25519', public_key: publicKey, minutes });
        await noteSent(database, witness.url, last);
        witness.failures = 0;
      }
    } catch (error) {
      const pauseMs = PAUSES_MS[Math.min(witness.failures, PAUSES_MS.length - 1)] ?? 0;
      witness.failures += 1;
      witness.dueAtMs = now + pauseMs;
      log.warn(
        { err: error, witness: new URL(witness.url).host, pauseMs },
        'a witness has no index',
      );
    }
  }
}

interface WitnessMessage {
  readonly algorithm: string;
  readonly public_key: string;
  readonly minutes: readonly StoredHead[];
}

/** @throws Error unless the witness takes the message. */
async function post(url: string, { minutes, ...rest }: WitnessMessage): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...rest, minutes: minutes.map(headInfo) }),
    redirect: 'error',
    signal: AbortSignal.timeout(ANSWER_MS_MAX),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`the witness answered ${response.status}`);
}
