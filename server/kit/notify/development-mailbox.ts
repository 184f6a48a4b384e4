/** Stores messages instead of sending them: for development and tests, never for production. */
import { assert } from '../../../contract/assert.ts';
import { DAY_MS } from '../../../contract/time.ts';
import type { Database } from '../db/database.ts';
import type { Log } from '../log.ts';
import { deleteMessagesBefore, insertMessage, selectMessages } from './development-mailbox.repo.ts';
import type { DevelopmentMessage, NewDevelopmentMessage } from './development-mailbox.repo.ts';
import type { MailPort, SmsPort } from './ports.ts';

const LISTED_MAX = 100;
const KEPT_MS = 7 * DAY_MS;

/** Both ports, and a way to read the messages. */
export interface DevelopmentMailbox extends MailPort, SmsPort {
  /** Returns the latest messages, newest first, at most 100; of one recipient if given. */
  list(recipient?: string): Promise<readonly DevelopmentMessage[]>;
}

/**
 * Keeps messages for a week in the database and prints each to the log, including the code, because
 * developers read it there. @throws AssertionError in production.
 */
export function createDevelopmentMailbox(
  database: Database,
  log: Log,
  isProduction: boolean,
): DevelopmentMailbox {
  assert(!isProduction, 'the development mailbox must not exist in production');
  const take = async (message: NewDevelopmentMessage) => {
    await deleteMessagesBefore(database, message.sentAtMs - KEPT_MS);
    await insertMessage(database, message);
    const { channel, recipient, subject, body } = message;
    log.info({ channel, recipient, subject, body }, 'development mailbox took a message');
  };
  return {
    sendMail: ({ to, subject, text, sentAt }) =>
      take({ channel: 'mail', recipient: to, subject, body: text, sentAtMs: sentAt }),
    sendSms: ({ to, text, sentAt }) =>
      take({ channel: 'sms', recipient: to, subject: '', body: text, sentAtMs: sentAt }),
    list: (recipient) => selectMessages(database, recipient, LISTED_MAX),
    close: () => {},
  };
}
