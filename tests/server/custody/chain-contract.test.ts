/** Requirements for every chain, tested on the development chain and on an EVM chain with a real node. */
import { beforeAll, describe, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { CHAIN_LIMITS } from '../../../contract/limits.ts';
import { ChainUnavailableError } from '../../../server/areas/custody/custody.area.ts';
import type {
  BlockRef,
  Chain,
  SignedTransfer,
  TransferOrder,
} from '../../../server/areas/custody/chain.types.ts';
import type { Database } from '../../../server/kit/db/database.ts';
import { transaction } from '../../../server/kit/db/transaction.ts';
import { ETH, USDT, WHOLE } from '../../support/custody/chain-rig.ts';
import type { ChainRig } from '../../support/custody/chain-rig.ts';
import { CHAIN_KINDS, useChainRigs } from '../../support/custody/use-chain-rigs.ts';

const chains = useChainRigs();
const EVERYTHING = (addresses: readonly string[]) => Promise.resolve(new Set(addresses));
const CONFIRMATIONS = CHAIN_LIMITS.withdrawal_confirmations;

describe.each(CHAIN_KINDS)('%s', (kind) => {
  let database: Database;
  let rig: ChainRig;
  let chain: Chain;
  beforeAll(async () => {
    ({ database, rig } = await chains.open(kind));
    chain = rig.chain;
  });

  const sign = async (order: TransferOrder): Promise<SignedTransfer> => {
    const prepared = await chain.prepare(order);
    return transaction(database, (tx) => prepared.sign(tx));
  };
  const orderTo = (address: string, amount = WHOLE): TransferOrder => ({
    currencyId: USDT,
    address,
    amount,
    networkFeeMax: null,
    feeMaxFactor: 1,
    underWay: [],
  });

  test('blocks lead back to their parents, and there is none beyond the head', async () => {
    const head = await rig.mine(3);

    const block = await chain.block(head.number);
    const parent = await chain.block(head.number - 1);

    expect(block).toEqual({ ...head, parentHash: parent?.hash });
    expect(await chain.head()).toEqual(head);
    expect(await chain.block(head.number + 1)).toBeNull();
  });

  test.each([
    ['its own coin', ETH, 1n],
    ['a token', USDT, 10n ** 12n],
  ])(
    'a payment in %s is reported with its block, to the last unit',
    async (_kind, currencyId, unit) => {
      const address = chain.addressFor(1);
      const amount = 3n * WHOLE + unit;
      const hash = await rig.pay(address, currencyId, amount);
      const block = await rig.mine();

      const payments = await chain.payments(block, EVERYTHING);

      expect(payments).toMatchObject([{ transactionHash: hash, address, currencyId, amount }]);
    },
  );

  test.each([
    ['its own coin', ETH],
    ['a token', USDT],
  ])(
    'a pending payment in %s is reported with the identity it has in its block',
    async (_kind, currencyId) => {
      const address = chain.addressFor(6);
      await rig.pay(chain.addressFor(7), currencyId, WHOLE);
      const hash = await rig.pay(address, currencyId, 3n * WHOLE);

      const onlyOurs = () => Promise.resolve(new Set([address]));
      const waiting = await chain.waiting(onlyOurs);
      const block = await rig.mine();

      expect(waiting).toMatchObject([{ transactionHash: hash, address, currencyId }]);
      expect(waiting).toEqual(await chain.payments(block, onlyOurs));
      expect(await chain.waiting(onlyOurs)).toEqual([]);
    },
  );

  test('a transaction is found while it is pending and in its block, and not once it is dropped', async () => {
    const hash = await rig.pay(chain.addressFor(8), ETH, WHOLE);
    const waiting = await chain.locate(hash);
    const block = await rig.mine();
    const mined = await chain.locate(hash);
    await rig.reorganise(1, [hash]);

    expect(waiting).toBe('waiting');
    expect(mined).toEqual(block);
    expect(await chain.locate(hash)).toBeNull();
  });

  test('only payments to watched addresses are reported', async () => {
    const [ours, other] = [chain.addressFor(2), chain.addressFor(3)];
    await rig.pay(other, ETH, WHOLE);
    const hash = await rig.pay(ours, ETH, WHOLE);
    const block = await rig.mine();

    const asked: string[] = [];
    const payments = await chain.payments(block, (addresses) => {
      asked.push(...addresses);
      return Promise.resolve(new Set([ours]));
    });

    expect(payments.map(({ transactionHash }) => transactionHash)).toEqual([hash]);
    expect(asked).toEqual(expect.arrayContaining([ours, other]));
  });

  test('payments of a replaced block are refused, not answered with an empty list', async () => {
    await rig.pay(chain.addressFor(4), ETH, WHOLE);
    const old = await rig.mine();
    await rig.reorganise(1);

    const asking = chain.payments(old, EVERYTHING);

    await expect(asking).rejects.toMatchObject({ name: 'ChainUnavailableError' });
  });

  test('a transaction mined again elsewhere is the same payment', async () => {
    const address = chain.addressFor(5);
    await rig.pay(address, USDT, WHOLE);
    const old = await rig.mine();
    const [before] = await chain.payments(old, EVERYTHING);
    await rig.reorganise(1);

    const block = await chain.block(old.number);
    const [after] = await chain.payments(block ?? old, EVERYTHING);

    expect(block?.hash).not.toBe(old.hash);
    expect(after).toEqual(before);
  });

  test('addresses stay the same, differ, and are known by their checksum', () => {
    const addresses = Array.from({ length: 50 }, (_, i) => chain.addressFor(i + 1));

    expect(new Set(addresses).size).toBe(50);
    expect(chain.addressFor(7)).toBe(addresses[6]);
    for (const address of addresses) {
      expect(chain.isAddress(address)).toBe(true);
      expect(chain.canonicalAddress(address)).toBe(address);
      expect(chain.isAddress(withSwappedCase(address))).toBe(false);
      expect(chain.isAddress(address.slice(0, -1))).toBe(false);
    }
    expect(chain.isAddress('')).toBe(false);
  });

  test('a transfer gets its hash before it is sent, and arrives once', async () => {
    const to = rig.stranger();
    const transfer = await sign(orderTo(to, 5n * WHOLE));
    const unsent = await chain.status(transfer);
    const answers = [await chain.broadcast(transfer), await chain.broadcast(transfer)];
    const waiting = await chain.status(transfer);
    const block = await rig.mine();

    expect(unsent).toEqual({ kind: 'unknown' });
    expect(answers).toEqual(['accepted', 'already_known']);
    expect(waiting).toEqual({ kind: 'pending' });
    expect(await chain.status(transfer)).toEqual({ kind: 'mined', block, succeeded: true });
    expect(await chain.broadcast(transfer)).toBe('already_known');
    await rig.mine();
    expect(await rig.balanceOf(to, USDT)).toBe(5n * WHOLE);
  });

  test('transfers signed at once never share a nonce: all of them arrive', async () => {
    const to = rig.stranger();
    const prepared = await Promise.all(
      Array.from({ length: 20 }, () => chain.prepare(orderTo(to))),
    );
    const transfers = await Promise.all(
      prepared.map((one) => transaction(database, (tx) => one.sign(tx))),
    );
    for (const transfer of transfers) await chain.broadcast(transfer);
    await rig.mine();

    expect(new Set(transfers.map(({ hash }) => hash)).size).toBe(20);
    expect(await rig.balanceOf(to, USDT)).toBe(20n * WHOLE);
  });

  test('a signature that is rolled back leaves no nonce gap for later transfers', async () => {
    const to = rig.stranger();
    const prepared = await chain.prepare(orderTo(to));
    const undone = transaction(database, async (tx) => {
      await prepared.sign(tx);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');

    const transfer = await sign(orderTo(to));
    await chain.broadcast(transfer);
    await rig.mine();

    expect(await chain.status(transfer)).toMatchObject({ kind: 'mined', succeeded: true });
  });

  test('a transfer whose block is removed is resent unchanged', async () => {
    const to = rig.stranger();
    const transfer = await sign(orderTo(to));
    await chain.broadcast(transfer);
    await rig.mine();
    await rig.reorganise(1, [transfer.hash]);
    const gone = await chain.status(transfer);

    const answer = await chain.broadcast(transfer);
    await rig.mine();

    expect(gone).toEqual({ kind: 'unknown' });
    expect(answer).toBe('accepted');
    expect(await rig.balanceOf(to, USDT)).toBe(WHOLE);
  });

  test('absence is proved by a cancellation that is deep enough, and not before', async () => {
    const to = rig.stranger();
    const transfer = await sign(orderTo(to));
    await chain.cancel(transfer);
    await rig.mine(CONFIRMATIONS - 1);
    const shallow = await chain.status(transfer);
    await rig.mine();

    expect(shallow).toEqual({ kind: 'unknown' });
    expect(await chain.status(transfer)).toEqual({ kind: 'impossible' });
    expect(await chain.broadcast(transfer)).toBe('rejected');
    await rig.mine();
    expect(await rig.balanceOf(to, USDT)).toBe(0n);
  });

  test('a pending transfer can be canceled, a mined one cannot', async () => {
    const to = rig.stranger();
    const [waiting, mined] = [await sign(orderTo(to)), await sign(orderTo(to))];
    await chain.broadcast(waiting);
    await chain.broadcast(mined);
    await chain.cancel(waiting);
    await rig.mine();
    await chain.cancel(mined);
    await rig.mine(CONFIRMATIONS);

    expect(await chain.status(waiting)).toEqual({ kind: 'impossible' });
    expect(await chain.status(mined)).toMatchObject({ kind: 'mined', succeeded: true });
    expect(await rig.balanceOf(to, USDT)).toBe(WHOLE);
  });

  test('a transfer that is canceled again, and several times at once, is canceled', async () => {
    const to = rig.stranger();
    const transfer = await sign(orderTo(to));
    await chain.broadcast(transfer);
    await Promise.all([chain.cancel(transfer), chain.cancel(transfer)]);
    await chain.cancel(transfer);
    await rig.mine(CONFIRMATIONS);
    await chain.cancel(transfer);

    expect(await chain.status(transfer)).toEqual({ kind: 'impossible' });
    expect(await rig.balanceOf(to, USDT)).toBe(0n);
  });

  test('balances are those after a block, and of no block that was replaced', async () => {
    const [address, unit] = [chain.addressFor(20), WHOLE];
    await rig.pay(address, USDT, 3n * unit);
    const first = await rig.mine();
    await rig.pay(address, USDT, unit);
    const second = await rig.mine();
    const held = (block: BlockRef) =>
      chain.balances(block, [
        { address, currencyId: USDT },
        { address, currencyId: ETH },
      ]);

    expect(await held(first)).toEqual([3n * unit, 0n]);
    expect(await held(second)).toEqual([4n * unit, 0n]);
    await rig.reorganise(1);
    await expect(held(second)).rejects.toThrow(ChainUnavailableError);
  });

  test('the hot wallet after a block has the payments with the nonces before its next one', async () => {
    const transfer = await sign(orderTo(rig.stranger()));
    const before = await rig.mine();
    await chain.broadcast(transfer);
    const after = await rig.mine();
    const states = [await chain.walletAt(before), await chain.walletAt(after)] as const;
    const { nonce, feeMax } = ensure(chain.spendOf(transfer) ?? undefined, 'spend');
    const [then, now] = states.map(({ balances }) => balances);

    expect(states.map(({ used }) => nonce < used)).toEqual([false, true]);
    expect((now?.get(USDT) ?? 0n) - (then?.get(USDT) ?? 0n)).toBe(-WHOLE);
    const fee = (then?.get(ETH) ?? 0n) - (now?.get(ETH) ?? 0n);
    expect(fee >= 0n && fee <= feeMax).toBe(true);
    expect(chain.spendOf({ rawTransaction: '0x00', hash: '0x00' })).toBeNull();
  });

  test('bytes that are no transaction of the chain are refused', async () => {
    const transfer = await sign(orderTo(rig.stranger()));
    const altered = { ...transfer, rawTransaction: transfer.rawTransaction.slice(0, -4) };

    expect(await chain.broadcast(altered)).toBe('rejected');

    // The transfer is mined, so that its nonce does not block later ones.
    await chain.broadcast(transfer);
    await rig.mine();
  });

  test('an amount of zero, and a transfer to an address of another form, cannot be prepared', async () => {
    const nothing = chain.prepare(orderTo(rig.stranger(), 0n));
    const elsewhere = chain.prepare(orderTo('nowhere'));

    await expect(nothing).rejects.toThrow('above zero');
    await expect(elsewhere).rejects.toThrow('address');
  });
});

/** Swaps the case of the last letter; in alphabets with one case only it returns a different address. */
function withSwappedCase(address: string): string {
  // An address of small letters alone has no checksum, so that a small letter is swapped if there is one.
  const small = address.search(/[a-f](?=[^a-f]*$)/);
  const at = small < 0 ? address.search(/[A-F]/) : small;
  const letter = address.charAt(at);
  const swapped = small < 0 ? letter.toLowerCase() : letter.toUpperCase();
  return address.slice(0, at) + swapped + address.slice(at + 1);
}
