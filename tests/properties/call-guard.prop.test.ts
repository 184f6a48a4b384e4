/** Calls of many clients: no network takes all places of the others, and every place comes back. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CallGuard } from '../../server/edge/http/call-guard.ts';

const READ = { isRead: true, isFromMemory: false };
const STORED_MAX = 300;
const OF_CLIENT_MAX = 30;
/** Most places of one wider network. */
const OF_NETWORK_MAX = STORED_MAX / 6;
/** Places that it may always have. */
const OF_NETWORK_MIN = 4;
/** Number of networks: they could take everything if each took its part of all. */
const MANY_NETWORKS = 12;

/** Keeps calls under way until they are released. */
class Crowd {
  readonly guard = new CallGuard({ storedMax: STORED_MAX, ofClientMax: OF_CLIENT_MAX });
  readonly #held: { readonly client: string; readonly release: () => void }[] = [];

  /** Returns whether the call was begun. */
  call(client: string): boolean {
    const { promise, resolve } = Promise.withResolvers<void>();
    let hasBegun = false;
    const answered = this.guard.run(READ, client, () => {
      hasBegun = true;
      return promise;
    });
    answered.catch(() => undefined);
    if (hasBegun) this.#held.push({ client, release: resolve });
    return hasBegun;
  }

  async release(count: number): Promise<void> {
    for (const { release } of this.#held.splice(0, count)) release();
    await new Promise((resolve) => setImmediate(resolve));
  }

  get size(): number {
    return this.#held.length;
  }

  ofClient(client: string): number {
    return this.#held.filter((call) => call.client === client).length;
  }

  of(prefix: string): number {
    return this.#held.filter(({ client }) => client.startsWith(prefix)).length;
  }
}

const v4 = (network: number, host: number) => `10.0.${network}.${host}`;
const v6 = (network: number, host: number) => `2001:db8:${network.toString(16)}:${host}`;

test.each([
  ['IPv4 addresses of one /24', (host: number) => v4(7, host), '10.0.7.'],
  ['/64 networks of one /48', (host: number) => v6(7, host), '2001:db8:7:'],
])('all %s together have a sixth', (_, clientOf, prefix) => {
  const crowd = new Crowd();
  for (let host = 0; host < 256; host++)
    for (let call = 0; call < 3; call++) crowd.call(clientOf(host));
  expect(crowd.of(prefix)).toBeGreaterThanOrEqual(OF_NETWORK_MIN);
  expect(crowd.size).toBeLessThanOrEqual(OF_NETWORK_MAX);
  // A company behind one address has its whole part.
  const company = v4(9, 1);
  for (let call = 0; call < OF_CLIENT_MAX; call++) expect(crowd.call(company)).toBe(true);
  expect(crowd.call(company)).toBe(false);
});

test('many networks leave a place for a client of a further network', () => {
  const crowd = new Crowd();
  for (let network = 0; network < MANY_NETWORKS; network++)
    for (let host = 0; host < 100; host++) crowd.call(v4(network, host));
  expect(crowd.size).toBeGreaterThan(STORED_MAX / 2);
  expect(crowd.size).toBeLessThan(STORED_MAX);
  expect(crowd.call(v4(MANY_NETWORKS, 1))).toBe(true);
});

const client = fc.oneof(
  fc.tuple(fc.nat(6), fc.nat(20)).map(([network, host]) => v4(network, host)),
  fc.tuple(fc.nat(6), fc.nat(20)).map(([network, host]) => v6(network, host)),
);
const act = fc.oneof(
  fc.record({ client, calls: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ released: fc.integer({ min: 1, max: 60 }) }),
);

test('a call is refused only for its client or network, and leaves nothing behind', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 60 }), async (acts) => {
      const crowd = new Crowd();
      for (const one of acts) {
        if ('released' in one) {
          await crowd.release(one.released);
          continue;
        }
        const network = one.client.slice(0, one.client.search(/[.:][^.:]*$/) + 1);
        for (let call = 0; call < one.calls; call++) {
          const [ofClient, ofNetwork] = [crowd.ofClient(one.client), crowd.of(network)];
          const begun = crowd.call(one.client);
          if (ofClient === OF_CLIENT_MAX || ofNetwork === OF_NETWORK_MAX) expect(begun).toBe(false);
          else if (ofNetwork < OF_NETWORK_MIN) expect(begun).toBe(true);
        }
      }
      await crowd.release(crowd.size);
      const last = v4(1, 1);
      for (let call = 0; call < OF_CLIENT_MAX; call++) expect(crowd.call(last)).toBe(true);
    }),
    { numRuns: 40 },
  );
});
