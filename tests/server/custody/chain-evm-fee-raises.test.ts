/** A transfer on a real node whose fee is too low for a block: it is signed again for its nonce. */
import { parseTransaction } from 'viem';
import type { Hex } from 'viem';
import { describe, expect, test } from 'vitest';
import { CHAIN_LIMITS } from '../../../contract/limits.ts';
import type { SignedTransfer } from '../../../server/areas/custody/custody.area.ts';
import { ETH, USDT, WHOLE } from '../../support/custody/chain-rig.ts';
import { orderTo, useEvmRig } from '../../support/custody/use-evm-rig.ts';

const GWEI = 10n ** 9n;
const evm = useEvmRig();

const read = ({ rawTransaction }: SignedTransfer) => parseTransaction(rawTransaction as Hex);
/** Payment of a transfer: amount, receiver and nonce. */
function paymentOf(transfer: SignedTransfer) {
  const { to, value, data, gas, nonce, chainId } = read(transfer);
  return { to, value, data, gas, nonce, chainId };
}
const priceOf = (transfer: SignedTransfer) => read(transfer).maxFeePerGas ?? 0n;
const orderOf = (currencyId = ETH) => ({
  currencyId,
  networkFeeMax: null,
  feeMaxFactor: 1,
  underWay: [],
});

/** A pending transfer, after a block whose base fee was this multiple of its price in percent. */
async function tooCheap(percent: bigint, currencyId = ETH) {
  const to = evm.rig.stranger();
  // The blocks of earlier tests have other base fees.
  await evm.rig.network.setNextBaseFee(GWEI);
  await evm.rig.mine();
  const transfer = await evm.sign(orderTo(to, currencyId));
  await evm.rig.chain.broadcast(transfer);
  await evm.rig.network.setNextBaseFee((priceOf(transfer) * percent) / 100n);
  await evm.rig.mine();
  expect(await evm.rig.chain.status(transfer)).toEqual({ kind: 'pending' });
  return { to, transfer };
}

describe('a transfer that is too cheap for a block', () => {
  test.each([
    ['the own coin', ETH],
    ['a token', USDT],
  ])('of %s is replaced at its nonce, and pays once', async (_, currencyId) => {
    const { chain } = evm.rig;
    const { to, transfer } = await tooCheap(150n, currencyId);
    const raised = await chain.raise([transfer], orderOf(currencyId));
    if (raised === null) throw new Error('the fee was not raised');
    expect(paymentOf(raised)).toEqual(paymentOf(transfer));
    expect(priceOf(raised)).toBe(priceOf(transfer) * 3n);
    expect(await chain.broadcast(raised)).toBe('accepted');
    await evm.rig.mine();

    expect(await chain.status(raised)).toMatchObject({ kind: 'mined', succeeded: true });
    expect(await chain.status(transfer)).toEqual({ kind: 'unknown' });
    await evm.rig.mine(CHAIN_LIMITS.withdrawal_confirmations);
    expect(await chain.status(transfer)).toEqual({ kind: 'impossible' });
    expect(await evm.rig.balanceOf(to, currencyId)).toBe(WHOLE);
  });

  test('may still be mined instead of its replacement', async () => {
    const { chain } = evm.rig;
    const { to, transfer } = await tooCheap(105n);
    const raised = await chain.raise([transfer], orderOf());
    if (raised === null) throw new Error('the fee was not raised');
    // The base fee falls by an eighth with each empty block.
    await evm.rig.mine(3);
    expect(await chain.status(transfer)).toMatchObject({ kind: 'mined' });
    expect(await chain.broadcast(raised)).toBe('rejected');
    await evm.rig.mine(CHAIN_LIMITS.withdrawal_confirmations);

    expect(await chain.status(raised)).toEqual({ kind: 'impossible' });
    expect(await evm.rig.balanceOf(to, ETH)).toBe(WHOLE);
  });

  test('waits when no price within the limits is enough', async () => {
    const { transfer } = await tooCheap(310n);
    const asked = evm.rig.chain.raise([transfer], orderOf());
    await expect(asked).rejects.toMatchObject({ reason: 'too_dear' });
    const chain = evm.rig.reopen({ feeRiseMax: 5 });
    expect(await chain.raise([transfer], orderOf())).not.toBeNull();
  });

  test('costs no more than its withdrawal allows, unless an operator has allowed more', async () => {
    const { chain } = evm.rig;
    const { transfer } = await tooCheap(150n);
    const networkFeeMax = priceOf(transfer) * 2n * 21_000n;
    const raised = await chain.raise([transfer], { ...orderOf(), networkFeeMax });
    expect(raised && priceOf(raised)).toBe(priceOf(transfer) * 2n);
    // Nodes refuse a replacement that is less than 10 percent dearer.
    const little = { ...orderOf(), networkFeeMax: networkFeeMax / 2n };
    await expect(chain.raise([transfer], little)).rejects.toMatchObject({ reason: 'too_dear' });
    const allowed = await chain.raise([transfer], { ...little, feeMaxFactor: 2 });
    expect(allowed && priceOf(allowed)).toBe(priceOf(transfer) * 3n);
  });

  test('waits when the wallet cannot pay the higher fee in addition to what it has signed', async () => {
    const { chain, network, hotWallet } = evm.rig;
    const { transfer } = await tooCheap(150n);
    const cost = priceOf(transfer) * 3n * 21_000n;
    await network.setBalance(hotWallet, WHOLE + cost);
    expect(await chain.raise([transfer], orderOf())).not.toBeNull();
    await network.setBalance(hotWallet, WHOLE + cost - 1n);
    const asked = chain.raise([transfer], orderOf());
    await expect(asked).rejects.toMatchObject({ reason: 'short_of_funds' });
  });
});

test('a fee that suffices is not raised, nor any where the settings forbid it', async () => {
  const transfer = await evm.sign(orderTo(evm.rig.stranger(), ETH));
  await evm.rig.chain.broadcast(transfer);
  expect(await evm.rig.chain.raise([transfer], orderOf())).toBeNull();

  const { transfer: cheap } = await tooCheap(150n);
  expect(await evm.rig.reopen({ feeRiseMax: 1 }).raise([cheap], orderOf())).toBeNull();
});
