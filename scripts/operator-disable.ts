/**
 * `npm run operator:disable -- <email address>`: ends all sessions of an operator and prevents new
 * ones; `operator:reset` enables the account again. Exit code 0: done; 1: not.
 */
import { disableOperator } from '../server/areas/operator/operator.area.ts';
import { StartupError } from '../server/kit/process/startup-error.ts';
import { operatorCommand, withOperators } from './operator-command.ts';

await operatorCommand(async () => {
  const [account, ...others] = process.argv.slice(2);
  if (account === undefined || others.length > 0)
    throw new StartupError('Usage: npm run operator:disable -- <email address>');
  await withOperators((database) => disableOperator(database, account, Date.now()));
  return `${account} is no longer an operator.`;
});
