/** Behavior of an EVM chain alone: tokens, gas, nonces in order, and a node that may fail. */
import { sql } from 'drizzle-orm';
import type { Address } from 'viem';
import { describe, expect, test } from 'vitest';
import { ChainScanner } from '../../../server/areas/custody/chain-scanner.ts';
import { EvmKeys } from '../../../server/areas/custody/evm/evm-keys.ts';
import { createLog } from '../../../server/kit/log.ts';
import {
  reportedBlocks,
  writingListener,
  notingHealth,
} from '../../support/custody/chain-database.ts';
import { ETH, USDT, WHOLE } from '../../support/custody/chain-rig.ts';
import { RICH_MNEMONIC, startEvmNode } from '../../support/custody/evm-node.ts';
import type { RpcAnswer } from '../../support/custody/evm-proxy.ts';
import { openEvmRig } from '../../support/custody/evm-rig.ts';
import { silentJobs } from '../../support/silent-jobs.ts';
import { orderTo, useEvmRig } from '../../support/custody/use-evm-rig.ts';

const evm = useEvmRig();

const EVERYTHING = (addresses: readonly string[]) => Promise.resolve(new Set(addresses));
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
describe('payments', () => {
  test('a transaction that failed pays nothing', async () => {
    const address = evm.rig.chain.addressFor(1) as Address;
    await evm.rig.network.refuseAt(address);
    const hash = await evm.rig.pay(address, ETH, WHOLE);
    const block = await evm.rig.mine();
    const { status } = await evm.rig.network.client.getTransactionReceipt({
      hash: hash as Address,
    });

    expect(status).toBe('reverted');
    expect(await evm.rig.chain.payments(block, EVERYTHING)).toEqual([]);
  });

  test('a token transfer beyond the balance pays nothing', async () => {
    await evm.rig.pay(evm.rig.chain.addressFor(1), USDT, 10n ** 12n * WHOLE);
    const block = await evm.rig.mine();

    expect(await evm.rig.chain.payments(block, EVERYTHING)).toEqual([]);
  });

  test('an unlisted token pays nothing, whatever its name', async () => {
    const other = await evm.rig.network.deployToken(10n ** 18n);
    await evm.rig.network.sendToken(other, 'transfer', evm.rig.chain.addressFor(1), 1_000_000n);
    const block = await evm.rig.mine();

    expect(await evm.rig.chain.payments(block, EVERYTHING)).toEqual([]);
  });

  test('an amount beyond any ledger is reported unchanged: booking it is refused', async () => {
    const address = evm.rig.chain.addressFor(1);
    await evm.rig.network.sendToken(evm.rig.token, 'mint', address, 10n ** 30n);
    const block = await evm.rig.mine();

    expect(await evm.rig.chain.payments(block, EVERYTHING)).toMatchObject([{ amount: 10n ** 42n }]);
  });

  test('a token transfer that would fail is not reported as pending', async () => {
    await evm.rig.pay(evm.rig.chain.addressFor(1), USDT, 10n ** 12n * WHOLE);
    const hash = await evm.rig.pay(evm.rig.chain.addressFor(1), ETH, WHOLE);

    expect(await evm.rig.chain.waiting(EVERYTHING)).toMatchObject([{ transactionHash: hash }]);
    await evm.rig.mine();
  });

  test('another call of a token, and one of no token, are not reported as pending payments', async () => {
    await evm.rig.network.sendToken(evm.rig.token, 'approve', evm.rig.chain.addressFor(1), 5n);
    await evm.rig.network.send({ to: evm.rig.stranger() as Address, data: '0xa9059cbb' });

    expect(await evm.rig.chain.waiting(EVERYTHING)).toEqual([]);
    await evm.rig.mine();
  });

  test('the index of a token payment is that in its transaction, not in its block', async () => {
    const address = evm.rig.chain.addressFor(1);
    const hashes = [
      await evm.rig.pay(address, USDT, WHOLE),
      await evm.rig.pay(address, USDT, 2n * WHOLE),
    ];
    const block = await evm.rig.mine();

    const payments = await evm.rig.chain.payments(block, EVERYTHING);

    expect(payments).toMatchObject(
      hashes.map((transactionHash) => ({ transactionHash, outputIndex: 1 })),
    );
  });

  test('a coin payment and a token payment in one block are both reported', async () => {
    const address = evm.rig.chain.addressFor(1);
    await evm.rig.pay(address, ETH, WHOLE);
    await evm.rig.pay(address, USDT, WHOLE);
    const block = await evm.rig.mine();

    const payments = await evm.rig.chain.payments(block, EVERYTHING);

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
    expect(evm.rig.chain.isAddress(`0x${'0'.repeat(40)}`)).toBe(false);
    expect(evm.rig.chain.isAddress(evm.rig.token)).toBe(false);
    expect(evm.rig.chain.isAddress(evm.rig.token.toLowerCase())).toBe(false);
  });

  test('in lower case are accepted, and spelled with their checksum', () => {
    const address = evm.rig.stranger();

    expect(evm.rig.chain.isAddress(address.toLowerCase())).toBe(true);
    expect(evm.rig.chain.canonicalAddress(address.toLowerCase())).toBe(address);
  });
});

