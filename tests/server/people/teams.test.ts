/** Invites, and teams of agents. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { formatUnits, parseUnits, SCALE_MAX } from '../../../contract/money/decimal.ts';
import { DAY_MS, HOUR_MS } from '../../../contract/time.ts';
import {
  codeByMail,
  dataOf,
  errorOf,
  newAddress,
  registration,
  signIn,
} from '../../support/users/accounts.ts';
import { newPayer, newUser, type TestUser, newTrader } from '../../support/users/test-user.ts';
import { OTHER_PAY_PASSWORD, PAY_PASSWORD } from '../../support/users/pay-password.ts';
import { findMarket, placeOrder } from '../../support/spot/orders.ts';
import { ServerTime } from '../../support/identity/authenticator.ts';
import { queryServer } from '../../support/databases/server-database.ts';
import { borrowServer, giveBack } from '../../support/servers/shared-server.ts';
import { startTestServer } from '../../support/servers/test-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';

let server: TestServer;
let time: ServerTime;
beforeAll(async () => {
  server = await startTestServer({
    env: { SEED: 'none', PUBLIC_ORIGIN: 'https://exchange.example' },
  });
  time = new ServerTime(server);
});
afterAll(() => server.stop());
beforeEach(() => time.advance(HOUR_MS));

const inviteOf = async (token: string) => dataOf(await server.call('getInvite', {}, { token }));

async function invited(inviteCode: string): Promise<string> {
  const email = newAddress('bob');
  const fields = {
    ...registration(email, await codeByMail(server, email)),
    invite_code: inviteCode,
  };
  dataOf(await server.call('register', fields));
  return email;
}

describe('inviting', () => {
  test('gives a code and a link to the sign-up page at the public address', async () => {
    const { token } = await newUser(server);
    const { invite_code: code, link, invitee_count: count } = await inviteOf(token);
    expect(code).toMatch(/^[2-9A-Z]{8}$/);
    expect(link).toBe(`https://exchange.example/register?invite_code=${code}`);
    expect(count).toBe(0);
  });

  test('without a public address links to the address of the request', async () => {
    const own = await borrowServer();
    try {
      const { token } = await newUser(own);
      const { invite_code: code, link } = dataOf(await own.call('getInvite', {}, { token }));
      expect(link).toBe(`${own.origin}/register?invite_code=${code}`);
    } finally {
      await giveBack(own);
    }
  });

  test('lists invited users, newest first, masked, page by page, and none of others', async () => {
    const { token } = await newUser(server);
    const { invite_code: code } = await inviteOf(token);
    const emails = [await invited(code), await invited(code), await invited(code)];
    const stranger = await newUser(server);
    await invited((await inviteOf(stranger.token)).invite_code);
    expect((await inviteOf(token)).invitee_count).toBe(3);
    const first = dataOf(await server.call('listInvitees', { size: '2' }, { token }));
    const rest = dataOf(
      await server.call('listInvitees', { size: '2', before: first.next ?? '' }, { token }),
    );
    expect(rest.next).toBeNull();
    const accounts = [...first.invitees, ...rest.invitees].map(({ account }) => account);
    expect(accounts).toEqual(['b***@example.org', 'b***@example.org', 'b***@example.org']);
    const text = JSON.stringify([first, rest]);
    for (const email of emails) expect(text).not.toContain(email);
    const ids = [...first.invitees, ...rest.invitees].map(({ id }) => Number(id));
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
  });

  test('answers a page that begins beyond all ids', async () => {
    const { token } = await newUser(server);
    const page = await server.call('listInvitees', { before: '9'.repeat(18) }, { token });
    expect(dataOf(page)).toEqual({ invitees: [], next: null });
  });
});

const authorizationOf = async ({ token }: TestUser) =>
  dataOf(await server.call('getAuthorizationCode', {}, { token }));
const add = ({ token }: TestUser, code: string, payPassword = PAY_PASSWORD) =>
  server.call('addTeamMember', { authorization_code: code, pay_password: payPassword }, { token });
const teamOf = async ({ token }: TestUser) => dataOf(await server.call('getTeam', {}, { token }));

async function newAgent(): Promise<TestUser> {
  const agent = await newPayer(server, 'agent');
  await server.changeUser(agent.email, 'make_agent');
  return agent;
}

describe('an authorization code', () => {
  test('is unchanged for ten minutes, then there is another', async () => {
    const person = await newUser(server);
    const first = await authorizationOf(person);
    expect(first.code).toMatch(/^[0-9A-Z]{8}$/);
    expect(
      Math.abs(first.expires_at - time.now() - LIMITS.authorization_code_valid_ms),
    ).toBeLessThan(60_000);
    expect(await authorizationOf(person)).toEqual(first);
    await time.advance(LIMITS.authorization_code_valid_ms);
    expect((await authorizationOf(person)).code).not.toBe(first.code);
  });

  test('requested many times at once is one', async () => {
    const person = await newUser(server);
    const codes = await Promise.all(Array.from({ length: 12 }, () => authorizationOf(person)));
    expect(new Set(codes.map(({ code }) => code)).size).toBe(1);
  });
});

describe('an agent', () => {
  test('adds a user by their code, once', async () => {
    const [agent, person] = [await newAgent(), await newUser(server)];
    const { code } = await authorizationOf(person);
    const team = dataOf(await add(agent, code));
    expect(team).toEqual({
      member_count: 1,
      verified_count: 0,
      added_today: 1,
      volume_30_days: '0',
      volume_today: '0',
    });
    expect(errorOf(await add(agent, code))).toBe('authorization_code_incorrect');
    expect(errorOf(await add(agent, (await authorizationOf(person)).code))).toBe(
      'team_member_taken',
    );
    expect(await teamOf(agent)).toEqual(team);
  });

  test('needs the role of an agent', async () => {
    const [nobody, person] = [await newPayer(server), await newUser(server)];
    const { code } = await authorizationOf(person);
    expect(errorOf(await add(nobody, code))).toBe('role_required');
    expect(errorOf(await add(nobody, code, OTHER_PAY_PASSWORD))).toBe('role_required');
    expect(errorOf(await server.call('getTeam', {}, { token: nobody.token }))).toBe(
      'role_required',
    );
    const agent = await newAgent();
    expect(errorOf(await add(agent, code))).toBeUndefined();
    await server.changeUser(agent.email, 'end_agent');
    expect(errorOf(await server.call('getTeam', {}, { token: agent.token }))).toBe('role_required');
  });

  test('needs the pay password, and a wrong one leaves the code valid', async () => {
    const [agent, person] = [await newAgent(), await newUser(server)];
    const { code } = await authorizationOf(person);
    expect(errorOf(await add(agent, code, OTHER_PAY_PASSWORD))).toBe('pay_password_incorrect');
    expect(errorOf(await add(agent, code))).toBeUndefined();
  });

  test('cannot add with an expired code, nor with the own one', async () => {
    const [agent, person] = [await newAgent(), await newUser(server)];
    const { code } = await authorizationOf(person);
    const own = await authorizationOf(agent);
    expect(errorOf(await add(agent, own.code))).toBe('own_authorization_code');
    await time.advance(LIMITS.authorization_code_valid_ms);
    expect(errorOf(await add(agent, code))).toBe('authorization_code_incorrect');
  });

  test('cannot add a user who was disabled since the code was shown', async () => {
    const [agent, person] = [await newAgent(), await newUser(server)];
    const { code } = await authorizationOf(person);
    await server.changeUser(person.email, 'disable');
    expect(errorOf(await add(agent, code))).toBe('authorization_code_incorrect');
  });

  test('cannot guess codes', async () => {
    const agent = await newAgent();
    for (let tries = 0; tries < LIMITS.secret_failures_max; tries++)
      expect(errorOf(await add(agent, `WRONG23${tries}`))).toBe('authorization_code_incorrect');
    expect(errorOf(await add(agent, 'WRONG239'))).toBe('secret_tries_exhausted');
  });

  test('among many with the same code at once is the only one to add the user', async () => {
    const agents = [await newAgent(), await newAgent(), await newAgent()];
    const person = await newUser(server);
    const { code } = await authorizationOf(person);
    const answers = await Promise.all(
      agents.flatMap((agent) => [add(agent, code), add(agent, code)]),
    );
    expect(answers.map(errorOf).filter((error) => error === undefined)).toHaveLength(1);
    const teams = await Promise.all(agents.map(teamOf));
    expect(teams.map(({ member_count: count }) => count).toSorted()).toEqual([0, 0, 1]);
  });

  test('has a limited number of users in the team', async () => {
    const [agent, person] = [await newAgent(), await newUser(server)];
    await queryServer(
      server,
      `with made as (
         insert into users (uid, email, password_hash, invite_code, locale, created_at_ms)
         select 'team' || n, 'team' || n || '@example.org', '', 'TEAM' || n, 'en-US', 0
         from generate_series(1, $1::int) n returning id)
       insert into team_members (member_id, agent_id, added_at_ms)
       select made.id, agent.id, 0 from made, users agent where agent.email = $2`,
      [LIMITS.team_size_max, agent.email],
    );
    const { code } = await authorizationOf(person);
    expect(errorOf(await add(agent, code))).toBe('team_full');
    expect(await teamOf(agent)).toMatchObject({
      member_count: LIMITS.team_size_max,
      added_today: 0,
    });
  });
});

test('the totals of a team are the trades of its members, each side counted, by day', async () => {
  const agent = await newAgent();
  const { id, priceAt } = await findMarket(server, 'BTC');
  const [member, other] = [
    await newTrader(server, { USDT: '1000000' }),
    await newTrader(server, { BTC: '10' }),
  ];
  dataOf(await add(agent, (await authorizationOf(member)).code));
  const price = priceAt(1);
  const trade = async (quantity: string) => {
    const order = { currency_match_id: id, type: 'limit', price, quantity } as const;
    dataOf(await placeOrder(server, other, { ...order, side: 'sell' }));
    dataOf(await placeOrder(server, member, { ...order, side: 'buy' }));
  };
  await trade('0.5');
  const half = parts(price, 1, 2);
  expect(await teamOf(agent)).toMatchObject({
    member_count: 1,
    verified_count: 1,
    volume_30_days: half,
    volume_today: half,
  });
  // Trades of the new member from before are not in the totals, because the change of the totals would reveal them.
  const joined = dataOf(await add(agent, (await authorizationOf(other)).code));
  expect(joined).toMatchObject({ member_count: 2, volume_30_days: half, volume_today: half });
  await trade('0.25');
  expect(await teamOf(agent)).toMatchObject({ volume_30_days: price, volume_today: price });
  // Half of an order that rests over midnight is executed before it, half after it.
  const resting = { currency_match_id: id, type: 'limit', price } as const;
  dataOf(await placeOrder(server, other, { ...resting, side: 'sell', quantity: '1' }));
  dataOf(await placeOrder(server, member, { ...resting, side: 'buy', quantity: '0.5' }));
  await time.advance(DAY_MS);
  const buyer = { ...member, token: await tokenLater(member) };
  dataOf(await placeOrder(server, buyer, { ...resting, side: 'buy', quantity: '0.5' }));
  expect(await laterTeamOf(agent)).toMatchObject({
    volume_30_days: parts(price, 3),
    volume_today: price,
    added_today: 0,
  });
  await time.advance(29 * DAY_MS + DAY_MS / 2);
  expect(await laterTeamOf(agent)).toMatchObject({ volume_30_days: price, volume_today: '0' });
  await time.advance(DAY_MS);
  expect(await laterTeamOf(agent)).toMatchObject({ volume_30_days: '0', member_count: 2 });
});

test('an order that rests while its owner is added counts only with the trades after that', async () => {
  const agent = await newAgent();
  const { id, priceAt } = await findMarket(server, 'ETH');
  const [member, other] = [
    await newTrader(server, { USDT: '1000000' }),
    await newTrader(server, { ETH: '10' }),
  ];
  const resting = { currency_match_id: id, type: 'limit', price: priceAt(1) } as const;
  const sell = (quantity: string) =>
    placeOrder(server, other, { ...resting, side: 'sell', quantity });
  dataOf(await placeOrder(server, member, { ...resting, side: 'buy', quantity: '1' }));
  dataOf(await sell('0.75'));
  const { code } = await authorizationOf(member);
  expect(dataOf(await add(agent, code))).toMatchObject({ volume_30_days: '0', volume_today: '0' });
  dataOf(await sell('0.25'));
  const bought = parts(priceAt(1), 1, 4);
  expect(await teamOf(agent)).toMatchObject({ volume_30_days: bought, volume_today: bought });
  dataOf(await placeOrder(server, member, { ...resting, side: 'buy', quantity: '0.5' }));
  dataOf(await sell('0.25'));
  const both = parts(priceAt(1), 1, 2);
  expect(await teamOf(agent)).toMatchObject({ volume_30_days: both, volume_today: both });
});

/** Returns that multiple of an amount. */
function parts(amount: string, factor: number, divisor = 1): string {
  const units = ensure(parseUnits(amount, SCALE_MAX), 'an amount');
  return formatUnits((units * BigInt(factor)) / BigInt(divisor), SCALE_MAX);
}

const laterTeamOf = async (agent: TestUser) => teamOf({ ...agent, token: await tokenLater(agent) });

async function tokenLater({ email }: TestUser): Promise<string> {
  return dataOf(await signIn(server, email)).accessToken;
}
