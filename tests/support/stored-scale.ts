/** A market that a database keeps from before prices had eight decimals at most. */
import { queryServer } from './server-database.ts';
import type { TestServer } from './test-server.ts';

/** Starts the server again with a market whose prices have `priceScale` decimals. */
export async function restartWithStoredScale(
  server: TestServer,
  marketId: string,
  priceScale: number,
): Promise<void> {
  await queryServer(server, 'update spot_markets set price_scale = $2 where id = $1', [
    Number(marketId),
    priceScale,
  ]);
  await server.restart();
}
