/** Behavior of an EVM chain alone: tokens, gas, nonces in order, and a node that may fail. */
import { sql } from 'drizzle-orm';
import type { Address } from 'viem';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ChainScanner } from '../../../server/areas/custody/chain-scanner.ts';
import type { SignedTransfer, TransferOrder } from '../../../server/areas/custody/chain.types.ts';
import { EvmKeys } from '../../../server/areas/custody/evm/evm-keys.ts';
import type { Database } from '../../../server/kit/db/database.ts';
import { transaction } from '../../../server/kit/db/transaction.ts';
import { createLog } from '../../../server/kit/log.ts';
import {
  openChainDatabase,
  toldBlocks,
  writingListener,
  notingHealth,
} from '../../support/chain-database.ts';
import { ETH, USDT, WHOLE } from '../../support/chain-rig.ts';
import { RICH_MNEMONIC, startEvmNode } from '../../support/evm-node.ts';
import type { EvmNode } from '../../support/evm-node.ts';
import { startEvmProxy } from '../../support/evm-proxy.ts';
import type { EvmProxy, RpcAnswer } from '../../support/evm-proxy.ts';
import { openEvmRig } from '../../support/evm-rig.ts';
import type { EvmRig } from '../../support/evm-rig.ts';
import { startScratchDatabase } from '../../support/scratch-database.ts';
import type { ScratchDatabase } from '../../support/scratch-database.ts';
import { silentJobs } from '../../support/silent-jobs.ts';

let scratch: ScratchDatabase;
let node: EvmNode;
let proxy: EvmProxy;
let database: Database;
let rig: EvmRig;
beforeAll(async () => {
  [scratch, node] = await Promise.all([startScratchDatabase(), startEvmNode()]);
  proxy = await startEvmProxy(node.url);
});
afterAll(async () => {
  await proxy.stop();
  await Promise.all([scratch.stop(), node.stop()]);
});
beforeEach(async () => {
  database = await openChainDatabase(await scratch.copy());
  rig = await openEvmRig(node.url);
});
afterEach(async () => {
  proxy.alter = () => undefined;
  await database.$client.end();
});

const EVERYTHING = (addresses: readonly string[]) => Promise.resolve(new Set(addresses));
const orderTo = (address: string, currencyId = USDT): TransferOrder => ({
  currencyId,
  address,
  amount: WHOLE,
  networkFeeMax: null,
  feeMaxFactor: 1,
  underWay: [],
});
const isQuestionOfBlock = (
  { method, params }: { readonly method: string; readonly params?: readonly unknown[] },
  tag: string,
): boolean => method === 'eth_getBlockByNumber' && params?.[0] === tag;
/** The block of the response, with that percentage of its base fee. */
async function withBaseFee(ask: () => Promise<RpcAnswer>, percent: bigint): Promise<RpcAnswer> {
  const { result } = (await ask()) as { readonly result: { readonly baseFeePerGas: string } };
  const baseFee = (BigInt(result.baseFeePerGas) * percent) / 100n;
  return { result: { ...result, baseFeePerGas: `0x${baseFee.toString(16)}` } };
}
async function sign(order: TransferOrder, from = rig): Promise<SignedTransfer> {
  const prepared = await from.chain.prepare(order);
  return transaction(database, (tx) => prepared.sign(tx));
}

