/** A phone with an authenticator app, and the clock that it shares with a test server. */
import { createHmac } from 'node:crypto';
import { LIMITS } from '../../../contract/limits.ts';
import { dataOf, PASSWORD } from '../users/accounts.ts';
import type { TestServer } from '../servers/test-server.ts';
import { steadyNow } from '../servers/steady-now.ts';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const CODES = 1_000_000;

/** The time of a server under test, which only this class moves. */
export class ServerTime {
  readonly #server: TestServer;
  #aheadMs: number;

  constructor(server: TestServer) {
    this.#server = server;
    this.#aheadMs = server.clockAheadMs;
  }

  now(): number {
    return steadyNow() + this.#aheadMs;
  }

  async advance(ms: number): Promise<void> {
    this.#aheadMs += ms;
    await this.#server.controlAdvance(ms);
  }

  /** Moves to the start of the next time step, so that the following calls are in one step. */
  async nextStep(): Promise<void> {
    const step = LIMITS.google_code_step_ms;
    await this.advance(step - (this.now() % step));
  }
}

/**
 * The code of RFC 6238 for a base32 key, that many steps after `atMs`; implemented separately from the
 * server's library.
 */
export function googleCode(key: string, atMs: number, stepsOff = 0): string {
  const bits = [...key].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0'));
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  const secret = Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(atMs / LIMITS.google_code_step_ms) + stepsOff));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const truncated = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fffffff;
  return String(truncated % CODES).padStart(6, '0');
}

/** Binds a new authenticator. @returns its key; the present time step is used up. */
export async function bindAuthenticator(
  server: TestServer,
  time: ServerTime,
  token: string,
): Promise<string> {
  const { secret } = dataOf(await server.call('createGoogleKey', {}, { token }));
  const code = { password: PASSWORD, google_code: googleCode(secret, time.now()) };
  dataOf(await server.call('bindGoogle', code, { token }));
  return secret;
}
