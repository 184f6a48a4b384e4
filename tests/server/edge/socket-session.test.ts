/** `auth`, and the end of a session: the period in which a socket belongs to a user. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../contract/time.ts';
import { startHarness, type Client, type Harness } from './socket-harness.ts';
import {
  ANN,
  BOB,
  errorsOf,
  follower,
  orderIds,
  passMinutes,
  place,
  positionOf,
  returning,
  signedIn,
  snapshotsOf,
  SUB,
  waitForEvents,
} from './socket-people.ts';
import { eventually } from '../../support/eventually.ts';

let harness: Harness;
beforeEach(async () => {
  harness = await startHarness();
});
afterEach(() => harness.stop());

/** Holds token look-ups until the gate is opened. */
function holdLookUps() {
  const gate = { open: () => {} };
  harness.sessions.gate = new Promise((resolve) => (gate.open = resolve));
  return gate;
}

/** Sends `count` tokens in one batch; without `token`, tokens that do not exist. */
function guess(client: Client, count: number, token?: string): void {
  for (let number = 0; number < count; number += 1)
    client.send({ type: 'auth', token: token ?? `a-guess-of-a-token-${number}` });
}

describe('auth', () => {
  it('accepts a valid token, and answers a wrong one with unauthorized; the socket stays', async () => {
    const client = await harness.connect();
    client.send({ type: 'auth', token: 'nobody-has-this-token' });
    await client.waitFor(({ type }) => type === 'error');
    client.send({ type: 'auth', token: harness.sessions.issue(ANN) });
    await client.waitFor(({ type }) => type === 'auth');
    expect(errorsOf(client)).toEqual(['unauthorized']);
    expect(client.closedWith).toBeUndefined();
  });

  it('of a session that ended is answered with session_ended', async () => {
    const token = harness.sessions.issue(ANN, 'one');
    harness.sessions.end('one');
    const client = await harness.connect();
    client.send({ type: 'auth', token });
    await client.waitFor(({ type }) => type === 'error');
    expect(errorsOf(client)).toEqual(['session_ended']);
  });

  it('is needed before USER', async () => {
    const client = await harness.connect();
    client.send(SUB);
    await client.settle();
    expect(errorsOf(client)).toEqual(['unauthorized']);
  });

  it('and USER may be sent together', async () => {
    const client = await harness.connect();
    client.send({ type: 'auth', token: harness.sessions.issue(ANN) });
    client.send(SUB);
    await client.waitFor(({ type }) => type === 'USER');
    expect(client.messages.map(({ type }) => type)).toEqual(['hello', 'auth', 'USER']);
  });

  it('with too many wrong tokens closes the socket with 1008, and reads no token after that', async () => {
    const client = await harness.connect();
    guess(client, 15);
    await eventually(() => expect(errorsOf(client)).toHaveLength(15));
    guess(client, 15);
    expect(await client.waitForClose()).toBe(1008);
    await signedIn(harness, harness.sessions.issue(ANN));
    expect(errorsOf(client)).toEqual(Array.from({ length: 21 }, () => 'unauthorized'));
    expect(harness.sessions.lookUps).toBe(21 + 1);
  });

  it('faster than tokens can be read closes the socket with 1008', async () => {
    const gate = holdLookUps();
    const client = await harness.connect();
    guess(client, 1);
    await client.settle();
    guess(client, 20);
    expect(await client.waitForClose()).toBe(1008);
    expect(errorsOf(client)).toEqual(['too_many_messages']);
    gate.open();
    await signedIn(harness, harness.sessions.issue(ANN));
    expect(harness.sessions.lookUps).toBe(1 + 1);
  });

  it('of a closed socket is not read any more', async () => {
    const gate = holdLookUps();
    const client = await harness.connect();
    guess(client, 10);
    await client.settle();
    client.webSocket.terminate();
    await eventually(async () => expect(await harness.countSockets()).toBe(0));
    gate.open();
    await signedIn(harness, harness.sessions.issue(ANN));
    expect(harness.sessions.lookUps).toBe(1 + 1);
  });

  it('with the token of another user ends the subscriptions of the first', async () => {
    const client = await follower(harness, ANN);
    client.send({ type: 'auth', token: harness.sessions.issue(BOB) });
    await eventually(() => {
      expect(client.messages.filter(({ type }) => type === 'auth')).toHaveLength(2);
    });
    const ann = await follower(harness, ANN);
    place(harness, ANN, 1);
    await waitForEvents(ann, 1);
    client.send({ ...SUB, after: { stream: positionOf(ann).stream, seq: 0 } });
    await eventually(() => expect(snapshotsOf(client)).toHaveLength(2));
    place(harness, BOB, 2);
    await waitForEvents(client, 1);
    expect(orderIds(client.of('USER'))).toEqual(['2']);
  });

  it('answered after the socket closed does not subscribe it', async () => {
    const earlier = await follower(harness, ANN);
    const seen = positionOf(earlier);
    earlier.webSocket.terminate();
    const gate = holdLookUps();
    const client = await harness.connect();
    client.send({ type: 'auth', token: harness.sessions.issue(ANN) });
    client.send(SUB);
    await client.settle();
    client.webSocket.terminate();
    await eventually(async () => expect(await harness.countSockets()).toBe(0));
    gate.open();
    // If it were still subscribed, its events would be kept forever.
    await passMinutes(harness, 6);
    const returned = await returning(harness, ANN, seen);
    expect(positionOf(returned).stream).not.toBe(seen.stream);
  });
});

