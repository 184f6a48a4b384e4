/** Every private call × every caller who may not make it, generated from the table of calls. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import type { EndpointName } from '../../../contract/endpoints.ts';
import { ERRORS } from '../../../contract/errors/catalog.ts';
import type { ErrorName } from '../../../contract/errors/catalog.ts';
import { ROUTES } from '../../../contract/routes.ts';
import { newClientAddress } from '../../support/servers/client-address.ts';
import { newAddress, signUp } from '../../support/users/accounts.ts';
import { newPayer } from '../../support/users/test-user.ts';
import { addShortAndLong, factsOf } from '../../support/micro/kept-orders.ts';
import { newWithdrawer } from '../../support/wallet/wallet-users.ts';
import { startPreparedServer } from '../../support/servers/prepared-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';
import { PERSONAL_RECORD_ERRORS } from './private-routes/access-table.ts';
import type { Fields } from './private-routes/access-table.ts';
import { ask } from './private-routes/ask.ts';
import { compareTimes } from './private-routes/compare-times.ts';
import { makePrincipals } from './private-routes/principals.ts';
import type { Principal } from './private-routes/principals.ts';
import { GATED, PRIVATE_CASES } from './private-routes/private-cases.ts';
import type { PrivateName } from './private-routes/private-cases.ts';
import { recordsDigest } from './private-routes/records-digest.ts';
import { makeWorld } from './private-routes/world.ts';
import type { World } from './private-routes/world.ts';

let server: TestServer;
let world: World;
/** Everything that is known of the fast contracts of the world. */
let fastFacts: readonly unknown[];
let principals: readonly Principal[];
/** Certified, with a pay password, an address and money, and without any record of the world. */
let stranger = '';
/** A user with a pay password who is not certified. */
let agent = '';

beforeAll(async () => {
  const env = { MARKET_MAKER: 'off', INDEX_LOG: 'on', TRUST_PROXY: 'loopback' };
  const started = await startPreparedServer(env, addShortAndLong);
  server = started.server;
  await server.control('POST', '/chain/pause', { is_paused: true });
  principals = await makePrincipals(server);
  stranger = (await newWithdrawer(server, { USDT: '1000' })).token;
  world = await makeWorld(server, stranger, started.prepared);
  fastFacts = await factsOf(server, world.ownerEmail, world.fastContracts);
  const { email, token } = await newPayer(server);
  await server.changeUser(email, 'make_agent');
  agent = token;
});
afterAll(() => server.stop());

/** Errors that a call returns before all others to callers without the right to it. */
const GATES = new Set<ErrorName | undefined>(['verification_required', 'role_required']);
const names = Object.keys(PRIVATE_CASES) as PrivateName[];
const errorsOf = (name: EndpointName): readonly ErrorName[] => ROUTES[name].errors;

const askCall = (name: PrivateName, fields: Fields, authorization: string | undefined) =>
  ask(server.origin, ENDPOINTS[name], fields, authorization);

describe('the table of private calls', () => {
  test('lists every call that requires an access token', () => {
    const asking = Object.entries(ENDPOINTS)
      .filter(([, { audience }]) => audience === 'user')
      .map(([name]) => name);
    expect(names.toSorted()).toEqual(asking.toSorted());
  });

  test('lists every path of the private folder', () => {
    const inFolder = Object.entries(ENDPOINTS)
      .filter(([, { path }]) => path.startsWith('/api/private/'))
      .map(([name]) => name);
    expect(names.toSorted()).toEqual(inFolder.toSorted());
  });

  test.each(names)(
    'tries %s with records of others, if it can answer that one is not found',
    (name) => {
      const personal = errorsOf(name).filter((error) =>
        (PERSONAL_RECORD_ERRORS as readonly ErrorName[]).includes(error),
      );
      const tried = PRIVATE_CASES[name].probes?.(world).map(({ error }) => error) ?? [];
      // A reply checks its feedback ticket first, so a foreign picture ticket is tested with a new feedback
      // ticket.
      const needed = name === 'replyFeedback' ? ['feedback_not_found'] : personal;
      expect(tried).toEqual(expect.arrayContaining(needed as string[]));
    },
  );
});

test('a caller without a valid token gets no data from any private call, and nothing changes', async () => {
  const before = await recordsDigest(server);
  const wrong: unknown[] = [];
  for (const name of names)
    for (const { who, authorization, error } of principals) {
      const answer = await askCall(name, PRIVATE_CASES[name].request, authorization);
      const isRight =
        answer.error === error &&
        answer.status === ERRORS[error].httpStatus &&
        answer.cacheControl === 'no-store' &&
        (JSON.parse(answer.text) as { data: unknown }).data === null;
      if (!isRight) wrong.push({ name, who, expected: error, answer });
    }
  expect(wrong).toEqual([]);
  expect(await recordsDigest(server)).toEqual(before);
});

