/** A market from before prices had at most eight decimals. */
import { queryServer } from './server-database.ts';
import type { TestServer } from './test-server.ts';

/** Restarts the server with a market whose prices have `priceScale` decimals. */
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
