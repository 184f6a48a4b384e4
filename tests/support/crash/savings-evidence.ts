/** Acknowledged savings and token subscriptions, and what contradicts them in a database. */
import { createHash } from 'node:crypto';
import { ensure } from '../../../contract/assert.ts';
import { allocationFaults } from '../../../contract/figures/allocation-check.ts';
import { allocate } from '../../../contract/figures/allocation.ts';
import type { IeoSubscription } from '../../../contract/ieo/ieo.ts';
import { formatUnits, parseUnits } from '../../../contract/money/decimal.ts';
import type { RequestInput } from '../../../contract/routes.ts';
import type { StakingPosition } from '../../../contract/staking/staking.ts';
import { newClientAddress } from '../servers/client-address.ts';
import { readAllocation } from '../ieo/read-allocation.ts';
import type { TestServer } from '../servers/test-server.ts';
import { dataOf } from '../users/accounts.ts';
import { balanceIn, FINANCIAL, SPOT } from '../users/balances.ts';
import { cutOfferings, storedKeys, storedPositions, storedSubscriptions } from './savings-rows.ts';
import type { StoredPosition, StoredSubscription } from './savings-rows.ts';

/** A user who saves. */
export interface Saver {
  readonly email: string;
  token: string;
  /** USDT that the user began with. */
  readonly funds: string;
}

interface KnownPosition {
  readonly id: string;
  readonly saver: Saver;
  readonly key: string;
  readonly amount: bigint;
  /** Dividend of a day: a floor of the principal by the daily rate. */
  readonly daily: bigint;
  readonly cycleDays: number;
  /** Most paid days in an answer. */
  paidDays: number;
}

interface KnownSubscription {
  readonly id: string;
  readonly saver: Saver;
  readonly offering: string;
  readonly step: Step;
  /** Most steps in an answer. */
  steps: number;
}

/** Units of one step, and of the payment for it. */
interface Step {
  readonly tokens: bigint;
  readonly price: bigint;
  readonly tokenCode: string;
  readonly tokenScale: number;
}

interface Answered<Name extends 'subscribeStaking' | 'subscribeOffering'> {
  readonly saver: Saver;
  readonly key: string;
  readonly asked: RequestInput<Name>;
}

const PPB = 1_000_000_000n;
const unitsOf = (text: string, scale: number): bigint => ensure(parseUnits(text, scale), text);
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, each) => sum + each, 0n);

export class SavingsEvidence {
  readonly #positions = new Map<string, KnownPosition>();
  readonly #subscriptions = new Map<string, KnownSubscription>();
  readonly #refusedKeys = new Set<string>();
  /** Records by the keys that made them. */
  readonly #idsByKey = new Map<string, string>();
  #payScale = 0;
  #counts = { dividends: 0, returned: 0, settled: 0, allocations: 0, distributions: 0 };

  get positions(): number {
    return this.#positions.size;
  }

  subscribers(offering: string): number {
    return this.#ofOffering(offering).length;
  }

  /** Steps that a user has in an offering, as far as it was answered. */
  stepsOf(saver: Saver, offering: string): number {
    return this.#ofOffering(offering).find((known) => known.saver === saver)?.steps ?? 0;
  }

  somePosition(saver: Saver, random: () => number): string | undefined {
    const own = [...this.#positions.values()].filter((known) => known.saver === saver);
    return own[Math.floor(random() * own.length)]?.id;
  }

  /** Notes the answer to a subscription of a product. @returns what contradicts an earlier answer. */
  position(
    position: StakingPosition,
    { saver, key, asked }: Answered<'subscribeStaking'>,
  ): string | undefined {
    const { id, scale, daily_ppb: dailyPpb, cycle_days: cycleDays } = position;
    this.#payScale = scale;
    const amount = unitsOf(asked.amount, scale);
    if (!this.#positions.has(id)) {
      const daily = (amount * BigInt(dailyPpb)) / PPB;
      this.#positions.set(id, { id, saver, key, amount, daily, cycleDays, paidDays: 0 });
    }
    this.seen(position);
    return this.#isOf(key, id);
  }

  /** Notes the answer to a subscription of an offering. @returns what contradicts an earlier answer. */
  subscription(
    found: IeoSubscription,
    { saver, key, asked }: Answered<'subscribeOffering'>,
  ): string | undefined {
    const { id, token_scale: tokenScale, pay_scale: payScale } = found;
    const step = {
      tokens: unitsOf(found.step, tokenScale),
      price: unitsOf(found.step_price, payScale),
      tokenCode: found.token_code,
      tokenScale,
    };
    const known = this.#subscriptions.get(id) ?? {
      id,
      saver,
      offering: found.offering_id,
      step,
      steps: 0,
    };
    const steps = Number(unitsOf(found.quantity, tokenScale) / step.tokens);
    known.steps = Math.max(known.steps, steps);
    this.#subscriptions.set(id, known);
    if (unitsOf(asked.quantity, tokenScale) > unitsOf(found.quantity, tokenScale))
      return `the subscription ${id} has ${found.quantity} tokens after an answer to ${asked.quantity}`;
    return this.#isOf(key, id);
  }

