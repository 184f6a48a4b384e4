/** The requirement of users to withdraw, in addition to a pay password: an address of the development chain. */
import type { Client } from 'pg';
import { depositAddress } from '../../server/areas/custody/custody.area.ts';

/** Addresses from this index on belong to no user. */
const OUTSIDE_INDEX = 1_000_000;

/** @returns ids of the addresses, in the order of `owners`. */
export async function bindAddresses(
  client: Client,
  owners: readonly number[],
  currencyId: number,
): Promise<readonly number[]> {
  const addresses = owners.map((_, index) => depositAddress(OUTSIDE_INDEX + index));
  const { rows } = await client.query<{ id: bigint }>(
    `insert into withdrawal_addresses (user_id, currency_id, chain, address, label, created_at_ms)
     select owner, $3, 'development', address, 'Bench', 0
     from unnest($1::int[], $2::text[]) as bound (owner, address) returning id`,
    [owners, addresses, currencyId],
  );
  return rows.map(({ id }) => Number(id));
}