describe('payments', () => {
  test('a transaction that failed pays nothing', async () => {
    const address = rig.chain.addressFor(1) as Address;
    await rig.network.refuseAt(address);
    const hash = await rig.pay(address, ETH, WHOLE);
    const block = await rig.mine();
    const { status } = await rig.network.client.getTransactionReceipt({ hash: hash as Address });

    expect(status).toBe('reverted');
    expect(await rig.chain.payments(block, EVERYTHING)).toEqual([]);
  });

  test('a token transfer beyond the balance pays nothing', async () => {
    await rig.pay(rig.chain.addressFor(1), USDT, 10n ** 12n * WHOLE);
    const block = await rig.mine();

    expect(await rig.chain.payments(block, EVERYTHING)).toEqual([]);
  });

  test('an unlisted token pays nothing, whatever its name', async () => {
    const other = await rig.network.deployToken(10n ** 18n);
    await rig.network.sendToken(other, 'transfer', rig.chain.addressFor(1), 1_000_000n);
    const block = await rig.mine();

    expect(await rig.chain.payments(block, EVERYTHING)).toEqual([]);
  });

  test('an amount beyond any ledger is reported unchanged: booking it is refused', async () => {
    const address = rig.chain.addressFor(1);
    await rig.network.sendToken(rig.token, 'mint', address, 10n ** 30n);
    const block = await rig.mine();

    expect(await rig.chain.payments(block, EVERYTHING)).toMatchObject([{ amount: 10n ** 42n }]);
  });

  test('a token transfer that would fail is not reported as pending', async () => {
    await rig.pay(rig.chain.addressFor(1), USDT, 10n ** 12n * WHOLE);
    const hash = await rig.pay(rig.chain.addressFor(1), ETH, WHOLE);

    expect(await rig.chain.waiting(EVERYTHING)).toMatchObject([{ transactionHash: hash }]);
    await rig.mine();
  });

  test('another call of a token, and one of no token, are not reported as pending payments', async () => {
    await rig.network.sendToken(rig.token, 'approve', rig.chain.addressFor(1), 5n);
    await rig.network.send({ to: rig.stranger() as Address, data: '0xa9059cbb' });

    expect(await rig.chain.waiting(EVERYTHING)).toEqual([]);
    await rig.mine();
  });

  test('the index of a token payment is that in its transaction, not in its block', async () => {
    const address = rig.chain.addressFor(1);
    const hashes = [await rig.pay(address, USDT, WHOLE), await rig.pay(address, USDT, 2n * WHOLE)];
    const block = await rig.mine();

    const payments = await rig.chain.payments(block, EVERYTHING);

    expect(payments).toMatchObject(
      hashes.map((transactionHash) => ({ transactionHash, outputIndex: 1 })),
    );
  });

  test('a coin payment and a token payment in one block are both reported', async () => {
    const address = rig.chain.addressFor(1);
    await rig.pay(address, ETH, WHOLE);
    await rig.pay(address, USDT, WHOLE);
    const block = await rig.mine();

    const payments = await rig.chain.payments(block, EVERYTHING);

    expect(payments.map(({ currencyId }) => currencyId).toSorted()).toEqual([USDT, ETH]);
  });
});

describe('addresses', () => {
  test('come from the mnemonic by the usual path', () => {
    const keys = new EvmKeys(RICH_MNEMONIC);

    expect(keys.depositAddress(0)).toBe('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266');
    expect(keys.hotWallet.address).not.toBe(keys.depositAddress(0));
  });

  test('that swallow payments are refused for withdrawals', () => {
    expect(rig.chain.isAddress(`0x${'0'.repeat(40)}`)).toBe(false);
    expect(rig.chain.isAddress(rig.token)).toBe(false);
    expect(rig.chain.isAddress(rig.token.toLowerCase())).toBe(false);
  });

  test('in lower case are accepted, and spelled with their checksum', () => {
    const address = rig.stranger();

    expect(rig.chain.isAddress(address.toLowerCase())).toBe(true);
    expect(rig.chain.canonicalAddress(address.toLowerCase())).toBe(address);
  });
});

