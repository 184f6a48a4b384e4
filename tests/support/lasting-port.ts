/** Ports for servers that come back at the address where they were. */
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the range from which systems give connections their own ends (from 32768 on Linux): no
 * connection of another test can be given a port of these while its server is down.
 */
const FIRST = 12_000;
/** A share for each of so many workers, so that two who look at once do not find the same one. */
const SHARES = 10;
const PORTS_OF_SHARE = 2_000;

/** A port of 127.0.0.1 at which nothing listens. */
export async function lastingPort(): Promise<number> {
  const share = Number(process.env['VITEST_WORKER_ID'] ?? 0) % SHARES;
  for (;;) {
    const port = FIRST + share * PORTS_OF_SHARE + Math.floor(Math.random() * PORTS_OF_SHARE);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1');
  try {
    await once(probe, 'listening');
  } catch {
    return false;
  }
  probe.close();
  await once(probe, 'close');
  return true;
}
