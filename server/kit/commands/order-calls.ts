/** Common parts of the calls that place and end orders, in every area with orders. */
import { refuse } from '../../../contract/result.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { CallContext, SignedIn } from '../http/handlers.ts';
import type { CommandRate } from '../limits/command-rate.ts';

export type UserContext = CallContext & { readonly signedIn: SignedIn };

interface KeyedOrders {
  readonly commands: {
    /** Finds the number of the committed order that the owner placed under the key. */
    findKeyed(ownerId: number, key: string, now: EpochMs): Promise<number | undefined>;
  };
  /** The users who owe for reversed deposits: they place no orders. */
  readonly owing: { has(userId: number): boolean };
}

/** Whether the user owes and has placed no order under the key. */
export const owesForNew = async (
  { commands, owing }: KeyedOrders,
  { signedIn: { userId }, now }: UserContext,
  key: string,
): Promise<boolean> =>
  owing.has(userId) && (await commands.findKeyed(userId, key, now)) === undefined;

/** Returns the refusal of a user with too many commands. @param endsOnly whether the command ends orders. */
export function excessOf(
  { rate }: { readonly rate: Pick<CommandRate, 'take'> },
  { signedIn, now }: UserContext,
  endsOnly: boolean,
) {
  const retryAfterS = rate.take(signedIn.userId, now, endsOnly);
  return retryAfterS === 0 ? undefined : refuse('rate_limited', retryAfterS);
}

/** The fields of every command of an owner. */
export const requestOf = ({ signedIn, requestId, now }: UserContext) => ({
  ownerId: signedIn.userId,
  requestId,
  now,
});