describe('transfers', () => {
  test('of the chain’s own coin arrive to the last unit, with the fee in addition', async () => {
    const to = rig.stranger();
    const transfer = await sign(orderTo(to, ETH));
    await rig.chain.broadcast(transfer);
    await rig.mine();

    expect(await rig.balanceOf(to, ETH)).toBe(WHOLE);
  });

  test('of an amount that the token cannot express are never rounded', async () => {
    const order = { ...orderTo(rig.stranger()), amount: WHOLE + 1n };

    await expect(rig.chain.prepare(order)).rejects.toThrow('amount in units of the chain');
  });

  test('from an empty wallet are refused, and use no nonce', async () => {
    const poor = await openEvmRig(node.url, false);
    const preparing = poor.chain.prepare(orderTo(poor.stranger(), ETH));

    await expect(preparing).rejects.toMatchObject({ reason: 'short_of_funds' });
    const { rows } = await database.execute('select * from chain_wallets');
    expect(rows).toEqual([]);
  });

  test('from a wallet without the token are refused', async () => {
    const poor = await openEvmRig(node.url, false);
    await poor.network.setBalance(poor.hotWallet, WHOLE);
    const preparing = poor.chain.prepare(orderTo(poor.stranger(), USDT));

    await expect(preparing).rejects.toMatchObject({ reason: 'short_of_funds' });
  });

  test('to a recipient that reverts are refused before they are signed', async () => {
    const to = rig.stranger();
    await rig.network.refuseAt(to as Address);

    await expect(rig.chain.prepare(orderTo(to, ETH))).rejects.toMatchObject({
      reason: 'would_fail',
    });
  });

  test('that fail on the chain are mined and not successful', async () => {
    const to = rig.stranger();
    const transfer = await sign(orderTo(to, ETH));
    await rig.network.refuseAt(to as Address);
    await rig.chain.broadcast(transfer);
    await rig.mine();

    expect(await rig.chain.status(transfer)).toMatchObject({ kind: 'mined', succeeded: false });
    expect(await rig.balanceOf(to, ETH)).toBe(0n);
  });

  test('with a later nonce wait for the earlier one, whichever is sent first', async () => {
    const to = rig.stranger();
    const [first, second] = [await sign(orderTo(to)), await sign(orderTo(to))];
    await rig.chain.broadcast(second);
    await rig.mine();
    const early = await rig.chain.status(second);
    await rig.chain.broadcast(first);
    await rig.mine();

    expect(early).toEqual({ kind: 'pending' });
    expect(await rig.balanceOf(to, USDT)).toBe(2n * WHOLE);
  });

  test('that became too cheap wait, are known when sent again, and arrive later', async () => {
    const to = rig.stranger();
    const transfer = await sign(orderTo(to));
    await rig.chain.broadcast(transfer);
    await rig.network.setNextBaseFee(10n ** 12n);
    await rig.mine();
    const dear = await rig.chain.status(transfer);
    const again = await rig.chain.broadcast(transfer);
    await rig.network.setNextBaseFee(10n ** 9n);
    await rig.mine();

    expect(dear).toEqual({ kind: 'pending' });
    expect(again).toBe('already_known');
    expect(await rig.balanceOf(to, USDT)).toBe(WHOLE);
  });

  test.each([
    ['a little higher', 210n],
    ['lower', 150n],
  ])('a repeated cancellation when fees are %s is the same one', async (_, percent) => {
    const transfer = await sign(orderTo(rig.stranger()));
    await rig.chain.broadcast(transfer);
    const chain = rig.reopen({ rpcUrl: proxy.url });
    const feesAre = (share: bigint) => {
      proxy.alter = (request, ask) =>
        isQuestionOfBlock(request, 'latest') ? withBaseFee(ask, share) : undefined;
    };
    feesAre(200n);
    await chain.cancel(transfer);
    const [first] = await rig.network.waitingOf(rig.hotWallet);
    feesAre(percent);
    await chain.cancel(transfer);

    expect(first).not.toBe(transfer.hash);
    expect(await rig.network.waitingOf(rig.hotWallet)).toEqual([first]);
    await rig.mine();
  });

  test('a cancellation follows fees that have risen far', async () => {
    const transfer = await sign(orderTo(rig.stranger()));
    await rig.chain.broadcast(transfer);
    await rig.chain.cancel(transfer);
    proxy.alter = (request, ask) =>
      isQuestionOfBlock(request, 'latest') ? withBaseFee(ask, 1_000n) : undefined;
    const dear = rig.reopen({ rpcUrl: proxy.url });
    await dear.cancel(transfer);
    const [second] = await rig.network.waitingOf(rig.hotWallet);
    proxy.alter = () => undefined;
    // Fees are back to normal: the pending transaction is the cancellation, although a new one would be
    // accepted now.
    await dear.cancel(transfer);

    expect(await rig.network.waitingOf(rig.hotWallet)).toEqual([second]);
    await rig.mine();
  });

  test.each([
    ['a wallet that was used before', 'delete from chain_wallets'],
    ['a wallet restored from a backup', 'update chain_wallets set next_nonce = 1'],
  ])('%s signs nothing until an operator has accounted for its transactions', async (_, loss) => {
    const to = rig.stranger();
    for (let paid = 0; paid < 2; paid++) {
      await rig.chain.broadcast(await sign(orderTo(to)));
      await rig.mine();
    }
    await database.execute(loss);

    await expect(sign(orderTo(to))).rejects.toMatchObject({ reason: 'foreign_nonces' });
    const { address, used } = await rig.chain.walletUse();
    expect(used).toBe(2);
    await database.execute(sql`
      insert into chain_wallets values (${rig.chain.name}, ${address}, ${used})
      on conflict (chain, address) do update set next_nonce = ${used}`);
    await rig.chain.broadcast(await sign(orderTo(to)));
    await rig.mine();
    expect(await rig.balanceOf(to, USDT)).toBe(3n * WHOLE);
  });
});

