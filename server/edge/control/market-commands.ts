/** Commands that halt and reopen markets of a server under test, wholly or for new orders. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { MARKET_STATUSES } from '../../../contract/market/market.ts';
import type { Clock } from '../../../contract/time.ts';
import type { SpotCommands, SpotView } from '../../areas/spot/spot.area.ts';
import { INVALID } from './control-server.ts';
import type { ControlCommands } from './control-server.ts';

const marketBody = z.strictObject({ currency_match_id: z.int() });
const statusBody = z.strictObject({ currency_match_id: z.int(), status: z.enum(MARKET_STATUSES) });

/**
 * `POST /market/close` with `{"currency_match_id"}` ends every open order of the market for the
 * reason `operator`; its status stays. `POST /market/status` with `{"currency_match_id", "status"}`
 * applies from the next order on. The status is stored when the answer comes, so later servers keep
 * it.
 */
export function marketCommands(
  commands: Pick<SpotCommands, 'setStatus' | 'closeOrders'>,
  view: Pick<SpotView, 'markets'>,
  clock: Clock,
): ControlCommands {
  return {
    'POST /market/close': async (body) => {
      const wanted = marketBody.safeParse(body);
      if (!wanted.success) return INVALID;
      const { currency_match_id: marketId } = wanted.data;
      const request = { marketId, requestId: randomUUID(), now: clock.now() };
      const closed = await commands.closeOrders(request);
      return closed.ok ? { body: { closed: closed.value.map(String) } } : INVALID;
    },
    'POST /market/status': async (body) => {
      const wanted = statusBody.safeParse(body);
      if (!wanted.success) return INVALID;
      const { currency_match_id: marketId, status } = wanted.data;
      if (!view.markets.has(marketId)) return INVALID;
      await commands.setStatus(marketId, status);
      return { body: { currency_match_id: marketId, status } };
    },
  };
}
