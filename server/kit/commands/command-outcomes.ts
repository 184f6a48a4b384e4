/** Says what became of a command by its key. It reads; it never places or changes anything. */
import type { ErrorName } from '../../../contract/errors/catalogue.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { CommandOutcome, KeyedPath } from '../../../contract/schemas/command.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { CommandId, CommandsUnderWay } from './commands-under-way.ts';

/** What is stored of a command. */
export type StoredCommand =
  | { readonly kind: 'done'; readonly recordId: string }
  /** It is written down, and will be carried out or taken back. */
  | { readonly kind: 'begun' }
  /** For good. */
  | { readonly kind: 'refused'; readonly error: ErrorName };

/** What is stored of the person's command of that key; undefined for nothing. */
export type FindStored = (
  userId: number,
  key: string,
  now: EpochMs,
) => Promise<StoredCommand | undefined>;

export interface OutcomeQuestion extends CommandId {
  /** As it was sent with the command. */
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
    // Before the look at what is stored: what ends in between is found there, and nothing begins in between.
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

/** Until when after its latest time a key is certainly kept: from when its command began to arrive. */
const KEPT_MS =
  LIMITS.idempotency_key_valid_ms - LIMITS.command_valid_ms_max - LIMITS.http_timeout_ms;

const isForgotten = (expiresAt: EpochMs | undefined, now: EpochMs): boolean =>
  expiresAt !== undefined && now - expiresAt >= KEPT_MS;

const outcome = (
  state: CommandOutcome['state'],
  rest: Partial<Pick<CommandOutcome, 'record_id' | 'error'>> = {},
): CommandOutcome => ({ state, record_id: null, error: null, ...rest });
