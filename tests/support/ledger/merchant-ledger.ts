/**
 * A shop, its ads and their orders, in the fiat accounts of the two users of `small-ledger.ts`: each recipe of
 * fiat trading.
 */
import type { Client } from 'pg';
import { units } from '../../../contract/money/units.ts';
import { DAY_MS, MINUTE_MS } from '../../../contract/time.ts';
import { JOURNALS } from '../../../server/ledger/chart.ts';
import {
  adEnded,
  adPosted,
  adResized,
  fiatOrderHeld,
  fiatOrderReleased,
  fiatOrderReturned,
  shopClosed,
  shopOpened,
} from '../../../server/areas/fiat/fiat-recipes.ts';
import { seedGrant } from '../../../server/ledger/recipes.ts';
import { ANN, BOB, book, USDT } from './small-ledger.ts';
import { writeLife } from './wallet-ledger.ts';

const FIAT = 3;
/** Number of entries that they add. */
export const MERCHANT_ENTRIES = 21;
/** Number of their last movement. */
export const LAST_OF_MERCHANT = 20;

const LAST_GENERAL = 3;

const of = (ownerId: number, causeId: string, amount: bigint) => ({
  causeId,
  ownerId,
  actorId: ownerId,
  requestId: 'r',
  currencyId: USDT,
  amount: units(amount),
});
const grant = (ownerId: number, amount: bigint) =>
  seedGrant({
    causeId: 'test',
    requestId: 'r',
    ownerId,
    accountType: FIAT,
    amounts: [{ currencyId: USDT, amount: units(amount) }],
  });

const PAYMENT_MS = 15 * MINUTE_MS;
const CONFIRM_MS = DAY_MS;
const WINDOWS = {
  paymentWindowMs: PAYMENT_MS,
  confirmWindowMs: CONFIRM_MS,
  postponeWindowMs: CONFIRM_MS,
};
const STARTED = { type: 'lifecycle.started' };
const PAID = [{ type: 'payment.declare' }, 0] as const;
const APPLIED = [{ type: 'rights.apply' }, 0] as const;
const ended = (type: string) => [{ type }, 0] as const;
const passed = (delayName: string, atMs: number) =>
  [{ type: 'lifecycle.delayPassed', delayName }, atMs] as const;

/** Buyer, seller, state and the events after the start of each order, with their times. */
const ORDER_LIVES = [
  [BOB, ANN, 'unpaid', []],
  [BOB, ANN, 'completed', [PAID, ended('receipt.confirm')]],
  [BOB, ANN, 'cancelled', [ended('order.cancel')]],
  [BOB, ANN, 'cancelled', [passed('paymentWindow', PAYMENT_MS)]],
  [ANN, BOB, 'rightsProtection', [PAID, APPLIED]],
  [ANN, BOB, 'cancelled', [PAID, APPLIED, ended('dispute.award')]],
  [ANN, BOB, 'completed', [PAID, passed('confirmWindow', CONFIRM_MS)]],
] as const;

/**
 * Ann has a shop that was opened, closed and reopened, for 100 units. She sells 300 units (ad 1: order 1
 * holds 50, order 2 sold 60 to Bob, order 3 was canceled) and has ended an ad of 80 (ad 2, while order 4 held
 * 30 of it, which was then canceled). She buys 200 (ad 3: order 5 holds 70 of Bob's, order 6 was canceled, in
 * order 7 he sold 10).
 */