describe('an address that guesses tokens on many sockets', () => {
  /** Sends as many tokens as close a socket. @returns the errors sent to it. */
  const guessOn = async (client: Client, token?: string) => {
    const told = errorsOf(client).length;
    guess(client, 1, token);
    await eventually(() => expect(errorsOf(client)).toHaveLength(told + 1));
    guess(client, 20, token);
    await client.waitForClose();
    return errorsOf(client);
  };

  /** Repeats until no token is looked up any more. */
  const guessOnMany = async (connect: () => Promise<Client>) => {
    let errors = await guessOn(await connect());
    for (let sockets = 1; !errors.includes('too_many_messages') && sockets < 30; sockets += 1)
      errors = await guessOn(await connect());
  };

  const countOf = (client: Client, wanted: string) =>
    client.messages.filter(({ type }) => type === wanted).length;

  it('has no token read after 300 within a minute, and keeps its sockets', async () => {
    const token = harness.sessions.issue(BOB);
    await guessOnMany(() => harness.connect());
    const { lookUps } = harness.sessions;
    expect(lookUps).toBe(300);

    const other = await harness.connect();
    other.send({ type: 'auth', token });
    other.send({ type: 'sub', params: 'DEPTH', currency_match_id: 1 });
    await other.waitFor(({ type }) => type === 'DEPTH');
    await other.settle();
    expect(errorsOf(other)).toEqual(['too_many_messages']);
    expect(harness.sessions.lookUps).toBe(lookUps);

    harness.clock.time += 30 * SECOND_MS;
    await other.settle();
    harness.clock.time += 30 * SECOND_MS;
    other.send({ type: 'auth', token });
    await other.waitFor(({ type }) => type === 'auth');
    expect(other.closedWith).toBeUndefined();
  });

  it('does not keep signed-in users from renewing their token', async () => {
    const token = harness.sessions.issue(ANN);
    const client = await follower(harness, ANN, token);
    await guessOnMany(() => harness.connect());
    client.send({ type: 'auth', token });
    client.send({ type: 'auth', token: harness.sessions.issue(ANN, 'renewed') });
    await eventually(() => expect(countOf(client, 'auth')).toBe(3));
    place(harness, ANN, 1);
    await waitForEvents(client, 1);
    expect(errorsOf(client)).toEqual([]);
  });

  it('counts only the guesses of the user on a signed-in socket', async () => {
    await guessOnMany(() => signedIn(harness, harness.sessions.issue(ANN)));
    const { lookUps } = harness.sessions;
    const ann = await signedIn(harness, harness.sessions.issue(ANN));
    guess(ann, 1);
    await ann.settle();
    expect(errorsOf(ann)).toEqual(['too_many_messages']);
    expect(harness.sessions.lookUps).toBe(lookUps + 1);
    const bob = await signedIn(harness, harness.sessions.issue(BOB));
    guess(bob, 1);
    await eventually(() => expect(errorsOf(bob)).toEqual(['unauthorized']));
  });

  it('does not include users with ended sessions', async () => {
    const token = harness.sessions.issue(ANN, 'ended');
    harness.sessions.end('ended');
    for (let sockets = 0; sockets < 16; sockets += 1) await guessOn(await harness.connect(), token);
    await signedIn(harness, harness.sessions.issue(BOB));
  });
});

describe('the end of a session', () => {
  const expectEnded = async (client: Client) => {
    await client.waitFor(({ type }) => type === 'error');
    expect(errorsOf(client)).toEqual(['session_ended']);
    const other = await follower(harness, ANN);
    place(harness, ANN, 99);
    await waitForEvents(other, 1);
    await client.settle();
    expect(orderIds(client.of('USER'))).toEqual([]);
    client.send(SUB);
    await client.settle();
    expect(errorsOf(client)).toEqual(['session_ended', 'unauthorized']);
  };

  it('by signing out ends its USER at once, and no other one', async () => {
    const stays = await follower(harness, ANN);
    const client = await follower(harness, ANN, harness.sessions.issue(ANN, 'of the phone'));
    harness.sessions.signOut('of the phone');
    // The answer to a ping sent now comes after it.
    await client.settle();
    expect(errorsOf(client)).toEqual(['session_ended']);
    await expectEnded(client);
    expect(errorsOf(stays)).toEqual([]);
    expect(orderIds(stays.of('USER'))).toEqual(['99']);
  });

  it('elsewhere ends its USER within seconds', async () => {
    const client = await follower(harness, ANN, harness.sessions.issue(ANN, 'disabled'));
    harness.sessions.end('disabled');
    await expectEnded(client);
  });

  it('is the answer to an expired token', async () => {
    const client = await follower(harness, ANN, harness.sessions.issue(ANN, 'short', MINUTE_MS));
    harness.clock.time += 30 * SECOND_MS;
    await client.settle();
    harness.clock.time += 30 * SECOND_MS;
    await client.settle();
    await expectEnded(client);
  });

  it('is prevented by a newer token in time', async () => {
    const client = await follower(harness, ANN, harness.sessions.issue(ANN, 'renewed', MINUTE_MS));
    client.send({ type: 'auth', token: harness.sessions.issue(ANN, 'renewed', HOUR_MS) });
    const overdue = await signedIn(harness, harness.sessions.issue(BOB, 'overdue', MINUTE_MS));
    for (let step = 0; step < 3; step += 1) {
      harness.clock.time += 30 * SECOND_MS;
      await client.settle();
      await overdue.settle();
    }
    // The same sweep has checked both sockets.
    await overdue.waitFor(({ type }) => type === 'error');
    place(harness, ANN, 1);
    await waitForEvents(client, 1);
    expect(errorsOf(client)).toEqual([]);
  });
});
