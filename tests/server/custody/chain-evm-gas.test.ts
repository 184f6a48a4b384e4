/** The cost of a withdrawal for the exchange on an EVM chain, for any recipient and any code. */
import { parseTransaction } from 'viem';
import type { Address, Hash, Hex } from 'viem';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CHAIN_LIMITS } from '../../../contract/limits.ts';
import type { SignedTransfer, TransferOrder } from '../../../server/areas/custody/chain.types.ts';
import type { EvmChain } from '../../../server/areas/custody/evm/evm-chain.ts';
import type { Database } from '../../../server/kit/db/database.ts';
import { transaction } from '../../../server/kit/db/transaction.ts';
import { openChainDatabase } from '../../support/custody/chain-database.ts';
import { ETH, USDT, WHOLE } from '../../support/custody/chain-rig.ts';
import { GAS_BURNER, MODEST_WALLET } from '../../support/custody/evm-network.ts';
import { startEvmNode } from '../../support/custody/evm-node.ts';
import { startEvmProxy } from '../../support/custody/evm-proxy.ts';
import type { EvmProxy } from '../../support/custody/evm-proxy.ts';
import type { EvmNode } from '../../support/custody/evm-node.ts';
import { openEvmRig } from '../../support/custody/evm-rig.ts';
import type { EvmRig } from '../../support/custody/evm-rig.ts';
import { startScratchDatabase } from '../../support/databases/scratch-database.ts';
import type { ScratchDatabase } from '../../support/databases/scratch-database.ts';

const GWEI = 10n ** 9n;
const CONTRACT_GAS = BigInt(CHAIN_LIMITS.withdrawal_gas_contract);

let scratch: ScratchDatabase;
let node: EvmNode;
let database: Database;
let rig: EvmRig;
let to: Address;
beforeAll(async () => {
  [scratch, node] = await Promise.all([startScratchDatabase(), startEvmNode()]);
  database = await openChainDatabase(await scratch.copy());
});
afterAll(async () => {
  await database.$client.end();
  await Promise.all([scratch.stop(), node.stop()]);
});
beforeEach(async () => {
  // A separate wallet, because a signed and unsent transfer would block others.
  rig = await openEvmRig(node.url);
  to = rig.stranger() as Address;
  await rig.network.setNextBaseFee(GWEI);
  await rig.mine();
});

const order = (currencyId = ETH, networkFeeMax: bigint | null = null): TransferOrder => ({
  currencyId,
  address: to,
  amount: WHOLE,
  networkFeeMax,
  feeMaxFactor: 1,
  underWay: [],
});
async function sign(what = order()): Promise<SignedTransfer> {
  const prepared = await rig.chain.prepare(what);
  return transaction(database, (tx) => prepared.sign(tx));
}
const read = ({ rawTransaction }: SignedTransfer) => {
  const { gas = 0n, maxFeePerGas = 0n } = parseTransaction(rawTransaction as Hex);
  return { gas, atMost: gas * maxFeePerGas };
};
/** Returns the amount of the chain's own coin that the hot wallet spent once the transfer is mined. */
async function spentOn(transfer: SignedTransfer): Promise<bigint> {
  const before = await rig.balanceOf(rig.hotWallet, ETH);
  await rig.chain.broadcast(transfer);
  await rig.mine();
  return before - (await rig.balanceOf(rig.hotWallet, ETH));
}

describe('gas', () => {
  test('a recipient without code is paid with the gas of a payment, to the unit', async () => {
    expect(await rig.chain.recipientOf(order())).toBe('plain');
    expect(read(await sign()).gas).toBe(21_000n);
  });

  test('a contract that behaves like a wallet is paid', async () => {
    await rig.network.setCode(to, MODEST_WALLET);
    const transfer = await sign();

    expect(await rig.chain.recipientOf(order())).toBe('contract');
    expect(read(transfer).gas).toBeLessThanOrEqual(CONTRACT_GAS);
    await spentOn(transfer);
    expect(await rig.chain.status(transfer)).toMatchObject({ kind: 'mined', succeeded: true });
  });

  test('one that burns gas is no recipient, and no transfer to it is signed', async () => {
    await rig.network.setCode(to, GAS_BURNER);

    expect(await rig.chain.recipientOf(order())).toBe('not_payable');
    await expect(rig.chain.prepare(order())).rejects.toMatchObject({ reason: 'would_fail' });
  });

  test('a recipient of a token runs no code: it is paid within the gas of a token', async () => {
    await rig.network.setCode(to, GAS_BURNER);
    const transfer = await sign(order(USDT));

    expect(await rig.chain.recipientOf(order(USDT))).toBe('plain');
    expect(read(transfer).gas).toBeLessThanOrEqual(BigInt(CHAIN_LIMITS.withdrawal_gas_token));
    await spentOn(transfer);
    expect(await rig.balanceOf(to, USDT)).toBe(WHOLE);
  });

  test.each([
    ['where there was none', '0x', 21_000n],
    ['in place of what takes little', MODEST_WALLET, CONTRACT_GAS],
  ] as const)(
    'code that burns gas and appears after the signature %s costs at most the signed amount',
    async (_, code, gasMax) => {
      await rig.network.setCode(to, code);
      const transfer = await sign();
      await rig.network.setCode(to, GAS_BURNER);
      const spent = await spentOn(transfer);

      expect(await rig.chain.status(transfer)).toMatchObject({ kind: 'mined', succeeded: false });
      expect(read(transfer).gas).toBeLessThanOrEqual(gasMax);
      expect(spent).toBeLessThanOrEqual(read(transfer).atMost);
      const hash = transfer.hash as Hash;
      const { gasUsed } = await rig.network.client.getTransactionReceipt({ hash });
      expect(gasUsed).toBeLessThanOrEqual(gasMax);
    },
  );
});

