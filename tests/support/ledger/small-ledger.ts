/** A small consistent ledger for tests of the verifier: two users, four orders, one trade. */
import type { Client } from 'pg';
import { feeOf } from '../../../contract/money/fee.ts';
import { units } from '../../../contract/money/units.ts';
import { JOURNALS } from '../../../server/ledger/chart.ts';
import type { Movement } from '../../../server/ledger/movement.ts';
import { seedGrant } from '../../../server/ledger/recipes.ts';
import {
  spotDeal,
  spotOrderEnded,
  spotOrderPlaced,
} from '../../../server/areas/spot/spot-recipes.ts';

export const USDT = 1;
export const BTC = 2;
export const ANN = 11;
export const BOB = 12;
/** Number of entries. */
export const ENTRIES = 15;

const WHOLE = 10n ** 18n;
/** Units of market 1: two decimals of a price, six of a quantity. */
const [TICK_LOT, LOT] = [10n ** 10n, 10n ** 12n];

const costOf = (ticks: bigint, lots: bigint) => units(ticks * lots * TICK_LOT);
const SOLD = units(500_000n * LOT);
const PAID = costOf(10_000n, 500_000n);
const [BUYER_FEE, SELLER_FEE] = [feeOf(SOLD, 1_000), feeOf(PAID, 1_000)];

/**
 * Ann and Bob get money. Bob offers 2 BTC at 100 (order 1), Ann buys 0.5 of them with a limit of 110 (order
 * 2, trade 1), bids 90 for 1 BTC (order 3) and 80 for one more, which she cancels (order 4).
 */
export async function keepSmallLedger(client: Client): Promise<void> {
  await client.query(
    "insert into currencies values (1, 'USDT', 'Tether', 18), (2, 'BTC', 'Bitcoin', 18)",
  );
  await client.query(
    "insert into spot_markets values (1, 2, 1, 2, 6, 0, 100000, 1000, 1000, 'trading')",
  );
  await book(client, JOURNALS.general, 1, grant(ANN, USDT, 1_000n));
  await book(client, JOURNALS.general, 3, grant(BOB, BTC, 10n));
  for (const [index, movement] of spotMovements().entries())
    await book(client, JOURNALS.spot, index + 1, movement);
  const offer = [10_000, 2_000_000, 500_000, PAID, SELLER_FEE, 2n * WHOLE - SOLD];
  const bid = [9_000, 1_000_000, 0, 0n, 0n, costOf(9_000n, 1_000_000n)];
  await insertOrder(client, [1, BOB, 'sell', ...offer, 'paid', null]);
  const bought = [11_000, 500_000, 500_000, PAID, BUYER_FEE, 0n];
  await insertOrder(client, [2, ANN, 'buy', ...bought, 'executed', null]);
  await insertOrder(client, [3, ANN, 'buy', ...bid, 'paid', null]);
  const cancelled = [8_000, 1_000_000, 0, 0n, 0n, 0n];
  await insertOrder(client, [4, ANN, 'buy', ...cancelled, 'cancelled', 'owner']);
  await insertDeal(client, [1, 10_000, 500_000, 2, 1, BUYER_FEE, SELLER_FEE]);
}

/** Money that a user gets, in whole coins. */
export const grant = (ownerId: number, currencyId: number, whole: bigint) =>
  seedGrant({
    causeId: 'test',
    requestId: 'r',
    ownerId,
    amounts: [{ currencyId, amount: units(whole * WHOLE) }],
  });

/** The spot journal, from number 1 on. */
function spotMovements(): readonly Movement[] {
  const ofAnn = { ownerId: ANN, requestId: 'r', currencyId: USDT };
  const ofBob = { ownerId: BOB, requestId: 'r', currencyId: BTC };
  const cancelled = { ...ofAnn, orderId: 4, amount: costOf(8_000n, 1_000_000n) };
  return [
    spotOrderPlaced({ ...ofBob, orderId: 1, amount: units(2n * WHOLE) }),
    spotOrderPlaced({ ...ofAnn, orderId: 2, amount: costOf(11_000n, 500_000n) }),
    spotDeal({
      dealId: 1,
      takerId: ANN,
      requestId: 'r',
      buyerId: ANN,
      sellerId: BOB,
      baseCurrencyId: BTC,
      quoteCurrencyId: USDT,
      quantity: SOLD,
      cost: PAID,
      buyerReserved: costOf(11_000n, 500_000n),
      buyerFee: BUYER_FEE,
      sellerFee: SELLER_FEE,
    }),
    spotOrderPlaced({ ...ofAnn, orderId: 3, amount: costOf(9_000n, 1_000_000n) }),
    spotOrderPlaced(cancelled),
    spotOrderEnded(cancelled),
  ];
}

/** Books like a writer, in one transaction: the movement, its entries and their effects on the accounts. */
export async function book(
  client: Client,
  journal: number,
  number: number,
  movement: Movement,
): Promise<void> {
  const { recipe, causeId, actorId, requestId, entries } = movement;
  const changes = entries.map(({ ownerId, accountType, currencyId, available, frozen }) => {
    const account = `${ownerId}, ${accountType}, ${currencyId}`;
    return `
      insert into ledger_entries values (${account}, ${journal}, ${number}, ${available}, ${frozen});
      insert into ledger_accounts values (${account}) on conflict do nothing;
      update ledger_accounts set available = available + ${available}, frozen = frozen + ${frozen}
      where (owner_id, account_type, currency_id) = (${account});`;
  });
  await client.query(`
    insert into ledger_movements
    values (${journal}, ${number}, '${recipe}', '${causeId}', ${actorId}, '${requestId}', 0);
    ${changes.join('')}`);
}

const insertOrder = (client: Client, values: readonly unknown[]) =>
  client.query(
    `insert into spot_orders (id, owner_id, side, price_ticks, quantity_lots, executed_lots,
       executed_amount, fee, reserved, state, end_reason, market_id, kind, maker_fee_ppm, taker_fee_ppm,
       revision, request_id, created_at_ms, updated_at_ms)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 1, 'limit', 1000, 1000, 1, 'r', 0, 0)`,
    [...values],
  );

/** Ann takes Bob's offer. */
const insertDeal = (client: Client, values: readonly unknown[]) =>
  client.query(
    `insert into spot_deals (id, price_ticks, quantity_lots, taker_order_id, maker_order_id, taker_fee,
       maker_fee, market_id, taker_side, taker_owner_id, maker_owner_id, at_ms)
     values ($1, $2, $3, $4, $5, $6, $7, 1, 'buy', ${ANN}, ${BOB}, 0)`,
    [...values],
  );
