/** The server process: reads the environment, starts, and serves until a signal. */
import { networkInterfaces } from 'node:os';
import { readConfig } from '../kit/config/config.ts';
import type { Config } from '../kit/config/config.ts';
import { EXIT_CODES } from '../kit/process/exit-codes.ts';
import { DEMO_OPERATOR, DEMO_PASSWORD, DEMO_PEOPLE } from '../kit/demo-accounts.ts';
import { createLog } from '../kit/log.ts';
import { runServer } from './run-server.ts';
import type { RunningServer } from './start-server.ts';
import { StartupError } from '../kit/process/startup-error.ts';

try {
  await run();
} catch (error) {
  // A StartupError is one line that the reader can act on. Any other error is a defect and needs
  // its stack.
  const text = error instanceof StartupError ? error.message : String((error as Error).stack);
  process.stderr.write(`Meridian cannot start. ${text}\n`);
  process.exit(EXIT_CODES.failed);
}

async function run(): Promise<void> {
  // Resolves when the process that started this one over an IPC channel is gone.
  const supervisorGone = new Promise((resolve) => process.once('disconnect', resolve));
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const { server, stop } = await runServer(config, log, (code) => process.exit(code));
  for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(name, () => void stop(EXIT_CODES.stopped));
  void supervisorGone.then(() => stop(EXIT_CODES.stopped));
  // After the handlers, because a signal may follow the line at once.
  const ms = Math.round(performance.now());
  const { origin, operatorOrigin, controlPort } = server;
  log.info({ origin, operatorOrigin, controlPort, ms }, 'ready');
  greet(config, server, ms);
}

/** Prints the addresses at the terminal; the log has the same for programs. */
function greet(config: Config, server: RunningServer, ms: number): void {
  if (config.nodeEnv !== 'development') return;
  const origin = config.publicOrigins[0] ?? server.origin;
  const lines = [
    `Meridian is ready in ${ms} ms: ${origin}`,
    `The console of operators: ${server.operatorOrigin}`,
  ];
  if (server.seededWith === 'demo') {
    const names = DEMO_PEOPLE.map(({ email }) => email).join(', ');
    lines.push(
      `Demo accounts, password ${DEMO_PASSWORD}: ${names}`,
      `Demo operator, same password: ${DEMO_OPERATOR}`,
    );
  }
  if (config.mail === undefined)
    lines.push(`No SMTP_URL is set: mails and their codes are at ${origin}/dev/mailbox`);
  if (config.host === '127.0.0.1')
    lines.push('Only this machine can open it; set HOST=0.0.0.0 for a phone on the same network.');
  if (config.host === '0.0.0.0')
    for (const address of networkAddresses())
      lines.push(`On the same network: http://${address}:${new URL(origin).port}`);
  process.stdout.write(`${lines.join('\n')}\n`);
}

function networkAddresses(): readonly string[] {
  return Object.values(networkInterfaces()).flatMap((list = []) =>
    list
      .filter(({ family, internal }) => family === 'IPv4' && !internal)
      .map(({ address }) => address),
  );
}