describe.each(names)('%s', (name) => {
  test('is open to every signed-in user, unless the rules require certification or a role', async () => {
    const { request } = PRIVATE_CASES[name];
    // A new user for each call, because some calls end sessions.
    const someone = (await signUp(server, newAddress(), newClientAddress())).accessToken;
    const { status, error } = await askCall(name, request, someone);
    expect([401, 402, 403, 404, 500, 503]).not.toContain(status);
    expect(error).not.toBe('invalid_request');
    const asked = GATES.has(error) ? error : undefined;
    expect(asked).toBe(GATED[name]);
    // The contract also declares the gate, so that callers know it.
    expect(errorsOf(name).find((gate) => GATES.has(gate))).toBe(asked);
  });

  // A busy machine may spoil one comparison; an oracle spoils all of them.
  test('takes the same time for a foreign record as for a missing one', { retry: 3 }, async () => {
    for (const probe of PRIVATE_CASES[name].probes?.(world) ?? []) {
      const { differenceMs, explainedMs } = await compareTimes(
        () => askCall(name, probe.foreign, stranger),
        () => askCall(name, probe.unknown, stranger),
      );
      expect(differenceMs).toBeLessThan(explainedMs);
    }
  });

  test('lets certified callers and those with the role through, each for its own gate', async () => {
    const gate = GATED[name];
    if (gate === undefined) return;
    const isRole = gate === 'role_required';
    const { request } = PRIVATE_CASES[name];
    const [passing, other] = isRole ? [agent, stranger] : [stranger, agent];
    expect(GATES.has((await askCall(name, request, passing)).error)).toBe(false);
    expect((await askCall(name, request, other)).error).toBe(gate);
  });

  test('answers for a foreign record like for a missing one', async () => {
    for (const { error, foreign, unknown } of PRIVATE_CASES[name].probes?.(world) ?? []) {
      const [ofOther, ofNobody] = [
        await askCall(name, foreign, stranger),
        await askCall(name, unknown, stranger),
      ];
      expect(ofNobody.error).toBe(error);
      expect(ofOther).toEqual(ofNobody);
    }
  });
});

const reads = names.filter((name) => ENDPOINTS[name].method === 'GET');
/** Texts of all responses of read calls, without ids of other users. */
async function readAll(token: string): Promise<string> {
  const answers = await Promise.all(
    reads.map((name) => askCall(name, PRIVATE_CASES[name].request, token)),
  );
  return answers.map(({ text }) => text).join('\n');
}

test('lists that a stranger can read without an id hold no data of other users', async () => {
  const [toOwner, toStranger] = [await readAll(world.ownerToken), await readAll(stranger)];
  for (const mark of world.marks) {
    expect(toOwner).toContain(mark);
    expect(toStranger).not.toContain(mark);
  }
});

test('records that strangers tried still belong to their owner, unchanged', async () => {
  const { ownerToken: token } = world;
  const open = await server.call('getOrder', { id: world.orderId }, { token });
  expect(open.data).toMatchObject({ state: 'paid' });
  const withdrawal = await server.call('getWithdrawal', { id: world.withdrawalId }, { token });
  expect(withdrawal.data).toMatchObject({ phase: 'pending_review' });
  for (const [name, id] of [
    ['getDeposit', world.depositId],
    ['getTransfer', world.transferId],
    ['getFeedback', world.feedbackId],
  ] as const)
    expect((await server.call(name, { id }, { token })).code).toBe(1);
  expect((await askCall('readPicture', { id: world.pictureId }, token)).status).toBe(200);
  const methods = await server.call('listCollectionMethods', {}, { token });
  expect(methods.data?.map(({ id }) => id)).toEqual([world.methodId]);
  const addresses = await server.call('listWithdrawalAddresses', {}, { token });
  expect(addresses.data?.map(({ id }) => id)).toEqual([world.addressId]);
});

test('no call before has changed a fast contract that runs or has ended', async () => {
  expect(await factsOf(server, world.ownerEmail, world.fastContracts)).toEqual(fastFacts);
  for (const order of world.fastContracts) {
    const now = await server.call('getMicroOrder', { id: order.id }, { token: world.ownerToken });
    expect(now.data).toEqual(order);
  }
  const { faults } = await server.verifyLedger();
  expect(faults.filter((fault) => fault.startsWith('micro'))).toEqual([]);
});
