/**
 * Every call of the operator's server × every caller who may not make it; every change with its reason in the
 * audit log.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import { ERRORS } from '../../../contract/errors/catalog.ts';
import type { ErrorName } from '../../../contract/errors/catalog.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { MicroOrderInfo } from '../../../contract/micro/micro.ts';
import { OPERATOR_ENDPOINTS } from '../../../contract/operator/endpoints.ts';
import { COLLEAGUE, signInColleague } from '../../support/operator/colleague.ts';
import { dataOf, signUp } from '../../support/users/accounts.ts';
import { removeContracts } from '../../support/lever/remove-contracts.ts';
import {
  callOperator,
  codeOf,
  shownRevision,
  signInOperator,
} from '../../support/operator/operators.ts';
import type { TestOperator } from '../../support/operator/operators.ts';
import { addShortAndLong, factsOf, runningAndEnded } from '../../support/micro/kept-orders.ts';
import { MicroUser } from '../../support/micro/micro-users.ts';
import { queryServer } from '../../support/databases/server-database.ts';
import { startPreparedServer } from '../../support/servers/prepared-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';
import { AUDITED, READING } from './operator-routes/operator-cases.ts';
import type { AuditedName, ClosedName } from './operator-routes/operator-cases.ts';
import { CONTRACTS_REMOVED, makeOperatorWorld } from './operator-routes/operator-world.ts';
import type { OperatorWorld } from './operator-routes/operator-world.ts';
import type { Fields } from '../edge/private-routes/access-table.ts';
import { ask } from '../edge/private-routes/ask.ts';
import { recordsDigest } from '../edge/private-routes/records-digest.ts';

const REASON = 'as the test says';
const UNKNOWN_PATHS = ['/api/operator', '/api/operator/', '/api/operator/user/delete'];

interface Stranger {
  readonly who: string;
  readonly authorization: string | undefined;
  readonly error: ErrorName;
}

let server: TestServer;
let operator: TestOperator;
/** A second operator, signed in at the same time. */
let colleague: TestOperator;
let world: OperatorWorld;
/** Fast contracts, one that runs while the tests make every call and one that has ended. */
let fastContracts: readonly MicroOrderInfo[];
let owner: MicroUser;
let factsBefore: readonly unknown[];
let strangers: readonly Stranger[];

beforeAll(async () => {
  const env = { MARKET_MAKER: 'off', INDEX_LOG: 'on', TRUST_PROXY: 'loopback' };
  const started = await startPreparedServer(env, async (database) => {
    await removeContracts(database, CONTRACTS_REMOVED);
    return addShortAndLong(database);
  });
  server = started.server;
  await server.control('POST', '/chain/pause', { is_paused: true });
  strangers = await makeStrangers();
  world = await makeOperatorWorld(server, operator);
  owner = await MicroUser.open(server, '50');
  fastContracts = await runningAndEnded(server, owner, started.prepared);
  factsBefore = await factsOf(server, owner.email, fastContracts);
});
afterAll(() => server.stop());

const auditedNames = Object.keys(AUDITED) as AuditedName[];
const closedNames = [...(Object.keys(READING) as ClosedName[]), ...auditedNames];
const isAudited = (name: ClosedName): name is AuditedName => name in AUDITED;
/** The request with the current revision of its record. */
async function requestOf(name: ClosedName): Promise<Fields> {
  if (!isAudited(name)) return READING[name];
  const fields = AUDITED[name].request(world);
  const revision = await shownRevision(server, name, fields, operator);
  return { ...fields, revision: String(revision), reason: REASON };
}
const askCall = (name: ClosedName, fields: Fields, authorization?: string) =>
  ask(server.operatorOrigin, OPERATOR_ENDPOINTS[name], fields, authorization);

/** Signs the operator in, too; credentials that depend on the clock are made first. */
async function makeStrangers(): Promise<readonly Stranger[]> {
  const first = await signInOperator(server);
  await server.controlAdvance(LIMITS.operator_session_idle_ms);
  let aheadMs = LIMITS.operator_session_idle_ms;
  const again = async () => {
    await server.controlAdvance(LIMITS.google_code_step_ms);
    aheadMs += LIMITS.google_code_step_ms;
    const google_code = codeOf(first.secret, aheadMs);
    const credentials = { account: 'demo.operator@meridian.test', password: 'Meridian1' };
    return dataOf(await callOperator(server, 'signIn', { ...credentials, google_code })).token;
  };
  const signedOut = await again();
  dataOf(await callOperator(server, 'signOut', {}, { token: signedOut }));
  const token = await again();
  operator = {
    ...first,
    token,
    call: (name, fields) => callOperator(server, name, fields, { token }),
    ask: async (name, fields) => dataOf(await callOperator(server, name, fields, { token })),
  };
  colleague = await signInColleague(server);
  const person = await signUp(server);
  return [
    { who: 'anonymous', authorization: undefined, error: 'unauthorized' },
    { who: 'an empty token', authorization: 'Bearer ', error: 'unauthorized' },
    { who: 'garbage', authorization: 'not-a-token-at-all-but-long', error: 'unauthorized' },
    {
      who: 'a token of the right form that nobody has',
      authorization: randomBytes(32).toString('base64url'),
      error: 'unauthorized',
    },
    { who: 'an idle session', authorization: first.token, error: 'session_ended' },
    { who: 'signed out', authorization: signedOut, error: 'session_ended' },
    { who: 'a person', authorization: person.accessToken, error: 'unauthorized' },
    { who: 'a refresh token', authorization: person.refreshToken, error: 'unauthorized' },
  ];
}

