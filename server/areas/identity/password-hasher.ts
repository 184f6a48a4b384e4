/** Slow hashes of passwords: argon2id with limited parallelism, and equal time for accounts that do not exist. */
import { hash, parseOptions, verify } from '@node-rs/argon2';
import type { PasswordCost } from '../../kit/config/config.ts';
import { Gate } from '../../kit/queue/concurrency.ts';
import { randomToken } from '../../kit/seal/secrets.ts';

/** The package's default algorithm is argon2id. */
const COSTS = {
  // 19 MiB, two passes, one lane (RULES).
  full: { memoryCost: 19_456, timeCost: 2, parallelism: 1 },
  // For tests that are not about hashing, see `PASSWORD_COST`.
  low: { memoryCost: 256, timeCost: 1, parallelism: 1 },
} as const;
// Sign-ins may use two threads, never all, because prices and order books need the rest.
const RUNNING_MAX = 2;
const WAITING_MAX = 50;

// The same characters typed on two keyboards must give the same bytes.
const normalize = (password: string): string => password.normalize('NFKC');

/** Returns one salted hash that contains its own parameters, for callers that make few. */
export const hashPassword = (password: string, cost: PasswordCost): Promise<string> =>
  hash(normalize(password), COSTS[cost]);

/** @throws GateFullError from each method when too many are waiting. */
export class PasswordHasher {
  readonly #gate = new Gate(RUNNING_MAX, WAITING_MAX);
  readonly #cost: PasswordCost;
  readonly #decoyHash: Promise<string>;

  constructor(cost: PasswordCost) {
    this.#cost = cost;
    this.#decoyHash = hashPassword(randomToken(), cost);
  }

  /** Returns a salted hash that contains its own parameters. */
  hash(password: string): Promise<string> {
    return this.#gate.run(() => hashPassword(password, this.#cost));
  }

  /** Whether `password` matches. Without a stored hash the same work is done and the result is false. */
  async verify(storedHash: string | undefined, password: string): Promise<boolean> {
    const compared = storedHash ?? (await this.#decoyHash);
    const fits = await this.#gate.run(() => verify(compared, normalize(password)));
    return fits && storedHash !== undefined;
  }

  /** Whether a stored hash has other parameters than the present ones. */
  isOutdated(storedHash: string): boolean {
    const used = parseOptions(storedHash);
    const { memoryCost, timeCost, parallelism } = COSTS[this.#cost];
    return (
      used.memoryCost !== memoryCost ||
      used.timeCost !== timeCost ||
      used.parallelism !== parallelism
    );
  }
}
