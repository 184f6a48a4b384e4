/** Mined transactions of the hot wallet of an EVM chain, found by nonce and by hash. */
import { parseTransaction } from 'viem';
import type { Hex } from 'viem';
import { expect, test } from 'vitest';
import { ETH, WHOLE } from '../../support/custody/chain-rig.ts';
import { orderTo, useEvmRig } from '../../support/custody/use-evm-rig.ts';

const evm = useEvmRig();

test('a transaction is found by its nonce and by its hash, with its bytes and its payment', async () => {
  const { chain, network, hotWallet } = evm.rig;
  const orders = [orderTo(evm.rig.stranger()), orderTo(evm.rig.stranger(), ETH)];
  for (const order of orders) {
    const signed = await evm.sign(order);
    await chain.broadcast(signed);
    // Blocks without it, before and after.
    await network.mine(3);
    const { nonce = 0 } = parseTransaction(signed.rawTransaction as Hex);
    const { currencyId, address, amount } = order;
    const wanted = { ...signed, nonce, target: { currencyId, address, amount } };

    expect(await chain.walletTransaction({ nonce })).toEqual(wanted);
    expect(await chain.walletTransaction({ hash: signed.hash })).toEqual(wanted);
  }
  const used = await network.client.getTransactionCount({ address: hotWallet });
  expect(await chain.walletTransaction({ nonce: used })).toBeNull();
});

test('a transfer of a token that is not listed any more shows its recipient, and no amount', async () => {
  const { chain, network, reopen, stranger } = evm.rig;
  const order = orderTo(stranger());
  const signed = await evm.sign(order);
  await chain.broadcast(signed);
  await network.mine();
  const found = await reopen({ tokens: [] }).walletTransaction({ hash: signed.hash });
  const target = { currencyId: null, address: order.address };
  expect(found).toMatchObject({ hash: signed.hash, target });
});

test('a transaction of another wallet is none, and neither is one that is not mined', async () => {
  const { chain } = evm.rig;
  const others = await evm.rig.pay(evm.rig.stranger(), ETH, WHOLE);
  const waiting = await evm.sign(orderTo(evm.rig.stranger()));
  await chain.broadcast(waiting);

  expect(await chain.walletTransaction({ hash: waiting.hash })).toBeNull();
  await evm.rig.mine();
  expect(await chain.walletTransaction({ hash: others })).toBeNull();
});

test('a transaction is not found by its nonce in a node that does not keep old states', async () => {
  const signed = await evm.sign(orderTo(evm.rig.stranger()));
  await evm.rig.chain.broadcast(signed);
  await evm.rig.mine(3);
  evm.proxy.alter = ({ method, params }) =>
    method === 'eth_getTransactionCount' && params?.[1] !== 'latest'
      ? Promise.resolve({ error: { code: -32_000, message: 'missing trie node' } })
      : undefined;
  const chain = evm.rig.reopen({ rpcUrl: evm.proxy.url });

  expect(await chain.walletTransaction({ nonce: 0 })).toBe('not_kept');
  expect(await chain.walletTransaction({ nonce: 1_000 })).toBeNull();
  expect(await chain.walletTransaction({ hash: signed.hash })).toMatchObject({ nonce: 0 });
});