const auditRows = () =>
  queryServer<Record<string, unknown>>(server, 'select * from audit_log order by id');

/** Tables that operators change in addition to users' records. */
const OTHERS = [
  'settings',
  'news',
  'news_texts',
  'wallet_coins',
  'spot_markets',
  'lever_markets',
  'lever_fundings',
  'lever_listings',
  'lever_funds',
  'micro_products',
  'micro_terms',
  'micro_funds',
  'staking_products',
  'staking_terms',
  'staking_fundings',
  'ieo_offerings',
  'ieo_fundings',
  'fund_changes',
  'lifecycles',
  'unverified_permissions',
  'audit_log',
];
async function everything(): Promise<readonly unknown[]> {
  const rows = OTHERS.map((table) =>
    queryServer(server, `select md5(string_agg(t::text, '|' order by t::text)) from ${table} t`),
  );
  return [await recordsDigest(server), ...(await Promise.all(rows))];
}
const FULL_LOG = `
  create or replace function refuse_all() returns trigger language plpgsql as
    $$ begin raise exception 'the log is full'; end $$;
  create trigger full_log before insert on audit_log for each row execute function refuse_all()`;

/** Expects that the action fails and changes nothing while the audit log rejects writes. */
async function expectUndoneWithoutLog(name: AuditedName): Promise<void> {
  await queryServer(server, FULL_LOG);
  try {
    const before = await everything();
    const answer = await askCall(name, await requestOf(name), operator.token);
    expect(answer.error).toBe('internal_error');
    expect(await everything()).toEqual(before);
  } finally {
    await queryServer(server, 'drop trigger full_log on audit_log');
  }
}

test('a caller without a valid token gets no data from any call, and nothing changes', async () => {
  const before = [await recordsDigest(server), await auditRows()];
  const wrong: unknown[] = [];
  for (const name of closedNames) {
    const request = await requestOf(name);
    for (const { who, authorization, error } of strangers) {
      const answer = await askCall(name, request, authorization);
      const isRight =
        answer.error === error &&
        answer.status === ERRORS[error].httpStatus &&
        answer.cacheControl === 'no-store' &&
        (JSON.parse(answer.text) as { data: unknown }).data === null;
      if (!isRight) wrong.push({ name, who, expected: error, answer });
    }
  }
  expect(wrong).toEqual([]);
  expect([await recordsDigest(server), await auditRows()]).toEqual(before);
});

test('an operator’s token opens no call for users', async () => {
  const wrong: unknown[] = [];
  for (const [name, endpoint] of Object.entries(ENDPOINTS)) {
    if (endpoint.audience === 'anonymous') continue;
    const { status, error } = await ask(server.origin, endpoint, {}, operator.token);
    const refused = endpoint.audience === 'refresh' ? 'session_ended' : 'unauthorized';
    if (error !== 'unauthorized' && error !== refused) wrong.push({ name, status, error });
  }
  expect(wrong).toEqual([]);
});

test('neither server has the calls of the other', async () => {
  const isMissing = async (origin: string, method: 'GET' | 'POST', path: string) => {
    const answer = await ask(origin, { method, path }, {}, operator.token);
    expect([path, answer.error, answer.status]).toEqual([path, 'route_not_found', 404]);
  };
  for (const { method, path } of Object.values(OPERATOR_ENDPOINTS))
    await isMissing(server.origin, method, path);
  for (const { method, path } of Object.values(ENDPOINTS))
    await isMissing(server.operatorOrigin, method, path);
  for (const path of [...UNKNOWN_PATHS, '/ws', '/dev/mailbox.json', '/state-machines.json'])
    await isMissing(server.operatorOrigin, 'GET', path);
});

test('an unknown field is refused by its name', async () => {
  const before = [await recordsDigest(server), await auditRows()];
  for (const name of closedNames) {
    const answer = await askCall(
      name,
      { ...(await requestOf(name)), is_admin: '1' },
      operator.token,
    );
    expect([name, answer.error]).toEqual([name, 'invalid_request']);
    expect(JSON.parse(answer.text)).toMatchObject({ fields: ['is_admin'] });
  }
  expect([await recordsDigest(server), await auditRows()]).toEqual(before);
});

