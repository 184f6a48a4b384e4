/** A running and an ended fast contract that a test then tries to change, and everything that is known of them. */
import type pg from 'pg';
import type { MicroOrderInfo } from '../../../contract/micro/micro.ts';
import { newClientAddress } from '../servers/client-address.ts';
import { queryServer } from '../databases/server-database.ts';
import type { TestServer } from '../servers/test-server.ts';
import { dataOf } from '../users/accounts.ts';
import { FAST } from '../users/balances.ts';
import { addShortProduct, ENDED, setIndex, type MicroUser } from './micro-users.ts';

const DAY_S = 86_400;

/** Ids of two products of BTC. */
interface ShortAndLong {
  /** Four seconds. */
  readonly short: string;
  /** A day, far longer than a test. */
  readonly long: string;
}

/** Adds the products; the next start reads them. */
export const addShortAndLong = async (database: pg.Client): Promise<ShortAndLong> => ({
  short: await addShortProduct(database),
  long: await addShortProduct(database, DAY_S),
});

/** The first order runs for a day, the second has ended. The owner has 15 USDT. */
export async function runningAndEnded(
  server: TestServer,
  owner: MicroUser,
  { short, long }: ShortAndLong,
): Promise<readonly MicroOrderInfo[]> {
  await setIndex(server, '97000');
  const running = await owner.placeOpen(long, 'up', '10');
  const { id } = await owner.placeOpen(short, 'up', '5');
  return [running, await owner.reached(id, ...ENDED)];
}

/** Returns the stored orders, the account of their owner, and the published receipts and results. */
export async function factsOf(
  server: TestServer,
  email: string,
  orders: readonly MicroOrderInfo[],
): Promise<readonly unknown[]> {
  const ids = orders.map(({ id }) => id).join();
  const published = orders.map(async ({ receipt: { token } }) => {
    const headers = newClientAddress();
    const file = await server.call('getMicroSettlement', { receipt: token }, { headers });
    const { receipt, result } = dataOf(file);
    return { receipt, result };
  });
  return [
    await queryServer(server, `select * from micro_orders where id in (${ids}) order by id`),
    await queryServer(
      server,
      `select currency_id, available, frozen from ledger_accounts
       where account_type = ${FAST} and owner_id = (select id from users where email = $1)`,
      [email],
    ),
    await Promise.all(published),
  ];
}
