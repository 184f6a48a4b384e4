/** `npm start`: builds apps and server when one is missing or its sources have changed, then runs the server. */
import { areAppsBuilt, areAppsStale, buildApps } from './build-apps.ts';
import { currentServer, presentServer } from './server-bundle.ts';
import { superviseServer } from './supervise.ts';

if (areAppsStale()) {
  process.stdout.write('Building the app and the console of operators…\n');
  if (!buildApps('error')) {
    if (!areAppsBuilt()) {
      process.stderr.write('Meridian cannot start. The apps could not be built, see above.\n');
      process.exit(1);
    }
    process.stderr.write('The apps could not be built, see above: the earlier build is served.\n');
  }
}
const server = currentServer(() => process.stdout.write('Building the server…\n'));
process.exit(await superviseServer(server, presentServer));