describe('every change', () => {
  test.each(auditedNames)('%s needs a reason', async (name) => {
    const before = [await recordsDigest(server), await auditRows()];
    const { reason: _given, ...request } = await requestOf(name);
    const tooLong = 'x'.repeat(LIMITS.operator_reason_length_max + 1);
    for (const reason of [undefined, '', 'ab', '   ', ' padded', 'two\nlines', tooLong]) {
      const fields = reason === undefined ? request : { ...request, reason };
      const answer = await askCall(name, fields, operator.token);
      expect(answer.error).toBe('invalid_request');
      expect(JSON.parse(answer.text)).toMatchObject({ fields: ['reason'] });
    }
    expect([await recordsDigest(server), await auditRows()]).toEqual(before);
  });

  test.each(auditedNames)('%s of a missing record leaves no trace', async (name) => {
    const { unknown } = AUDITED[name];
    if (unknown === undefined) return;
    const before = [await recordsDigest(server), await auditRows()];
    const fields = { ...unknown.request, revision: '0', reason: REASON };
    const answer = await askCall(name, fields, operator.token);
    expect(answer.error).toBe(unknown.error);
    expect([await recordsDigest(server), await auditRows()]).toEqual(before);
  });

  test.each(auditedNames)('%s needs the last seen revision', async (name) => {
    const before = await everything();
    const { revision, ...request } = await requestOf(name);
    for (const wrong of [undefined, '', '-1', '1.5', 'x']) {
      const fields = wrong === undefined ? request : { ...request, revision: wrong };
      const answer = await askCall(name, fields, operator.token);
      expect(answer.error).toBe('invalid_request');
      expect(JSON.parse(answer.text)).toMatchObject({ fields: ['revision'] });
    }
    const present = Number(revision);
    const { isDoneAnyway = false } = AUDITED[name];
    const others = isDoneAnyway ? [] : [present - 1, present + 1];
    for (const other of others.filter((one) => one >= 0)) {
      const stale = { ...request, revision: String(other) };
      expect((await askCall(name, stale, operator.token)).error).toBe('record_changed');
    }
    expect(await everything()).toEqual(before);
  });

  test.each(auditedNames)(
    '%s is done together with its log entry: once, with who, why and where, even with parallel operators',
    async (name) => {
      const undo = await AUDITED[name].prepare?.(server);
      if (undo !== undefined) onTestFinished(undo);
      await expectUndoneWithoutLog(name);
      const before = (await auditRows()).length;
      const { action, subject, again, isAdditive = false } = AUDITED[name];
      const request = await requestOf(name);
      const rivals = isAdditive ? [operator] : [operator, colleague];
      const answers = await Promise.all(
        rivals.map(async (rival) => {
          const fields = { ...request, ...('client_id' in request && { client_id: randomUUID() }) };
          return { rival, ...(await askCall(name, fields, rival.token)) };
        }),
      );
      const done = answers.filter(({ error }) => error === undefined);
      expect(done).toHaveLength(1);
      const { rival: winner } = ensure(done[0], 'winner');
      const winnerName = winner === operator ? 'Demo operator' : COLLEAGUE.name;
      for (const answer of answers.filter(({ error }) => error !== undefined)) {
        expect(answer.error).toBe('record_changed');
        expect(JSON.parse(answer.text)).toMatchObject({
          meanwhile: { operator_name: winnerName, action, reason: REASON },
        });
      }
      const [kind, id] = subject(world);
      const [row, ...others] = (await auditRows()).slice(before);
      expect(others).toEqual([]);
      expect(row).toMatchObject({
        operator_id: winner.operatorId,
        action,
        subject_kind: kind,
        subject_id: id,
        reason: REASON,
        request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        address: expect.stringMatching(/^10\./),
      });
      const query = { subject_kind: kind, subject_id: id } as never;
      const { entries } = await operator.ask('listAudit', query);
      expect(entries[0]).toMatchObject({ action, reason: REASON, operator_name: winnerName });
      if (again === undefined) return;
      // The record may continue by itself, as a signed transfer does, even between read and call.
      await expect
        .poll(async () => (await askCall(name, await requestOf(name), operator.token)).error)
        .toBe(again);
      expect((await auditRows()).length).toBe(before + 1);
    },
  );

  test('cannot be removed from the log', async () => {
    for (const statement of ['delete from audit_log', "update audit_log set reason = 'other'"])
      await expect(queryServer(server, statement)).rejects.toThrow('append-only');
  });
});

test('none of the calls before has changed a fast contract that runs or has ended', async () => {
  for (const order of fastContracts) expect(await owner.order(order.id)).toEqual(order);
  expect(await factsOf(server, owner.email, fastContracts)).toEqual(factsBefore);
  const { faults } = await server.verifyLedger();
  expect(faults.filter((fault) => fault.startsWith('micro'))).toEqual([]);
});

test('the operator’s server documents its calls, and has the headers of every page', async () => {
  const response = await fetch(`${server.operatorOrigin}/openapi.json`);
  const { paths } = (await response.json()) as { paths: Record<string, unknown> };
  const described = Object.values(OPERATOR_ENDPOINTS).map(({ path }) => path);
  expect(Object.keys(paths).toSorted()).toEqual(described.toSorted());
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(response.headers.get('x-frame-options')).toBe('DENY');
});

test('the operator’s server is reachable from this machine alone by default', () => {
  expect(new URL(server.operatorOrigin).hostname).toBe('127.0.0.1');
  expect(server.operatorOrigin).not.toBe(server.origin);
});
