/**
 * A listed token is compared with its contract: a difference ends the start in production, and closes the
 * token in a demo.
 */
import type { Address } from 'viem';
import { afterEach, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import type { Config } from '../../../server/kit/config/config.ts';
import { openCustody } from '../../../server/areas/custody/custody.area.ts';
import { CatchUpWork } from '../../../server/kit/process/catch-up-work.ts';
import { ClosingStack } from '../../../server/kit/process/closing-stack.ts';
import { Seal } from '../../../server/kit/seal/seal.ts';
import { createLog } from '../../../server/kit/log.ts';
import { syncCurrencies } from '../../../server/ledger/currencies.ts';
import { COINS } from '../../../server/ledger/currency-catalog.ts';
import { ETH, USDT, WHOLE } from '../../support/custody/chain-rig.ts';
import { EVM_CHAIN_ID } from '../../support/custody/evm-node.ts';
import { silentJobs } from '../../support/silent-jobs.ts';
import { orderTo, useEvmRig } from '../../support/custody/use-evm-rig.ts';

const CHAIN = 'local';
const EVERYTHING = (addresses: readonly string[]) => Promise.resolve(new Set(addresses));

const evm = useEvmRig();
const log = createLog('silent');
const opened = new ClosingStack(log);
afterEach(() => opened.closeAll());

/** Opens a chain that lists one token as USDT with six decimals. */
async function open(nodeEnv: Config['nodeEnv'], address: Address, rpcUrl = evm.node.url) {
  const custody = await openCustody({
    config: {
      nodeEnv,
      evm: {
        rpcUrl,
        chain: CHAIN,
        chainName: 'Local',
        chainId: EVM_CHAIN_ID,
        blockMs: 1_000,
        coinCode: 'ETH',
        tokens: [{ code: 'USDT', address, decimals: 6 }],
        feesMax: [],
        feeRiseMax: 3,
        mnemonic: undefined,
      },
    },
    currencies: await syncCurrencies(evm.database, COINS),
    database: evm.database,
    clock: { now: Date.now },
    log,
    jobs: silentJobs(),
    seal: new Seal('a secret of the installation that is long enough'),
    opened,
    catchUp: new CatchUpWork(log),
  });
  return { coins: custody.coins, chain: ensure(custody.chains.get(CHAIN), CHAIN) };
}

/** Pays one coin and one token to a deposit address. @returns the currencies that the chain reports. */
async function reportedAfterPaying(
  chain: Awaited<ReturnType<typeof open>>['chain'],
  token: Address,
) {
  const to = chain.addressFor(1) as Address;
  await evm.rig.pay(to, ETH, WHOLE);
  await evm.rig.network.sendToken(token, 'transfer', to, 1_000_000n);
  const payments = await chain.payments(await evm.rig.mine(), EVERYTHING);
  return payments.map(({ currencyId }) => currencyId).toSorted((a, b) => a - b);
}

test('a token as its contract has it starts in production, and is credited', async () => {
  const { chain } = await open('production', evm.rig.token);

  expect(await reportedAfterPaying(chain, evm.rig.token)).toEqual([USDT, ETH]);
});

test('production does not start with other decimals than the contract, or without a contract', async () => {
  const wrong = await evm.rig.network.deployToken(10n ** 15n, 18);

  await expect(open('production', wrong)).rejects.toThrow(`${wrong} has 18 decimals, not 6`);
  const nobody = evm.rig.stranger() as Address;
  await expect(open('production', nobody)).rejects.toThrow(`${nobody} has no code`);
});

test('a demo starts with such a token closed, and its other coins open', async () => {
  const wrong = await evm.rig.network.deployToken(10n ** 15n, 18);
  const { chain, coins } = await open('development', wrong);

  const closed = { value: { canDeposit: false, canWithdraw: false } };
  expect(await coins.find(USDT, CHAIN)).toMatchObject(closed);
  expect(await coins.find(ETH, CHAIN)).toMatchObject({
    value: { canDeposit: true, canWithdraw: true },
  });
  expect(await reportedAfterPaying(chain, wrong)).toEqual([ETH]);
  const order = orderTo(evm.rig.stranger());
  await expect(chain.prepare(order)).rejects.toMatchObject({ reason: 'would_fail' });
});

test.each([
  ['an error', { method: 'eth_call', answer: { error: { code: -32603, message: 'rate limit' } } }],
  ['no code, as a node that lags', { method: 'eth_getCode', answer: { result: '0x' } }],
])('%s of a passing node drops no payment of a token', async (_what, { method, answer }) => {
  evm.proxy.alter = ({ method: asked }) =>
    asked === 'eth_chainId' ? Promise.resolve({ result: '0x1' }) : undefined;
  const { chain } = await open('production', evm.rig.token, evm.proxy.url);
  evm.proxy.alter = ({ method: asked }) => (asked === method ? Promise.resolve(answer) : undefined);
  const to = chain.addressFor(1) as Address;
  await evm.rig.network.sendToken(evm.rig.token, 'transfer', to, 1_000_000n);
  const block = await evm.rig.mine();

  await expect(chain.payments(block, EVERYTHING)).rejects.toMatchObject({ reason: 'unreachable' });
  evm.proxy.alter = () => undefined;
  expect(await chain.payments(block, EVERYTHING)).toMatchObject([{ currencyId: USDT }]);
});

test('an error of the node at the start refuses no start in production', async () => {
  evm.proxy.alter = ({ method }) =>
    method === 'eth_call'
      ? Promise.resolve({ error: { code: -32603, message: 'rate limit' } })
      : undefined;
  const { chain, coins } = await open('production', evm.rig.token, evm.proxy.url);
  evm.proxy.alter = () => undefined;

  expect(await coins.find(USDT, CHAIN)).toMatchObject({ value: { canDeposit: true } });
  expect(await reportedAfterPaying(chain, evm.rig.token)).toEqual([USDT, ETH]);
});

test('a node that is away at the start is asked before the first payment is reported', async () => {
  const wrong = await evm.rig.network.deployToken(10n ** 15n, 18);
  // A node of another chain is never asked.
  evm.proxy.alter = ({ method }) =>
    method === 'eth_chainId' ? Promise.resolve({ result: '0x1' }) : undefined;
  const { chain, coins } = await open('production', wrong, evm.proxy.url);
  evm.proxy.alter = () => undefined;

  expect(await reportedAfterPaying(chain, wrong)).toEqual([ETH]);
  expect(await coins.find(USDT, CHAIN)).toMatchObject({ value: { canDeposit: false } });
});
