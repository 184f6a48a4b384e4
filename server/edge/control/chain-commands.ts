/** Commands that make blocks, payments and faults on the development chain of a server under test. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { formatUnits, parseUnits } from '../../../contract/money/decimal.ts';
import { positiveDecimalField } from '../../../contract/schemas/fields.ts';
import {
  BROADCAST_FAULTS,
  type BlockRef,
  type OpenedCustody,
} from '../../areas/custody/custody.area.ts';
import { INVALID } from './control-server.ts';
import type { ControlCommands, ControlReply } from './control-server.ts';
import type { KnownCurrencies } from './known-currencies.ts';
import { taking } from './taking.ts';

const mineBody = z.strictObject({ blocks: z.int().min(1).max(1_000) });
const hashes = z.array(z.string()).optional();
const reorgBody = z.strictObject({ depth: z.int().min(1), drop: hashes, later: hashes });
const payBody = z.strictObject({
  address: z.string(),
  currency_code: z.string(),
  amount: positiveDecimalField,
  reference: z.string().optional(),
  from_wallet: z.boolean().optional(),
});
const forgetBody = z.strictObject({ hashes: z.array(z.string()) });
const pauseBody = z.strictObject({ is_paused: z.boolean() });
const faultBody = z.strictObject({ mode: z.enum(BROADCAST_FAULTS), count: z.int().min(0) });
const addressBody = z.strictObject({ address: z.string() });

type Development = NonNullable<OpenedCustody['development']>;

/**
 * The commands below. A command that changes the chain answers after its listeners have been
 * notified.
 * - `POST /chain/pause` `{"is_paused"}` stops or resumes automatic blocks.
 * - `POST /chain/mine` `{"blocks"}` mines blocks and answers the head. The first block has all
 *   pending transactions.
 * - `POST /chain/pay` `{"address", "currency_code", "amount", "reference"?}` sends a payment from
 *   outside, which the next block mines. A repeated reference is the same transaction. With
 *   `"from_wallet": true` the hot wallet pays, unknown to the server, and the answer has the nonce.
 * - `POST /chain/forget` `{"hashes"}` drops these pending transactions.
 * - `POST /chain/reorg` `{"depth", "drop"?, "later"?}` replaces the last `depth` blocks by
 *   `depth` + 1 new ones. Transactions in `drop` are forgotten, those in `later` come in the last block, all
 *   others in the first.
 * - `POST /chain/fail-broadcast` `{"mode", "count"}`: see `broadcast-faults.ts`.
 * - `POST /chain/transactions-to` `{"address"}` answers all payments to it, with their block or null.
 * - `GET /chain/head` answers the head.
 * - `POST /chain/compare-reserves` compares the coins of every chain now.
 */
export function chainCommands(
  { development, catchUp }: Pick<OpenedCustody, 'development' | 'catchUp'>,
  currencies: KnownCurrencies,
  compareReserves: () => Promise<void>,
): ControlCommands {
  if (development === undefined) return {};
  const { chain, miner } = development;
  const afterCatchUp = async (head: BlockRef): Promise<ControlReply> => {
    await catchUp();
    return { body: head };
  };
  return {
    'POST /chain/compare-reserves': async () => {
      await compareReserves();
      return { body: {} };
    },
    'GET /chain/head': async () => ({ body: await chain.head() }),
    'POST /chain/pause': taking(pauseBody, async ({ is_paused: isPaused }) => {
      await miner.pause(isPaused);
      return { body: {} };
    }),
    'POST /chain/mine': taking(mineBody, async ({ blocks }) =>
      afterCatchUp(await chain.mine(blocks)),
    ),
    'POST /chain/reorg': taking(reorgBody, async ({ depth, drop = [], later = [] }) =>
      afterCatchUp(await chain.reorganise({ depth, drop, later })),
    ),
    'POST /chain/pay': taking(payBody, async (payment) => {
      const reply = await pay(chain, currencies, payment);
      await catchUp();
      return reply;
    }),
    'POST /chain/forget': taking(forgetBody, async ({ hashes: forgotten }) => {
      await chain.forget(forgotten);
      return afterCatchUp(await chain.head());
    }),
    'POST /chain/fail-broadcast': taking(faultBody, ({ mode, count }) => {
      chain.faults.arm(mode, count);
      return { body: {} };
    }),
    'POST /chain/transactions-to': taking(addressBody, async ({ address }) => ({
      body: { transactions: await transactionsTo(chain, currencies, address) },
    })),
  };
}

async function pay(
  chain: Development['chain'],
  currencies: KnownCurrencies,
  body: z.infer<typeof payBody>,
): Promise<ControlReply> {
  const { address, currency_code: code, amount: text, reference = randomUUID() } = body;
  const currency = currencies.byCode(code);
  const amount = currency ? parseUnits(text, currency.scale) : null;
  if (currency === undefined || amount === null || !chain.isAddress(address)) return INVALID;
  const payment = { address, currencyId: currency.id, amount, reference };
  if (body.from_wallet) {
    const { nonce, hash } = await chain.payForeign(payment);
    return { body: { transaction_hash: hash, nonce } };
  }
  return { body: { transaction_hash: await chain.pay(payment) } };
}

async function transactionsTo(
  chain: Development['chain'],
  currencies: KnownCurrencies,
  address: string,
): Promise<readonly object[]> {
  const transactions = await chain.transactionsTo(address);
  return transactions.map(({ hash, currencyId, amount, blockNumber }) => {
    const { code = String(currencyId), scale = 0 } = currencies.byId(currencyId) ?? {};
    return {
      hash,
      currency_code: code,
      amount: formatUnits(amount, scale),
      block_number: blockNumber,
    };
  });
}
