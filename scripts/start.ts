/** `npm start`: builds the apps when one is missing or older than its sources, then runs the server. */
import { areAppsBuilt, areAppsStale, buildApps } from './build-apps.ts';
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
process.exit(await superviseServer());
