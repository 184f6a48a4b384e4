/**
 * Kills a server with SIGKILL at a named point, and compares what is left with an undisturbed user who did the
 * same: nothing is done twice, nothing that was committed is lost, and what was not committed did not happen.
 */
import { assert, ensure } from '../../../contract/assert.ts';
import type { KillTarget } from '../crash/crash-run.ts';
import type { LastingServer } from '../crash/lasting-database.ts';
import { gone } from '../crash/processes.ts';
import { WriterGate } from '../crash/writer-gate.ts';
import { eventually } from '../eventually.ts';
import { queryServer } from '../databases/server-database.ts';
import { ContractMarket, ContractUser } from './contract-users.ts';
import { priceAt, type KillPoint, type KillWorld, type Prepared } from './kill-points.ts';

/**
 * accepted: memory has the changes, and the commit is under way. committed: it is durable, and no caller was
 * answered. taken over: another server takes over while the commit is under way.
 */
export type KillMoment = 'accepted' | 'committed' | 'taken over';

export interface Kill {
  readonly lasting: LastingServer;
  readonly world: KillWorld;
  readonly moment: KillMoment;
  /** The processes that are killed; the server alone by default. */
  readonly victim?: KillTarget;
  /** Commits of the acts that pass before the one that is held. */
  readonly passed?: number;
}

type Points = Readonly<Record<string, KillPoint>>;
type Victim = Prepared & {
  readonly name: string;
  readonly user: ContractUser;
  readonly outcome: NonNullable<Prepared['outcome']>;
};

const FUNDED = '2200';
/** A start takes some 2 s, and up to 20 s next to many tests of others. */
const READY_MS_MAX = 60_000;
/** Acts that are not done after so many commits are not done by them. */
const COMMITS_MAX = 20;

export async function openKillWorld({ server }: LastingServer): Promise<KillWorld> {
  const btc = await ContractMarket.open(server, 'BTC');
  // A server that has just started has no mark before its sources agree.
  const mark = await eventually(async () => ensure((await btc.mark()).mark, 'a mark'));
  const world = { server, btc, quiet: Math.round(Number(mark)) };
  await btc.price(priceAt(world, 1));
  return world;
}

/**
 * Kills the server by acts that arrive together: of one owner of accounts, and with one price if marks decide them.
 * @returns milliseconds from the start of the next server to its readiness. @throws AssertionError when they are too many.
 */
export async function killAt(points: Points, kill: Kill): Promise<number> {
  const { world, moment } = kill;
  const { owner = 'dealing', part, isHalf = false } = ensure(Object.values(points)[0], 'a point');
  const victims: Victim[] = [];
  const entries = Object.entries(points);
  // Prices of undisturbed acts would end the orders of earlier users.
  const wanted: string[] = [];
  for (const [, point] of entries)
    wanted.push(point.namesOutcome ? '' : await undisturbed(world, point));
  for (const [at, [name, point]] of entries.entries())
    victims.push(await victimOf(world, name, point, wanted[at] ?? ''));
  const before = await Promise.all(victims.map(({ outcome }) => outcome.state()));
  const act = () =>
    Promise.allSettled([
      ...victims.map((victim) => victim.act()),
      ...(part === undefined ? [] : [world.btc.say(priceAt(world, part))]),
    ]);

  const gate = await WriterGate.open(world.server, owner);
  try {
    await gate.hold();
    const answers = act();
    await die(kill, gate, isHalf ? async () => true : () => areDone(victims));
    const answered = (await answers).filter(isAcknowledged);
    // Acts of an earlier commit are answered, and a price is no command.
    const isSilent = answered.length === 0 || part !== undefined || moment === 'committed';
    assert(isSilent, 'nobody was answered before the commit');
  } finally {
    await gate.close();
  }
  const after = await Promise.all(victims.map(({ outcome }) => outcome.state()));
  for (const [at, { name, outcome }] of victims.entries()) {
    const isDone = after[at] === outcome.wanted;
    assert(isDone === (moment === 'committed' && !isHalf), `${name}, ${moment}: ${after[at]}`);
    const isBegun = kill.passed !== undefined || (isHalf && moment === 'committed');
    assert(!isBegun || after[at] !== before[at], `${name} has begun before the kill`);
  }

  const readyMs = await restart(world);
  await world.btc.price(priceAt(world, 1));
  await act();
  if (part !== undefined) await world.btc.taken(priceAt(world, part));
  await eventually(async () => {
    for (const { name, outcome } of victims) {
      const state = await outcome.state();
      assert(state === outcome.wanted, `${name} is ${state}, and not ${outcome.wanted}`);
    }
  });
  await world.btc.price(priceAt(world, 1));
  for (const { user } of victims) await end(user);
  return readyMs;
}

