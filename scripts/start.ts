/** `npm start`: builds the app when it is missing or older than its sources, then runs the server. */
import { isClientStale, buildClient, isClientBuilt } from './client-build.ts';
import { superviseServer } from './supervise.ts';

if (isClientStale()) {
  process.stdout.write('Building the app…\n');
  if (!buildClient()) {
    if (!isClientBuilt()) {
      process.stderr.write('Meridian can not start. The app could not be built, see above.\n');
      process.exit(1);
    }
    process.stderr.write('The app could not be built, see above: the earlier build is served.\n');
  }
}
process.exit(await superviseServer());
