/** A person who has just registered, through the same calls as anybody. */
import type { Tokens } from '../../contract/schemas/identity.ts';
import type { TestServer } from './test-server.ts';

/** Registers `email` with the code from the development mailbox. @throws Error when refused. */
export async function signUp(server: TestServer, email: string): Promise<Tokens> {
  await server.call('sendEmailCode', { email, scene: 'register' });
  const code = await codeSentTo(server, email);
  const password = 'Saffron47';
  const answer = await server.call('register', {
    account: email,
    password,
    re_password: password,
    sms_code: code,
  });
  if (answer.code !== 1 || answer.data === null)
    throw new Error(`not registered: ${JSON.stringify(answer)}`);
  return answer.data;
}

/** The six digits of the latest message to `recipient`, waiting for it. */
async function codeSentTo(server: TestServer, recipient: string): Promise<string> {
  const line = await server.waitForLog(
    new RegExp(`"recipient":"${RegExp.escape(recipient)}".*development mailbox`),
  );
  const code = /\b\d{6}\b/.exec((JSON.parse(line) as { body: string }).body)?.[0];
  if (code === undefined) throw new Error(`no code in: ${line}`);
  return code;
}
