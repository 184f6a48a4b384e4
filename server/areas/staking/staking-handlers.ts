/** Calls about staking products and the caller's own positions. */
import { ensure } from '../../../contract/assert.ts';
import { paidAtOf } from '../../../contract/figures/staking.ts';
import { ok, refuse } from '../../../contract/result.ts';
import { DAY_MS } from '../../../contract/time.ts';
import type { Database } from '../../kit/db/database.ts';
import type { Handlers } from '../../kit/http/handlers.ts';
import type { LedgerHealth } from '../../ledger/ledger-watch.ts';
import type { StakingWire } from './staking-wire.ts';
import { findDividends, findOwnPosition, findPositions, findProducts } from './staking.repo.ts';
import type { PositionRow } from './staking.types.ts';
import type { StakingSubscriptions } from './subscriptions.ts';

type StakingHandlers = Pick<
  Handlers,
  'listStakingProducts' | 'subscribeStaking' | 'listStakingPositions' | 'getStakingPosition'
>;

interface StakingCalls {
  readonly database: Database;
  readonly subscriptions: Pick<StakingSubscriptions, 'subscribe'>;
  readonly wire: StakingWire;
  readonly health: Pick<LedgerHealth, 'isConsistent'>;
}

export function createStakingHandlers(calls: StakingCalls): StakingHandlers {
  const { database, subscriptions, wire, health } = calls;
  const wired = (row: PositionRow) => ensure(wire.position(row), 'a position that its owner sees');
  return {
    async listStakingProducts() {
      return ok((await findProducts(database)).map((row) => wire.product(row)));
    },

    async subscribeStaking(body, { signedIn, idempotencyKey, deadline, requestId, now }) {
      if (!health.isConsistent()) return refuse('service_unavailable');
      if (!idempotencyKey.ok) return idempotencyKey;
      const subscribed = await subscriptions.subscribe({
        userId: signedIn.userId,
        productId: body.product_id,
        amount: body.amount,
        dailyPpb: body.daily_ppb,
        idempotencyKey: idempotencyKey.value,
        deadline,
        requestId,
        now,
      });
      return subscribed.ok ? ok(wired(subscribed.value)) : subscribed;
    },

    async listStakingPositions({ state, currency_id: currencyId, before, size }, { signedIn }) {
      const found = await findPositions(database, {
        userId: signedIn.userId,
        state,
        currencyId,
        before: before === undefined ? undefined : Number(before),
        count: size + 1,
      });
      const rows = found.slice(0, size);
      return ok({
        positions: rows.map(wired),
        next: found.length > size ? String(rows.at(-1)?.id) : null,
      });
    },

    async getStakingPosition({ id }, { signedIn }) {
      const positionId = Number(id);
      if (!Number.isSafeInteger(positionId)) return refuse('staking_position_not_found');
      const row = await findOwnPosition(database, signedIn.userId, positionId);
      if (row === undefined) return refuse('staking_position_not_found');
      const dividends = await findDividends(database, row.id);
      return ok({
        ...wired(row),
        dividends: dividends.map(({ day, amount, paidAtMs }) => ({
          day_at: paidAtOf(row.firstDayMs, day) - DAY_MS,
          amount: wire.amount(row, amount),
          paid_at: paidAtMs,
        })),
      });
    },
  };
}
