/** Runs servers in one process, see `server-host.ts`. They stop with the process that started this one. */
import { runServer, type ServerRun } from '../../../server/boot/run-server.ts';
import { readConfig } from '../../../server/kit/config/config.ts';
import { createLog } from '../../../server/kit/log.ts';
import { EXIT_CODES } from '../../../server/kit/process/exit-codes.ts';
import { StartupError } from '../../../server/kit/process/startup-error.ts';
import type { HostOrder, HostReport } from './server-host.ts';

const runs = new Map<number, ServerRun>();

process.on('message', (order: HostOrder) => {
  if (order.kind === 'start') void start(order.id, order.env);
  else void runs.get(order.id)?.stop(EXIT_CODES.stopped);
});
process.on('disconnect', () => {
  void Promise.all([...runs.values()].map(({ server }) => server.stop())).then(() =>
    process.exit(),
  );
});

async function start(id: number, env: Readonly<Record<string, string>>): Promise<void> {
  const write = (text: string) => report({ kind: 'line', id, line: text.trimEnd() });
  const end = (code: number) => {
    const run = runs.get(id);
    runs.delete(id);
    // A process would close everything by its end.
    void run?.server.stop().then(() => report({ kind: 'ended', id, code }));
  };
  try {
    const config = readConfig(env);
    const log = createLog(config.logLevel, { write });
    const run = await runServer(config, log, end);
    runs.set(id, run);
    const { origin, operatorOrigin, controlPort } = run.server;
    log.info({ origin, operatorOrigin, controlPort }, 'ready');
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    write(`Meridian cannot start. ${error.message}`);
    report({ kind: 'ended', id, code: EXIT_CODES.failed });
  }
}

function report(message: HostReport): void {
  if (process.connected) process.send?.(message);
}
