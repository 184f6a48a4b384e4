/**
 * `npm run dev`: Vite with hot reload, and behind it the server, restarted on every change. The
 * address to open is Vite's; the server prints it when it is ready.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { createServer } from 'vite';

const ROOT = path.join(import.meta.dirname, '..');
const { HOST, PORT = '3000', PUBLIC_ORIGIN } = process.env;

// Read by vite.config.ts.
process.env['API_TARGET'] = `http://127.0.0.1:${PORT}`;
const vite = await createServer({
  root: ROOT,
  logLevel: 'warn',
  ...(HOST !== undefined && { server: { host: HOST } }),
});
await vite.listen();
const address = vite.resolvedUrls?.local[0] ?? vite.resolvedUrls?.network[0] ?? '';

const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/main.ts'], {
  cwd: ROOT,
  env: { ...process.env, PORT, PUBLIC_ORIGIN: PUBLIC_ORIGIN ?? new URL(address).origin },
  stdio: 'inherit',
});

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => server.kill('SIGTERM'));
// One without the other is of no use.
server.once('exit', () => void vite.close().finally(() => process.exit()));
