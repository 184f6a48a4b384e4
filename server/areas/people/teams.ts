/** Teams of agents: adding a user by their authorization code, and the totals that the agent sees. */
import { LIMITS } from '../../../contract/limits.ts';
import { formatUnits } from '../../../contract/money/decimal.ts';
import { NO_UNITS, units } from '../../../contract/money/units.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import type { Team } from '../../../contract/people/people.ts';
import { DAY_MS, dayOf } from '../../../contract/time.ts';
import type { EpochMs } from '../../../contract/time.ts';
import { ensure } from '../../../contract/assert.ts';
import type { Database, Transaction } from '../../kit/db/database.ts';
import { transaction } from '../../kit/db/transaction.ts';
import {
  findUserById,
  lockUser,
  type PayPasswordError,
  type SecurityCheck,
  type TryError,
} from '../identity/identity.area.ts';
import type { Currencies } from '../../ledger/currencies.ts';
import type { Equivalents } from '../market/market.area.ts';
import type { SpotMarketRules } from '../spot/spot.area.ts';
import { deleteAuthorization, findAuthorizer } from './authorization-codes.repo.ts';
import { countTeam, insertTeamMember, isTeamMember, sumTeamDeals } from './teams.repo.ts';
import type { MarketVolume } from './teams.repo.ts';

export interface TeamParts {
  readonly database: Database;
  readonly check: SecurityCheck;
  readonly currencies: Currencies;
  readonly equivalents: Equivalents;
  /** Rules by market id. */
  readonly markets: ReadonlyMap<number, SpotMarketRules>;
}

interface MemberAddition {
  readonly code: string;
  readonly payPassword: string;
}

type AdditionError =
  | 'role_required'
  | PayPasswordError
  | 'authorization_code_incorrect'
  | 'own_authorization_code'
  | 'team_member_taken'
  | 'team_full';

const VOLUME_CODE = 'USDT';
const VOLUME_DAYS = 30;

/** Adds the user of the code to the team and uses up the code. @returns the team with the new member. */
export async function addTeamMember(
  parts: TeamParts,
  agentId: number,
  { code, payPassword }: MemberAddition,
  now: EpochMs,
): Promise<Result<Team, AdditionError>> {
  const { database, check } = parts;
  if (!(await isAgent(database, agentId))) return refuse('role_required');
  const paid = await check.checkPayPassword(agentId, payPassword, now);
  if (!paid.ok) return paid;
  const authorizer = await findCounted(parts, agentId, code, now);
  if (!authorizer.ok) return authorizer;
  const memberId = authorizer.value;
  if (memberId === agentId) return refuse('own_authorization_code');
  const added = await transaction(database, (tx) => addOnce(tx, { agentId, memberId, code, now }));
  return added.ok ? readTeam(parts, agentId, now) : added;
}

/** Returns the totals of the team. */
export async function readTeam(
  parts: TeamParts,
  agentId: number,
  now: EpochMs,
): Promise<Result<Team, 'role_required'>> {
  const { database } = parts;
  if (!(await isAgent(database, agentId))) return refuse('role_required');
  const today = dayOf(now);
  const [counts, volumes] = await Promise.all([
    countTeam(database, agentId, today),
    sumTeamDeals(database, agentId, now - VOLUME_DAYS * DAY_MS, today),
  ]);
  return ok({
    member_count: counts.members,
    verified_count: counts.verified,
    added_today: counts.addedSince,
    volume_30_days: volumeText(parts, volumes, 'total'),
    volume_today: volumeText(parts, volumes, 'recent'),
  });
}

const isAgent = async (database: Database, userId: number): Promise<boolean> =>
  (await findUserById(database, userId))?.isAgent === true;

/** Counts a wrong code with the agent's wrong passwords, so that codes cannot be guessed. */
async function findCounted(
  { database, check }: TeamParts,
  agentId: number,
  code: string,
  now: EpochMs,
): Promise<Result<number, 'authorization_code_incorrect' | TryError>> {
  let found: number | undefined;
  const verdict = await check.tryOnce(agentId, now, async () => {
    found = await findAuthorizer(database, code, now);
    return found === undefined ? 'wrong' : 'right';
  });
  if (!verdict.ok) return verdict;
  return found === undefined ? refuse('authorization_code_incorrect') : ok(found);
}

async function addOnce(
  tx: Transaction,
  addition: {
    readonly agentId: number;
    readonly memberId: number;
    readonly code: string;
    readonly now: EpochMs;
  },
): Promise<Result<null, 'authorization_code_incorrect' | 'team_member_taken' | 'team_full'>> {
  const { agentId, memberId, code, now } = addition;
  // Locks the agent and the user in the order of ids, to avoid deadlocks: one addition per team and per
  // user at a time.
  for (const id of [agentId, memberId].toSorted((a, b) => a - b)) await lockUser(tx, id);
  if (await isTeamMember(tx, memberId)) return refuse('team_member_taken');
  const { members } = await countTeam(tx, agentId, now);
  if (members >= LIMITS.team_size_max) return refuse('team_full');
  if (!(await deleteAuthorization(tx, memberId, code)))
    return refuse('authorization_code_incorrect');
  await insertTeamMember(tx, { memberId, agentId, addedAtMs: now });
  return ok(null);
}

function volumeText(
  { markets, currencies, equivalents }: TeamParts,
  volumes: readonly MarketVolume[],
  which: 'total' | 'recent',
): string {
  const target = ensure(currencies.byCode(VOLUME_CODE), VOLUME_CODE);
  let sum = 0n;
  for (const volume of volumes) {
    const rules = ensure(markets.get(volume.marketId), `market ${volume.marketId}`);
    const quote = ensure(currencies.byId(rules.quoteCurrencyId), `currency of ${volume.marketId}`);
    const { amount: whole, tickLots } = volume[which];
    const amount = units(whole + tickLots * rules.tickLotUnits);
    sum += equivalents.of(amount, quote, target) ?? NO_UNITS;
  }
  return formatUnits(sum, target.scale);
}
