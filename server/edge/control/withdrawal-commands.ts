/** Commands that decide on withdrawals of a server under test as an operator would. */
import { z } from 'zod';
import { WITHDRAWAL_REASONS } from '../../../contract/wallet/wallet.ts';
import type { Clock } from '../../../contract/time.ts';
import type { Decision, WithdrawalReview } from '../../areas/wallet/wallet.area.ts';
import { INVALID } from './control-server.ts';
import type { ControlCommands, ControlReply } from './control-server.ts';

const who = { withdrawal_id: z.int(), operator_id: z.int() };
const decideBody = z.strictObject(who);
const rejectBody = z.strictObject({
  ...who,
  reason: z.enum(WITHDRAWAL_REASONS).exclude(['not_sent']),
  reason_text: z.string().nullable(),
});
const releaseBody = z.strictObject({ ...who, fee_max_factor: z.int().min(1).max(10) });
const sentBody = z.strictObject({ ...who, hash: z.string() });
const unsentBody = z.strictObject({ ...who, reason_text: z.string().nullable() });

/**
 * `POST /withdrawal/approve`, `/withdrawal/release`, `/withdrawal/reject`,
 * `/withdrawal/confirm-sent`, `/withdrawal/declare-unsent` and `/withdrawal/rebroadcast`, each with
 * `{"withdrawal_id", "operator_id"}` and the fields of its schema above. A rejected command answers
 * `{"error"}` with status 200.
 */
export function withdrawalCommands(review: WithdrawalReview, clock: Clock): ControlCommands {
  const decisionOf = (body: z.infer<typeof decideBody>): Decision => ({
    withdrawalId: body.withdrawal_id,
    operatorId: body.operator_id,
    now: clock.now(),
    alsoWrite: async () => {},
  });
  return {
    'POST /withdrawal/approve': taking(decideBody, (body) => review.approve(decisionOf(body))),
    'POST /withdrawal/release': taking(releaseBody, (body) =>
      review.release(decisionOf(body), body.fee_max_factor),
    ),
    'POST /withdrawal/reject': taking(rejectBody, (body) =>
      review.reject(decisionOf(body), body.reason, body.reason_text),
    ),
    'POST /withdrawal/confirm-sent': taking(sentBody, (body) =>
      review.confirmSent(decisionOf(body), body.hash),
    ),
    'POST /withdrawal/declare-unsent': taking(unsentBody, (body) =>
      review.declareUnsent(decisionOf(body), body.reason_text),
    ),
    'POST /withdrawal/rebroadcast': taking(decideBody, (body) =>
      review.rebroadcast(decisionOf(body)),
    ),
  };
}

type Answer = { readonly ok: true } | { readonly ok: false; readonly error: string };

function taking<T extends z.ZodType>(schema: T, decide: (body: z.infer<T>) => Promise<Answer>) {
  return async (body: unknown): Promise<ControlReply> => {
    const wanted = schema.safeParse(body);
    if (!wanted.success) return INVALID;
    const answer = await decide(wanted.data);
    return { body: answer.ok ? {} : { error: answer.error } };
  };
}
