/** Ports for servers that restart at the same address. */
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the range for outgoing connections (from 32768 on Linux), so that no connection of another test takes
 * the port of a server that is down.
 */
const FIRST = 12_000;
/** Shares of the range, one per worker, so that two concurrent searches do not find the same port. */
const SHARES = 10;
const PORTS_OF_SHARE = 2_000;

/** A port of 127.0.0.1 without a listener. */
export async function lastingPort(): Promise<number> {
  const share = Number(process.env['VITEST_WORKER_ID'] ?? 0) % SHARES;
  for (;;) {
    const port = FIRST + share * PORTS_OF_SHARE + Math.floor(Math.random() * PORTS_OF_SHARE);
    if (await isFree(port)) return port;
  }
}

/** True if no process listens at that port of 127.0.0.1. */
export async function isFree(port: number): Promise<boolean> {
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
