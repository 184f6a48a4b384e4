/** Links of mails with which owners hold their accounts. */
import { expect } from 'vitest';
import type { TestServer } from '../servers/test-server.ts';
import { messagesTo } from '../users/accounts.ts';

const LINK = /^https?:\/\/[^/\s]+\/hold#(\S+)$/m;

/** The tokens of the links in the mails to the user, newest first, once there are any. */
export async function tokensInMails(server: TestServer, email: string): Promise<readonly string[]> {
  const tokens = async () =>
    (await messagesTo(server, email)).flatMap(({ body }) => LINK.exec(body)?.[1] ?? []);
  await expect.poll(async () => (await tokens()).length, { timeout: 20_000 }).toBeGreaterThan(0);
  return tokens();
}
