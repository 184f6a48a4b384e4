/**
 * `npm run dev`: Vite with hot reload for the app and for the operators' console, and behind both
 * the server, restarted on every change. The URLs to open are Vite's; they are printed when the
 * server is ready.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { createServer } from 'vite';
import { APPS, ROOT } from './apps.ts';

const { HOST, OPERATOR_HOST, PORT = '3000', OPERATOR_PORT = '3001', PUBLIC_ORIGIN } = process.env;
/** The server's line about its own port, which would serve a build. */
const CONSOLE = 'The console of operators: ';

// Read by the Vite configurations.
process.env['API_TARGET'] = `http://127.0.0.1:${PORT}`;
process.env['OPERATOR_API_TARGET'] = `http://127.0.0.1:${OPERATOR_PORT}`;
const hosts = [HOST, OPERATOR_HOST];
const vites = await Promise.all(APPS.map(({ config }, n) => serveApp(config, hosts[n])));
const [address = '', consoleAddress = ''] = vites.map(
  ({ resolvedUrls }) => resolvedUrls?.local[0] ?? resolvedUrls?.network[0] ?? '',
);

const server = spawn(
  process.execPath,
  ['--watch', '--watch-preserve-output', 'server/boot/main.ts'],
  {
    cwd: ROOT,
    env: {
      ...process.env,
      PORT,
      OPERATOR_PORT,
      PUBLIC_ORIGIN: PUBLIC_ORIGIN ?? new URL(address).origin,
    },
    stdio: ['inherit', 'pipe', 'inherit'],
  },
);
createInterface({ input: server.stdout }).on('line', (line) => {
  const shown = line.startsWith(CONSOLE) ? `${CONSOLE}${consoleAddress}` : line;
  process.stdout.write(`${shown}\n`);
});

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => server.kill('SIGTERM'));
// If one process ends, the others are stopped, too.
server.once('close', () => {
  void Promise.all(vites.map((vite) => vite.close())).finally(() => process.exit());
});

async function serveApp(config: string, host: string | undefined) {
  const vite = await createServer({
    root: ROOT,
    configFile: path.join(ROOT, config),
    logLevel: 'warn',
    ...(host !== undefined && { server: { host } }),
  });
  return vite.listen();
}
