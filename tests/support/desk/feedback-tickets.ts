/** Feedback tickets, opened by their owners over HTTP. */
import type { Envelope } from '../../../contract/envelope.ts';
import type { RequestInput } from '../../../contract/routes.ts';
import type { FeedbackDetail } from '../../../contract/feedback/feedback.ts';
import { newKey } from '../idempotency-key.ts';
import type { TestServer } from '../servers/test-server.ts';

/** @param key key of the form; a new one unless the same form is sent again. */
export const openTicket = (
  server: Pick<TestServer, 'call'>,
  token: string,
  fields: RequestInput<'createFeedback'>,
  key = newKey(),
): Promise<Envelope<FeedbackDetail>> =>
  server.call('createFeedback', fields, { token, headers: { 'idempotency-key': key } });