describe('a chain that counts more gas than Ethereum', () => {
  const MORE = 30_000n;
  let proxy: EvmProxy;
  let chain: EvmChain;
  beforeEach(async () => {
    proxy = await startEvmProxy(node.url);
    chain = rig.reopen({ rpcUrl: proxy.url });
  });
  afterEach(() => proxy.stop());

  /** Raises every estimate by this much. */
  const countMore = (more: bigint) => {
    proxy.alter = ({ method }, ask) =>
      method === 'eth_estimateGas'
        ? ask().then(({ result, ...rest }) =>
            typeof result === 'string'
              ? { ...rest, result: `0x${(BigInt(result) + more).toString(16)}` }
              : rest,
          )
        : undefined;
  };
  const signThere = async (what = order()): Promise<SignedTransfer> => {
    const prepared = await chain.prepare(what);
    return transaction(database, (tx) => prepared.sign(tx));
  };

  test('is paid with the gas that its node estimates, and a small margin', async () => {
    countMore(MORE);
    expect(await chain.recipientOf(order())).toBe('plain');
    const transfer = await signThere();

    const exact = 21_000n + MORE;
    expect(read(transfer).gas).toBeGreaterThanOrEqual((exact * 120n) / 100n);
    expect(read(transfer).gas).toBeLessThan((exact * 125n) / 100n);
    await spentOn(transfer);
    expect(await chain.status(transfer)).toMatchObject({ kind: 'mined', succeeded: true });
    expect(read(await signThere(order(USDT))).gas).toBeGreaterThan(2n * MORE);
  });

  test('limits the code of a recipient to the gas it has on Ethereum', async () => {
    countMore(MORE);
    await rig.network.setCode(to, GAS_BURNER);
    expect(await chain.recipientOf(order())).toBe('not_payable');
    await rig.network.setCode(to, MODEST_WALLET);
    const plain = ((21_000n + MORE) * 125n) / 100n;
    expect(read(await signThere()).gas).toBeLessThanOrEqual(plain + CONTRACT_GAS - 21_000n);
  });

  test('with an estimate above the limit of a payment is not trusted', async () => {
    countMore(BigInt(CHAIN_LIMITS.withdrawal_gas_plain_max) + MORE);
    await expect(chain.prepare(order())).rejects.toMatchObject({ reason: 'would_fail' });
  });
});

describe('fees', () => {
  test('above the cap of the coin block signing, until they have fallen', async () => {
    await rig.network.setNextBaseFee(100n * GWEI);
    await rig.mine();
    await expect(rig.chain.prepare(order())).rejects.toMatchObject({ reason: 'too_dear' });

    await rig.network.setNextBaseFee(GWEI);
    await rig.mine();
    expect(read(await sign()).atMost).toBeLessThan(10n ** 15n);
  });

  test('may reach a multiple of the cap for one withdrawal that an operator allows, and no more', async () => {
    await rig.network.setNextBaseFee(100n * GWEI);
    await rig.mine();
    const allowing = (feeMaxFactor: number) =>
      rig.chain.prepare({ ...order(ETH, 1n), feeMaxFactor });
    await expect(allowing(2)).rejects.toMatchObject({ reason: 'too_dear' });
    const prepared = await allowing(10);
    const transfer = await transaction(database, (tx) => prepared.sign(tx));
    await spentOn(transfer);

    expect(await rig.chain.status(transfer)).toMatchObject({ kind: 'mined', succeeded: true });
    await rig.network.setNextBaseFee(GWEI);
    await rig.mine();
  });

  test('a withdrawal costs no more than its limit', async () => {
    const { atMost } = read(await sign());

    expect(read(await sign(order(ETH, atMost))).atMost).toBe(atMost);
    const dear = rig.chain.prepare(order(ETH, atMost - 1n));
    await expect(dear).rejects.toMatchObject({ reason: 'too_dear' });
  });

  test('a cancellation costs no more than the cap of the coin', async () => {
    const transfer = await sign();
    await rig.chain.broadcast(transfer);
    await rig.network.setNextBaseFee(100n * GWEI);
    await rig.mine();

    await expect(rig.chain.cancel(transfer)).rejects.toMatchObject({ reason: 'too_dear' });
    await rig.network.setNextBaseFee(GWEI);
    await rig.mine();
    expect(await rig.chain.status(transfer)).toMatchObject({ kind: 'mined', succeeded: true });
  });

  test('a withdrawal with a higher limit from an operator is canceled even while fees are above the cap', async () => {
    await rig.network.setNextBaseFee(100n * GWEI);
    await rig.mine();
    const prepared = await rig.chain.prepare({ ...order(), feeMaxFactor: 10 });
    const transfer = await transaction(database, (tx) => prepared.sign(tx));
    await rig.chain.cancel(transfer);
    await rig.mine();

    expect(await rig.chain.broadcast(transfer)).toBe('rejected');
    expect(await rig.balanceOf(to, ETH)).toBe(0n);
    // The price of a cancellation of the same transfer is at most 150 % of it, however high fees rise.
    const other = await transaction(database, (tx) => prepared.sign(tx));
    await rig.network.setNextBaseFee(1_000n * GWEI);
    await rig.mine();
    await expect(rig.chain.cancel(other)).rejects.toMatchObject({ reason: 'too_dear' });
    await rig.network.setNextBaseFee(GWEI);
    await rig.mine();
  });
});