describe('transfers', () => {
  test('of the chain’s own coin arrive to the last unit, with the fee in addition', async () => {
    const to = evm.rig.stranger();
    const transfer = await evm.sign(orderTo(to, ETH));
    await evm.rig.chain.broadcast(transfer);
    await evm.rig.mine();

    expect(await evm.rig.balanceOf(to, ETH)).toBe(WHOLE);
  });

  test('of an amount that the token cannot express are never rounded', async () => {
    const order = { ...orderTo(evm.rig.stranger()), amount: WHOLE + 1n };

    await expect(evm.rig.chain.prepare(order)).rejects.toThrow('amount in units of the chain');
  });

  test('from an empty wallet are refused, and use no nonce', async () => {
    const poor = await openEvmRig(evm.node.url, false);
    const preparing = poor.chain.prepare(orderTo(poor.stranger(), ETH));

    await expect(preparing).rejects.toMatchObject({ reason: 'short_of_funds' });
    const { rows } = await evm.database.execute('select * from chain_wallets');
    expect(rows).toEqual([]);
  });

  test('from a wallet without the token are refused', async () => {
    const poor = await openEvmRig(evm.node.url, false);
    await poor.network.setBalance(poor.hotWallet, WHOLE);
    const preparing = poor.chain.prepare(orderTo(poor.stranger(), USDT));

    await expect(preparing).rejects.toMatchObject({ reason: 'short_of_funds' });
  });

  test('to a recipient that reverts are refused before they are signed', async () => {
    const to = evm.rig.stranger();
    await evm.rig.network.refuseAt(to as Address);

    await expect(evm.rig.chain.prepare(orderTo(to, ETH))).rejects.toMatchObject({
      reason: 'would_fail',
    });
  });

  test('that fail on the chain are mined and not successful', async () => {
    const to = evm.rig.stranger();
    const transfer = await evm.sign(orderTo(to, ETH));
    await evm.rig.network.refuseAt(to as Address);
    await evm.rig.chain.broadcast(transfer);
    await evm.rig.mine();

    expect(await evm.rig.chain.status(transfer)).toMatchObject({ kind: 'mined', succeeded: false });
    expect(await evm.rig.balanceOf(to, ETH)).toBe(0n);
  });

  test('with a later nonce wait for the earlier one, whichever is sent first', async () => {
    const to = evm.rig.stranger();
    const [first, second] = [await evm.sign(orderTo(to)), await evm.sign(orderTo(to))];
    await evm.rig.chain.broadcast(second);
    await evm.rig.mine();
    const early = await evm.rig.chain.status(second);
    await evm.rig.chain.broadcast(first);
    await evm.rig.mine();

    expect(early).toEqual({ kind: 'pending' });
    expect(await evm.rig.balanceOf(to, USDT)).toBe(2n * WHOLE);
  });

  test('that became too cheap wait, are known when sent again, and arrive later', async () => {
    const to = evm.rig.stranger();
    const transfer = await evm.sign(orderTo(to));
    await evm.rig.chain.broadcast(transfer);
    await evm.rig.network.setNextBaseFee(10n ** 12n);
    await evm.rig.mine();
    const dear = await evm.rig.chain.status(transfer);
    const again = await evm.rig.chain.broadcast(transfer);
    await evm.rig.network.setNextBaseFee(10n ** 9n);
    await evm.rig.mine();

    expect(dear).toEqual({ kind: 'pending' });
    expect(again).toBe('already_known');
    expect(await evm.rig.balanceOf(to, USDT)).toBe(WHOLE);
  });

  test.each([
    ['a little higher', 210n],
    ['lower', 150n],
  ])('a repeated cancellation when fees are %s is the same one', async (_, percent) => {
    const transfer = await evm.sign(orderTo(evm.rig.stranger()));
    await evm.rig.chain.broadcast(transfer);
    const chain = evm.rig.reopen({ rpcUrl: evm.proxy.url });
    const feesAre = (share: bigint) => {
      evm.proxy.alter = (request, ask) =>
        isQuestionOfBlock(request, 'latest') ? withBaseFee(ask, share) : undefined;
    };
    feesAre(200n);
    await chain.cancel(transfer);
    const [first] = await evm.rig.network.waitingOf(evm.rig.hotWallet);
    feesAre(percent);
    await chain.cancel(transfer);

    expect(first).not.toBe(transfer.hash);
    expect(await evm.rig.network.waitingOf(evm.rig.hotWallet)).toEqual([first]);
    await evm.rig.mine();
  });

  test('a cancellation follows fees that have risen far', async () => {
    const transfer = await evm.sign(orderTo(evm.rig.stranger()));
    await evm.rig.chain.broadcast(transfer);
    await evm.rig.chain.cancel(transfer);
    evm.proxy.alter = (request, ask) =>
      isQuestionOfBlock(request, 'latest') ? withBaseFee(ask, 1_000n) : undefined;
    const dear = evm.rig.reopen({ rpcUrl: evm.proxy.url });
    await dear.cancel(transfer);
    const [second] = await evm.rig.network.waitingOf(evm.rig.hotWallet);
    evm.proxy.alter = () => undefined;
    // Fees are back to normal: the pending transaction is the cancellation, although a new one would be
    // accepted now.
    await dear.cancel(transfer);

    expect(await evm.rig.network.waitingOf(evm.rig.hotWallet)).toEqual([second]);
    await evm.rig.mine();
  });

  test.each([
    ['a wallet that was used before', 'delete from chain_wallets'],
    ['a wallet restored from a backup', 'update chain_wallets set next_nonce = 1'],
  ])('%s signs nothing until an operator has accounted for its transactions', async (_, loss) => {
    const to = evm.rig.stranger();
    for (let paid = 0; paid < 2; paid++) {
      await evm.rig.chain.broadcast(await evm.sign(orderTo(to)));
      await evm.rig.mine();
    }
    await evm.database.execute(loss);

    await expect(evm.sign(orderTo(to))).rejects.toMatchObject({ reason: 'foreign_nonces' });
    const { address, used } = await evm.rig.chain.walletUse();
    expect(used).toBe(2);
    await evm.database.execute(sql`
      insert into chain_wallets values (${evm.rig.chain.name}, ${address}, ${used})
      on conflict (chain, address) do update set next_nonce = ${used}`);
    await evm.rig.chain.broadcast(await evm.sign(orderTo(to)));
    await evm.rig.mine();
    expect(await evm.rig.balanceOf(to, USDT)).toBe(3n * WHOLE);
  });
});