export async function keepMerchantLedger(client: Client): Promise<void> {
  const movements = [
    grant(ANN, 1_000n),
    grant(BOB, 500n),
    shopOpened(of(ANN, '1/1', 100n)),
    shopClosed(of(ANN, '1/1', 100n)),
    shopOpened(of(ANN, '1/2', 100n)),
    adPosted(of(ANN, '1', 250n)),
    adResized(of(ANN, '1', 0n), 70n),
    adResized(of(ANN, '1', 0n), -20n),
    fiatOrderReleased(of(ANN, '2', 60n), BOB),
    adPosted(of(ANN, '2', 80n)),
    adEnded(of(ANN, '2', 50n)),
    fiatOrderReturned(of(ANN, '4', 30n)),
    fiatOrderHeld(of(BOB, '5', 70n)),
    fiatOrderHeld(of(BOB, '6', 20n)),
    fiatOrderReturned(of(BOB, '6', 20n)),
    fiatOrderHeld(of(BOB, '7', 10n)),
    fiatOrderReleased(of(BOB, '7', 10n), ANN),
  ];
  for (const [index, movement] of movements.entries())
    await book(client, JOURNALS.general, LAST_GENERAL + 1 + index, movement);
  await writePeople(client);
  await client.query(
    `insert into shops (user_id, name, name_key, is_open, openings, deposit_currency_id, deposit, registered_at_ms, updated_at_ms)
     values (${ANN}, 'Shop', 'shop', true, 2, ${USDT}, 100, 0, 0)`,
  );
  await writeAd(client, ['sell', 300, 190, 50, 60, 'opening']);
  await writeAd(client, ['sell', 80, 80, 0, 0, 'cancelled']);
  await writeAd(client, ['buy', 200, 120, 70, 10, 'suspended']);
  await writeOrder(client, [1, BOB, ANN, 50, 'unpaid', null], PAYMENT_MS);
  await writeOrder(client, [1, BOB, ANN, 60, 'completed', 'confirmed']);
  await writeOrder(client, [1, BOB, ANN, 40, 'cancelled', 'buyer_cancelled']);
  await writeOrder(client, [2, BOB, ANN, 30, 'cancelled', 'payment_timeout'], PAYMENT_MS);
  await writeOrder(client, [3, ANN, BOB, 70, 'rights_protection', null], null);
  await writeOrder(client, [3, ANN, BOB, 20, 'cancelled', 'awarded_to_seller']);
  await writeOrder(client, [3, ANN, BOB, 10, 'completed', 'auto_confirmed'], CONFIRM_MS);
  await writeLives(client);
}

async function writeLives(client: Client): Promise<void> {
  const ads = [{ alive: 'opening' }, 'cancelled', { alive: 'suspended' }];
  for (const [index, value] of ads.entries()) await writeLife(client, 'fiat-ad', index + 1, value);
  for (const [index, [buyerId, sellerId, value, events]] of ORDER_LIVES.entries()) {
    const input = { buyerId, sellerId, ...WINDOWS };
    await writeLife(client, 'fiat-order', index + 1, value, input);
    for (const [before, [event, atMs]] of [
      [{ ...STARTED, input }, 0] as const,
      ...events,
    ].entries())
      await client.query(`insert into lifecycle_events values ('fiat-order', $1, $2, $3, $4)`, [
        index + 1,
        before + 1,
        JSON.stringify(event),
        atMs,
      ]);
  }
  await client.query(
    `insert into lifecycle_timers values ('fiat-order', 1, 'fiatOrder.unpaid', 'paymentWindow', ${PAYMENT_MS})`,
  );
}

async function writePeople(client: Client): Promise<void> {
  await client.query(
    `insert into users (id, uid, email, password_hash, invite_code, locale, created_at_ms)
     overriding system value
     select id, id::text, id || '@example.org', '', id::text, 'en-US', 0
     from unnest(array[${ANN}, ${BOB}]) as id`,
  );
  await client.query("insert into fiat_currencies values ('CNY', 2, 4, 0)");
}

/** @param values side, total, remaining, in orders, sold, state. */
const writeAd = (client: Client, values: readonly (string | number)[]) =>
  client.query(
    `insert into fiat_ads (side, total, remaining, in_orders, sold, state, user_id, shop_id, currency_id,
       fiat_code, price, min_amount, max_amount, payment_kinds, collection_method_ids, payment_window_min,
       remark, auto_open, idempotency_key, terms, revision, created_at_ms, updated_at_ms)
     values ($1, $2, $3, $4, $5, $6, ${ANN}, 1, ${USDT}, 'CNY', 1, 1, 1, '{}', '{}', 15, '', true,
       gen_random_uuid(), '', 1, 0, 0)`,
    [...values],
  );

/**
 * @param values ad, buyer, seller, quantity, state, end.
 * @param untilMs its deadline, or its end.
 */
const writeOrder = (
  client: Client,
  values: readonly (string | number | null)[],
  untilMs: number | null = 0,
) =>
  client.query(
    `insert into fiat_orders (ad_id, buyer_id, seller_id, quantity, state, "end", shop_id, currency_id,
       fiat_code, price, amount, payment_kind, payee, payment_reference, remark, postponements, is_postponed,
       is_overtime, is_cancellation, is_payment_false, voucher_ids, buyer_seen_id, seller_seen_id, taker_id,
       idempotency_key, terms, revision, created_at_ms, updated_at_ms, deadline_at_ms, ended_at_ms)
     values ($1, $2, $3, $4, $5, $6, 1, ${USDT}, 'CNY', 1, 1, 'bank_card', '{}', '', '', 0, false, false, false,
       false, '{}', 0, 0, ${BOB}, gen_random_uuid(), '', 1, 0, 0, $7,
       case when $6::text is not null then $8::bigint end)`,
    [...values, values[5] === null ? untilMs : null, untilMs],
  );