async function restart({ server }: KillWorld): Promise<number> {
  const startedAt = performance.now();
  await server.restart();
  const readyMs = Math.round(performance.now() - startedAt);
  assert(readyMs <= READY_MS_MAX, `the next server was ready after ${readyMs} ms`);
  return readyMs;
}

/** A server without its database refuses what it cannot store. */
const isAcknowledged = (answer: PromiseSettledResult<unknown>): boolean =>
  answer.status === 'fulfilled' &&
  !(typeof answer.value === 'object' && answer.value !== null && 'error' in answer.value);

/** Stored state of a user whom the act does not touch. */
async function undisturbed(world: KillWorld, { prepare, part }: KillPoint): Promise<string> {
  const user = await ContractUser.open(world.server, FUNDED);
  const { act } = await prepare(user, world);
  await act();
  if (part !== undefined) await world.btc.price(priceAt(world, part));
  const stored = await stateOf(world, user);
  await world.btc.price(priceAt(world, 1));
  await end(user);
  return stored;
}

/** A user before the act. */
async function victimOf(
  world: KillWorld,
  name: string,
  { prepare }: KillPoint,
  wanted: string,
): Promise<Victim> {
  const user = await ContractUser.open(world.server, FUNDED);
  const { act, outcome } = await prepare(user, world);
  return { name, user, act, outcome: outcome ?? { wanted, state: () => stateOf(world, user) } };
}

async function end(user: ContractUser): Promise<void> {
  await user.ask('cancelAllLeverOrders', {});
  await user.ask('closeAllLeverPositions', { direction: 'all' });
}

async function areDone(victims: readonly Victim[]): Promise<boolean> {
  for (const { outcome } of victims) if ((await outcome.state()) !== outcome.wanted) return false;
  return true;
}

/** @param isEnough whether the commits until now are those after which the victim dies. */
async function die(kill: Kill, gate: WriterGate, isEnough: () => Promise<boolean>): Promise<void> {
  const { lasting, moment, passed = 0 } = kill;
  const { server } = kill.world;
  for (let commits = 0; commits <= COMMITS_MAX; commits += 1) {
    await gate.reached();
    if (moment === 'taken over' && commits === passed) return takeOver(lasting, gate);
    if (moment === 'accepted' && commits === passed) {
      await killVictim(kill);
      return (kill.victim ?? 'server') === 'server' ? gate.drop() : undefined;
    }
    // A stopped server neither hears of this commit nor begins the next one.
    process.kill(server.pid, 'SIGSTOP');
    await gate.pass();
    if (moment === 'committed' && (await isEnough())) return killVictim(kill);
    await gate.hold();
    process.kill(server.pid, 'SIGCONT');
  }
  throw new Error(`the acts are not done after ${COMMITS_MAX} commits`);
}

/** Without its database a server ends by itself, also when it has been stopped. */
async function killVictim({ lasting, world, victim = 'server' }: Kill): Promise<void> {
  const { server } = world;
  const { pid } = server;
  if (victim !== 'server') await lasting.killDatabase();
  if (victim !== 'database') await server.kill();
  else {
    process.kill(pid, 'SIGCONT');
    await gone(pid);
  }
  if (victim !== 'server') await lasting.startDatabase();
}

/** The next server waits for the commit that is held, and the first one ends with its next commit. */
async function takeOver({ server, startNext }: LastingServer, gate: WriterGate): Promise<void> {
  const { pid } = server;
  const starting = startNext();
  await gate.reached(2);
  await gate.pass();
  const next = await starting;
  await gone(pid);
  await next.stop();
}

/** The user's balances, and each order with its events, as they are stored; numbers differ between users. */
async function stateOf({ server }: KillWorld, { email }: ContractUser): Promise<string> {
  const rows = await queryServer<{ readonly text: string }>(server, STORED, [email]);
  return rows.map(({ text }) => text).join('; ');
}

const STORED = `
  select text from (
    select account_type as at, concat_ws(' ', account_type, currency_id, available, frozen) as text
    from ledger_accounts join users on users.id = owner_id
    where email = $1 and (available <> 0 or frozen <> 0)
    union all
    select 1000 + lever_orders.id, concat_ws(' ', kind, state, close_reason, cancel_reason, revision,
      take_profit_ticks, stop_loss_ticks,
      (select string_agg(concat(type, event.revision), ',' order by event.revision)
         from lever_events event where event.order_id = lever_orders.id))
    from lever_orders join users on users.id = owner_id where email = $1) stored
  order by at`;
