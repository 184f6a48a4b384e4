/** `npm run dev`: the server, restarted on every change, and Vite with hot reload in front of it. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '..');
const port = process.env['PORT'] ?? '3000';
const vite = path.join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');

const children = [
  run(['--watch', '--watch-preserve-output', 'server/main.ts'], { PORT: port }),
  run([vite], { API_TARGET: `http://127.0.0.1:${port}` }),
];

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
// One without the other is of no use.
for (const child of children) child.once('exit', stop);

function run(args: readonly string[], env: Readonly<Record<string, string>>): ChildProcess {
  return spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: 'inherit',
  });
}

function stop(): void {
  for (const child of children) if (child.exitCode === null) child.kill('SIGTERM');
}