describe('a node with differences', () => {
  test.each([
    ['has no pending block', { result: null }],
    ['knows no pending block', { error: { code: -32_602, message: 'invalid block tag' } }],
    ['does not return it', { error: { code: -32_601, message: 'method not found' } }],
  ])('one that %s reports no pending payments, and all mined ones', async (_, answer) => {
    const address = evm.rig.chain.addressFor(1);
    await evm.rig.pay(address, ETH, WHOLE);
    evm.proxy.alter = (request) =>
      isQuestionOfBlock(request, 'pending') ? Promise.resolve(answer) : undefined;
    const chain = evm.rig.reopen({ rpcUrl: evm.proxy.url });
    const waiting = await chain.waiting(EVERYTHING);
    const block = await evm.rig.mine();

    expect(waiting).toEqual([]);
    expect(await chain.payments(block, EVERYTHING)).toMatchObject([{ address }]);
  });
});

describe('a node that fails', () => {
  test('of another chain is not trusted', async () => {
    const chain = evm.rig.reopen({ chainId: 5 });

    await expect(chain.head()).rejects.toMatchObject({ name: 'ChainUnavailableError' });
  });

  test('that is gone is unreachable, and its address is in no message', async () => {
    const gone = evm.rig.reopen({ rpcUrl: 'http://user:secret@127.0.0.1:9/key' });

    const error = await gone.head().catch((reason: unknown) => reason);

    expect(error).toMatchObject({ name: 'ChainUnavailableError', reason: 'unreachable' });
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toMatch(/secret|key|:9\b/);
  });

  test('that does not answer leaves the result of a transfer open; it arrives once', async () => {
    const to = evm.rig.stranger();
    const transfer = await evm.sign(orderTo(to));
    const impatient = evm.rig.reopen({}, 2_000);
    evm.node.freeze(true);
    const sending = impatient.broadcast(transfer);
    await expect(sending).rejects.toMatchObject({ reason: 'timed_out' });
    evm.node.freeze(false);

    const answer = await evm.rig.chain.broadcast(transfer);
    await evm.rig.mine(2);

    expect(['accepted', 'already_known']).toContain(answer);
    expect(await evm.rig.balanceOf(to, USDT)).toBe(WHOLE);
  });

  test('that comes back with another chain is not followed, and nothing is reversed', async () => {
    const doomed = await startEvmNode();
    const before = await openEvmRig(doomed.url);
    await before.mine(20);
    const listener = writingListener();
    const log = createLog('silent');
    const jobs = silentJobs();
    const health = notingHealth();
    const first = new ChainScanner({
      chain: before.chain,
      database: evm.database,
      listener,
      log,
      jobs,
      health,
    });
    await first.start();
    await first.catchUp();
    await first.stop();
    await doomed.stop();
    const reported = await reportedBlocks(evm.database);
    const reborn = await startEvmNode();
    const chain = before.reopen({ rpcUrl: reborn.url });
    const second = new ChainScanner({ chain, database: evm.database, listener, log, jobs, health });
    await second.start();
    await second.catchUp();
    const isFollowing = second.isFollowing;
    await second.stop();
    await reborn.stop();

    expect(isFollowing).toBe(false);
    expect(new Set(health.causes)).toEqual(new Set(['fork_too_deep']));
    expect(await reportedBlocks(evm.database)).toEqual(reported);
  });
});
