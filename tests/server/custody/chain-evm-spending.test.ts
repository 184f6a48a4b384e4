/** Coins of an EVM wallet that a signed transaction spends before it is mined. */
import { describe, expect, test } from 'vitest';
import { CHAIN_LIMITS } from '../../../contract/limits.ts';
import { ETH, USDT, WHOLE } from '../../support/custody/chain-rig.ts';
import { orderTo, useEvmRig } from '../../support/custody/use-evm-rig.ts';

const evm = useEvmRig();

describe('a signed transaction that is not mined', () => {
  test('keeps its amount: the next one waits, and no nonce is left out', async () => {
    await evm.rig.network.setBalance(evm.rig.hotWallet, 10n * WHOLE);
    const to = evm.rig.stranger();
    const order = (amount: bigint) => ({ ...orderTo(to, ETH), amount: amount * WHOLE });
    const first = await evm.sign(order(8n));
    const underWay = [first];
    const second = evm.sign({ ...order(8n), underWay });
    await expect(second).rejects.toMatchObject({ reason: 'short_of_funds' });
    const third = await evm.sign({ ...order(1n), underWay });
    for (const transfer of [first, third])
      expect(await evm.rig.chain.broadcast(transfer)).toBe('accepted');
    await evm.rig.mine();

    expect(await evm.rig.balanceOf(to, ETH)).toBe(9n * WHOLE);
    // Mined since: it is in the balance already.
    const last = evm.sign({ ...order(1n), underWay: [first, third] });
    await expect(last).rejects.toMatchObject({ reason: 'short_of_funds' });
    await evm.rig.network.setBalance(evm.rig.hotWallet, 2n * WHOLE);
    await expect(evm.sign({ ...order(1n), underWay: [first, third] })).resolves.toBeDefined();
  });

  test('counts for tokens by themselves', async () => {
    const to = evm.rig.stranger();
    const all = await evm.rig.balanceOf(evm.rig.hotWallet, USDT);
    const first = await evm.sign({ ...orderTo(to), amount: all - WHOLE });
    const underWay = [first];

    const tooMuch = evm.sign({ ...orderTo(to), amount: 2n * WHOLE, underWay });
    await expect(tooMuch).rejects.toMatchObject({ reason: 'short_of_funds' });
    await expect(evm.sign({ ...orderTo(to), amount: WHOLE, underWay })).resolves.toBeDefined();
    await expect(evm.sign({ ...orderTo(to, ETH), underWay })).resolves.toBeDefined();
  });
});

test('a transfer that is mined between two questions is mined, and not impossible', async () => {
  const transfer = await evm.sign(orderTo(evm.rig.stranger()));
  await evm.rig.chain.broadcast(transfer);
  await evm.rig.mine(CHAIN_LIMITS.withdrawal_confirmations);
  let isYoung = true;
  evm.proxy.alter = ({ method }) => {
    if (method === 'eth_getTransactionByHash') {
      isYoung = false;
      return Promise.resolve({ result: null });
    }
    return isYoung && method === 'eth_getTransactionReceipt'
      ? Promise.resolve({ result: null })
      : undefined;
  };
  const chain = evm.rig.reopen({ rpcUrl: evm.proxy.url });

  expect(await chain.status(transfer)).toMatchObject({ kind: 'mined', succeeded: true });
});
