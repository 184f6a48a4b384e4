/**
 * `npm run operator:reset -- <email address>`: gives an operator another password, as
 * `operator:add` does, and no authenticator until the next sign-in; ends all sessions. Exit code 0:
 * done; 1: not.
 */
import { resetOperator } from '../server/areas/operator/operator.area.ts';
import { StartupError } from '../server/kit/process/startup-error.ts';
import { choosePassword, operatorCommand, withOperators } from './operator-command.ts';

await operatorCommand(async () => {
  const [account, ...others] = process.argv.slice(2);
  if (account === undefined || others.length > 0)
    throw new StartupError('Usage: npm run operator:reset -- <email address>');
  const { password, note } = await choosePassword();
  await withOperators((database) => resetOperator(database, { account, password }, Date.now()));
  return `${account} signs in again and binds a new authenticator.${note}`;
});
