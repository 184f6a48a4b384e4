/** Reports the outcome of a command by its key. It only reads, and never places or changes anything. */
import type { ErrorName } from '../../../contract/errors/catalog.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { CommandOutcome, KeyedPath } from '../../../contract/schemas/command.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { CommandId, CommandsUnderWay } from './commands-under-way.ts';

/** The stored state of a command. */
export type StoredCommand =
  | { readonly kind: 'done'; readonly recordId: string }
  /** The command is recorded, and will be carried out or rolled back. */
  | { readonly kind: 'begun' }
  /** The refusal is final. */
  | { readonly kind: 'refused'; readonly error: ErrorName };

/** Returns the stored state of the user's command with that key; undefined if there is none. */
export type FindStored = (
  userId: number,
  key: string,
  now: EpochMs,
) => Promise<StoredCommand | undefined>;

interface OutcomeQuestion extends CommandId {
  /** The expiry that was sent with the command. */
  readonly expiresAt: EpochMs | undefined;
  readonly now: EpochMs;
}

export type AskOutcome = (question: OutcomeQuestion) => Promise<CommandOutcome>;

export function createAskOutcome(
  underWay: CommandsUnderWay,
  stores: Readonly<Record<KeyedPath, FindStored>>,
): AskOutcome {
  return async (question) => {
    const { userId, path, key, expiresAt, now } = question;
    // Checked before the stored state is read: a command that ends in between is found there, and
    // none starts in between.
    const mayComeAbout = underWay.mayComeAbout(question, expiresAt);
    const error = mayComeAbout ? undefined : underWay.close(question);
    const stored = await stores[path](userId, key, now);
    if (stored?.kind === 'done') return outcome('executed', { record_id: stored.recordId });
    if (stored?.kind === 'refused') return outcome('refused', { error: stored.error });
    if (isForgotten(expiresAt, now)) return outcome('forgotten');
    if (stored !== undefined || mayComeAbout) return outcome('pending');
    return error === undefined || error === 'command_expired'
      ? outcome('not_executed')
      : outcome('refused', { error });
  };
}

/**
 * Time for which a key is kept at least, after the command's latest time. The retention itself
 * starts when the command arrives.
 */
const KEPT_MS =
  LIMITS.idempotency_key_valid_ms - LIMITS.command_valid_ms_max - LIMITS.http_timeout_ms;

const isForgotten = (expiresAt: EpochMs | undefined, now: EpochMs): boolean =>
  expiresAt !== undefined && now - expiresAt >= KEPT_MS;

const outcome = (
  state: CommandOutcome['state'],
  rest: Partial<Pick<CommandOutcome, 'record_id' | 'error'>> = {},
): CommandOutcome => ({ state, record_id: null, error: null, ...rest });
