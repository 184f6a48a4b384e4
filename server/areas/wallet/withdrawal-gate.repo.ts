/**
 * The facts about users that the gate of withdrawals needs, in one statement, because every withdrawal
 * reads them.
 */
import type { EpochMs } from '../../../contract/time.ts';
import type { Database } from '../../kit/db/database.ts';
import type { WithdrawalAddressRow } from './withdrawal-addresses.repo.ts';

export interface GateQuestion {
  readonly userId: number;
  readonly sessionId: string;
  readonly idempotencyKey: string;
  readonly addressId: number;
  /** The start of the day whose withdrawals count. */
  readonly since: EpochMs;
  /** Purchases for fiat money whose orders ended after this time are held; null without a hold. */
  readonly heldSince: EpochMs | null;
}

export interface GateFacts {
  /** Whether an operator disabled the user. */
  readonly isDisabled: boolean;
  readonly isSessionOpen: boolean;
  /** Whether the key was used before. */
  readonly isKeyUsed: boolean;
  /** The address while the user has it bound. */
  readonly address: WithdrawalAddressRow | undefined;
  /** Units of USDT that count toward the daily limit, summed as in `sumValueSince`. */
  readonly usedToday: bigint;
  /** Whether liens (see `findLiens`) or held purchases may limit the withdrawal. */
  readonly isHindered: boolean;
}

/** The columns of a question, and their types. */
const ASKED: readonly (readonly [name: string, type: string])[] = [
  ['user_id', 'integer'],
  ['idempotency_key', 'text'],
  ['address_id', 'bigint'],
  ['since', 'bigint'],
  ['session_id', 'uuid'],
];

/** Each fact is found by its key, regardless of table statistics. */
const factsText = (hindrances: string, asked: typeof ASKED): string => `
  select
    exists (
      select from users where id = asked.user_id and disabled_at_ms is not null
    ) as "isDisabled",
    exists (
      select from sessions where id = asked.session_id and ended_at_ms is null
    ) as "isSessionOpen",
    exists (
      select from withdrawals where user_id = asked.user_id and idempotency_key = asked.idempotency_key
    ) as "isKeyUsed",
    (
      select coalesce(sum(value), 0)::text from withdrawals
      where user_id = asked.user_id and created_at_ms >= asked.since
        and phase not in ('refused', 'rejected', 'cancelled')
    ) as "usedToday",
    ${hindrances} as "isHindered",
    (
      select json_build_object('id', id, 'userId', user_id, 'currencyId', currency_id, 'chain', chain,
        'address', address, 'label', label, 'createdAtMs', created_at_ms, 'removedAtMs', null)
      from withdrawal_addresses
      where id = asked.address_id and user_id = asked.user_id and removed_at_ms is null
    ) as "address"
  from unnest(${asked.map(([, type], index) => `$${index + 1}::${type}[]`).join(', ')}) with ordinality
    as asked (${asked.map(([name]) => name).join(', ')}, place)
  order by place`;

const LIENS = `exists (
  select from deposits where user_id = asked.user_id and (phase = 'credited' or shortfall > 0)
)`;
const PURCHASES = `exists (
  select from fiat_orders
  where buyer_id = asked.user_id and state = 'completed' and ended_at_ms > asked.held_since
)`;
/** Without a hold, the statement does not read purchases. */
const FACTS = { name: 'withdrawal_gate', text: factsText(LIENS, ASKED) };
const FACTS_WITH_PURCHASES = {
  name: 'withdrawal_gate_purchases',
  text: factsText(`(${LIENS} or ${PURCHASES})`, [...ASKED, ['held_since', 'bigint']]),
};

interface FactsRow extends Omit<GateFacts, 'usedToday' | 'address'> {
  readonly usedToday: string;
  readonly address: WithdrawalAddressRow | null;
}

/** Returns the facts in the order of the questions. */
export async function findGateFacts(
  database: Database,
  questions: readonly GateQuestion[],
): Promise<readonly GateFacts[]> {
  const isHolding = questions.some(({ heldSince }) => heldSince !== null);
  const { rows } = await database.$client.query<FactsRow>({
    ...(isHolding ? FACTS_WITH_PURCHASES : FACTS),
    values: [
      questions.map(({ userId }) => userId),
      questions.map(({ idempotencyKey }) => idempotencyKey),
      questions.map(({ addressId }) => addressId),
      questions.map(({ since }) => since),
      questions.map(({ sessionId }) => sessionId),
      ...(isHolding ? [questions.map(({ heldSince }) => heldSince)] : []),
    ],
  });
  return rows.map(({ usedToday, address, ...facts }) => {
    return { ...facts, usedToday: BigInt(usedToday), address: address ?? undefined };
  });
}
