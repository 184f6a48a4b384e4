/**
 * `npm run operator:add -- <email address> <name>`: adds an operator to the exchange of
 * DATABASE_URL or DATA_DIR. The password is the first line of piped input; otherwise it is
 * generated and printed once. Exit code 0: added; 1: not.
 */
import { addOperator } from '../server/areas/operator/operator.area.ts';
import { StartupError } from '../server/kit/process/startup-error.ts';
import { choosePassword, operatorCommand, withOperators } from './operator-command.ts';

await operatorCommand(async () => {
  const [account, ...names] = process.argv.slice(2);
  if (account === undefined || names.length === 0)
    throw new StartupError('Usage: npm run operator:add -- <email address> <name>');
  const { password, note } = await choosePassword();
  const name = names.join(' ');
  await withOperators((database) => addOperator(database, { account, name, password }, Date.now()));
  return `${account} is now an operator.${note}`;
});