  seen({ id, paid_days: paidDays }: Pick<StakingPosition, 'id' | 'paid_days'>): void {
    const known = this.#positions.get(id);
    if (known !== undefined) known.paidDays = Math.max(known.paidDays, paidDays);
  }

  refused(key: string): void {
    this.#refusedKeys.add(key);
  }

  /** Records that are stored otherwise than they were acknowledged, or booked otherwise than they are stored. */
  async contradictions(server: Pick<TestServer, 'dataDir'>): Promise<readonly string[]> {
    const positions = await storedPositions(server);
    const subscriptions = await storedSubscriptions(server);
    const keys = await storedKeys(server);
    const positionsById = new Map(positions.map((row) => [row.id, row]));
    const subscriptionsById = new Map(subscriptions.map((row) => [row.id, row]));
    this.#counts = {
      dividends: positions.reduce((sum, row) => sum + row.dividends, 0),
      returned: positions.filter(({ phase }) => phase === 'expired').length,
      settled: subscriptions.filter(({ phase }) => phase === 'settled').length,
      ...(await cutOfferings(server)),
    };
    return [
      ...[...this.#positions.values()].flatMap((known) =>
        faultsOfPosition(known, positionsById.get(known.id)),
      ),
      ...[...this.#subscriptions.values()].flatMap((known) =>
        faultsOfSubscription(known, subscriptionsById.get(known.id)),
      ),
      // Each command was answered, so that nothing else may exist.
      ...positions
        .filter(({ id, phase }) => phase !== 'refused' && !this.#positions.has(id))
        .map(({ id }) => `position ${id} was asked for by nobody`),
      ...subscriptions
        .filter(({ id, phase }) => phase !== 'refused' && !this.#subscriptions.has(id))
        .map(({ id }) => `subscription ${id} was asked for by nobody`),
      ...[...this.#refusedKeys]
        .filter((key) => keys.has(key))
        .map((key) => `the command ${key} was refused and exists`),
    ];
  }

  /** After all cycles and offerings: the allocations, and what each user has, follow from the acknowledged commands. */
  async ends(server: TestServer, savers: readonly Saver[]): Promise<readonly string[]> {
    const found: string[] = [];
    const stored = new Map((await storedSubscriptions(server)).map((row) => [row.id, row]));
    /** Steps by subscription. */
    const allocated = new Map<string, number>();
    const offerings = new Set([...this.#subscriptions.values()].map(({ offering }) => offering));
    for (const offering of offerings) {
      const own = this.#ofOffering(offering);
      const published = await readAllocation(server, offering);
      for (const fault of allocationFaults(sha256, published)) found.push(`${offering}: ${fault}`);
      const terms = { offered: BigInt(published.offered), cap: BigInt(published.cap) };
      const expected = allocate(
        own.map(({ steps }) => BigInt(steps)),
        terms,
      );
      own.forEach(({ id }, index) => allocated.set(id, Number(expected[index])));
      const rows = own.map(({ id }) => ensure(stored.get(id), `subscription ${id}`));
      found.push(...faultsOfAllocation(offering, { own, rows, expected }));
    }
    for (const saver of savers) found.push(...(await this.#faultsOf(server, saver, allocated)));
    return found;
  }

  counts(): Readonly<Record<string, number>> {
    return {
      positions: this.#positions.size,
      'days paid': this.#counts.dividends,
      'positions returned': this.#counts.returned,
      'token subscriptions': this.#subscriptions.size,
      'token subscriptions settled': this.#counts.settled,
      'allocations cut off': this.#counts.allocations,
      'distributions cut off': this.#counts.distributions,
    };
  }

  /** In the order of the published lists. */
  #ofOffering(offering: string): readonly KnownSubscription[] {
    return [...this.#subscriptions.values()]
      .filter((known) => known.offering === offering)
      .toSorted((a, b) => Number(a.id) - Number(b.id));
  }

  #isOf(key: string, id: string): string | undefined {
    const first = this.#idsByKey.get(key) ?? id;
    this.#idsByKey.set(key, first);
    return first === id ? undefined : `the key ${key} made the records ${first} and ${id}`;
  }

  /** Funds, dividends of all days, and the cost of the tokens give the balance; nothing is frozen. */
  async #faultsOf(
    server: TestServer,
    saver: Saver,
    allocated: ReadonlyMap<string, number>,
  ): Promise<readonly string[]> {
    const positions = [...this.#positions.values()].filter((known) => known.saver === saver);
    const subscriptions = [...this.#subscriptions.values()].filter(
      (known) => known.saver === saver,
    );
    const stepsOf = ({ id }: KnownSubscription) => BigInt(allocated.get(id) ?? 0);
    const earned = sumOf(positions.map(({ daily, cycleDays }) => daily * BigInt(cycleDays)));
    const cost = sumOf(subscriptions.map((known) => known.step.price * stepsOf(known)));
    const tokens = sumOf(subscriptions.map((known) => known.step.tokens * stepsOf(known)));
    const { tokenCode = '', tokenScale = 0 } = subscriptions[0]?.step ?? {};
    const options = { token: saver.token, headers: newClientAddress() };
    const accounts = dataOf(await server.call('listAccounts', {}, options));
    const balances = (code: string) =>
      [SPOT, FINANCIAL].map((type) => balanceIn(accounts, code, type));
    const nothing = { available: '0', frozen: '0' };
    const usdt = formatUnits(unitsOf(saver.funds, this.#payScale) + earned - cost, this.#payScale);
    const wanted = {
      USDT: [{ available: usdt, frozen: '0' }, nothing],
      tokens: [{ available: formatUnits(tokens, tokenScale), frozen: '0' }, nothing],
    };
    const has = { USDT: balances('USDT'), tokens: balances(tokenCode) };
    return JSON.stringify(has) === JSON.stringify(wanted)
      ? []
      : [`${saver.email} has ${JSON.stringify(has)}, not ${JSON.stringify(wanted)}`];
  }
}

function faultsOfPosition(known: KnownPosition, row: StoredPosition | undefined): string[] {
  const { id, key, amount, daily, cycleDays } = known;
  if (row === undefined) return [`position ${id} was acknowledged and is lost`];
  if (row.key !== key || row.email !== known.saver.email) return [`position ${id} is another now`];
  const found: string[] = [];
  const isOver = row.phase === 'expired';
  if (!isOver && row.phase !== 'in_effect')
    found.push(`position ${id} was acknowledged and is ${row.phase}`);
  if (row.paidDays < known.paidDays)
    found.push(`position ${id} had ${known.paidDays} paid days and has ${row.paidDays}`);
  if (row.dividends !== row.paidDays || row.days !== row.paidDays)
    found.push(
      `position ${id} has ${row.paidDays} paid days and ${row.dividends} dividends of ${row.days} days`,
    );
  if (BigInt(row.earned) !== daily * BigInt(row.paidDays))
    found.push(`position ${id} earned ${row.earned} in ${row.paidDays} days of ${daily}`);
  if (row.takings !== 1 || BigInt(row.taken) !== amount || BigInt(row.amount) !== amount)
    found.push(`the principal ${amount} of position ${id} was taken as ${row.taken}`);
  const back = isOver ? amount + daily * BigInt(cycleDays) : 0n;
  if (row.returns !== (isOver ? 1 : 0) || BigInt(row.returned) !== back)
    found.push(`position ${id} gave back ${row.returned} in ${row.returns} times, not ${back}`);
  return found;
}

function faultsOfSubscription(
  known: KnownSubscription,
  row: StoredSubscription | undefined,
): string[] {
  const { id, steps, step } = known;
  if (row === undefined) return [`subscription ${id} was acknowledged and is lost`];
  if (row.email !== known.saver.email || row.offering !== known.offering)
    return [`subscription ${id} is another now`];
  const found: string[] = [];
  const isSettled = row.phase === 'settled';
  if (!isSettled && row.phase !== 'committed')
    found.push(`subscription ${id} was acknowledged and is ${row.phase}`);
  if (row.steps !== steps) found.push(`subscription ${id} had ${steps} steps and has ${row.steps}`);
  const paid = step.price * BigInt(steps);
  if (BigInt(row.paid) !== paid || BigInt(row.held) !== paid)
    found.push(`subscription ${id} paid ${row.paid} and ${row.held} is held, not ${paid}`);
  if (row.settlements !== (isSettled ? 1 : 0))
    found.push(`subscription ${id} is ${row.phase} with ${row.settlements} settlements`);
  const given = isSettled ? BigInt(row.allocated ?? 0) : 0n;
  const expected = [
    given * step.price,
    isSettled ? paid - given * step.price : 0n,
    given * step.tokens,
  ];
  const booked = [row.raised, row.refunded, row.tokens].map(BigInt);
  if (expected.some((amount, index) => amount !== booked[index]))
    found.push(
      `subscription ${id} raised, refunded and gave ${booked.join()}, not ${expected.join()}`,
    );
  return found;
}

/** The allocation is that of the acknowledged steps, and all payments are raised or refunded. */
function faultsOfAllocation(
  offering: string,
  {
    own,
    rows,
    expected,
  }: {
    readonly own: readonly KnownSubscription[];
    readonly rows: readonly StoredSubscription[];
    readonly expected: readonly bigint[];
  },
): string[] {
  const stored = rows.map(({ allocated }) => Number(allocated));
  const found: string[] = [];
  if (stored.join() !== expected.join())
    found.push(`offering ${offering} gave ${stored.join()} steps, not ${expected.join()}`);
  const paid = sumOf(own.map(({ steps, step }) => BigInt(steps) * step.price));
  const moved = sumOf(rows.flatMap(({ raised, refunded }) => [BigInt(raised), BigInt(refunded)]));
  if (paid !== moved) found.push(`offering ${offering} took ${paid} and moved ${moved}`);
  return found;
}