describe('what is signed and not mined', () => {
  test('is not spent a second time: the next waits, and no nonce is left out', async () => {
    await rig.network.setBalance(rig.hotWallet, 10n * WHOLE);
    const to = rig.stranger();
    const order = (amount: bigint) => ({ ...orderTo(to, ETH), amount: amount * WHOLE });
    const first = await sign(order(8n));
    const underWay = [first];
    const second = sign({ ...order(8n), underWay });
    await expect(second).rejects.toMatchObject({ reason: 'short_of_funds' });
    const third = await sign({ ...order(1n), underWay });
    for (const transfer of [first, third])
      expect(await rig.chain.broadcast(transfer)).toBe('accepted');
    await rig.mine();

    expect(await rig.balanceOf(to, ETH)).toBe(9n * WHOLE);
    // Mined since: it is in the balance already.
    const last = sign({ ...order(1n), underWay: [first, third] });
    await expect(last).rejects.toMatchObject({ reason: 'short_of_funds' });
    await rig.network.setBalance(rig.hotWallet, 2n * WHOLE);
    await expect(sign({ ...order(1n), underWay: [first, third] })).resolves.toBeDefined();
  });

  test('counts for tokens by themselves', async () => {
    const to = rig.stranger();
    const all = await rig.balanceOf(rig.hotWallet, USDT);
    const first = await sign({ ...orderTo(to), amount: all - WHOLE });
    const underWay = [first];

    const tooMuch = sign({ ...orderTo(to), amount: 2n * WHOLE, underWay });
    await expect(tooMuch).rejects.toMatchObject({ reason: 'short_of_funds' });
    await expect(sign({ ...orderTo(to), amount: WHOLE, underWay })).resolves.toBeDefined();
    await expect(sign({ ...orderTo(to, ETH), underWay })).resolves.toBeDefined();
  });
});

describe('a node with differences', () => {
  test.each([
    ['has no pending block', { result: null }],
    ['knows no pending block', { error: { code: -32_602, message: 'invalid block tag' } }],
    ['does not return it', { error: { code: -32_601, message: 'method not found' } }],
  ])('one that %s reports no pending payments, and all mined ones', async (_, answer) => {
    const address = rig.chain.addressFor(1);
    await rig.pay(address, ETH, WHOLE);
    proxy.alter = (request) =>
      isQuestionOfBlock(request, 'pending') ? Promise.resolve(answer) : undefined;
    const chain = rig.reopen({ rpcUrl: proxy.url });
    const waiting = await chain.waiting(EVERYTHING);
    const block = await rig.mine();

    expect(waiting).toEqual([]);
    expect(await chain.payments(block, EVERYTHING)).toMatchObject([{ address }]);
  });
});

describe('a node that fails', () => {
  test('of another chain is not trusted', async () => {
    const chain = rig.reopen({ chainId: 5 });

    await expect(chain.head()).rejects.toMatchObject({ name: 'ChainUnavailableError' });
  });

  test('that is gone is unreachable, and its address is in no message', async () => {
    const gone = rig.reopen({ rpcUrl: 'http://user:secret@127.0.0.1:9/key' });

    const error = await gone.head().catch((reason: unknown) => reason);

    expect(error).toMatchObject({ name: 'ChainUnavailableError', reason: 'unreachable' });
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toMatch(/secret|key|:9\b/);
  });

  test('that does not answer leaves the result of a transfer open; it arrives once', async () => {
    const to = rig.stranger();
    const transfer = await sign(orderTo(to));
    const impatient = rig.reopen({}, 2_000);
    node.freeze(true);
    const sending = impatient.broadcast(transfer);
    await expect(sending).rejects.toMatchObject({ reason: 'timed_out' });
    node.freeze(false);

    const answer = await rig.chain.broadcast(transfer);
    await rig.mine(2);

    expect(['accepted', 'already_known']).toContain(answer);
    expect(await rig.balanceOf(to, USDT)).toBe(WHOLE);
  });

  test('that comes back with another chain is not followed, and nothing is reversed', async () => {
    const doomed = await startEvmNode();
    const before = await openEvmRig(doomed.url);
    await before.mine(20);
    const listener = writingListener();
    const log = createLog('silent');
    const jobs = silentJobs();
    const health = notingHealth();
    const first = new ChainScanner({ chain: before.chain, database, listener, log, jobs, health });
    await first.start();
    await first.catchUp();
    await first.stop();
    await doomed.stop();
    const told = await toldBlocks(database);
    const reborn = await startEvmNode();
    const chain = before.reopen({ rpcUrl: reborn.url });
    const second = new ChainScanner({ chain, database, listener, log, jobs, health });
    await second.start();
    await second.catchUp();
    const isFollowing = second.isFollowing;
    await second.stop();
    await reborn.stop();

    expect(isFollowing).toBe(false);
    expect(new Set(health.causes)).toEqual(new Set(['fork_too_deep']));
    expect(await toldBlocks(database)).toEqual(told);
  });
});
