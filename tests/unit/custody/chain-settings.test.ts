/** The chain in the environment; terms and amounts of its coins. */
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../../server/kit/config/config.ts';
import { CHAIN_LIMITS } from '../../../contract/limits.ts';
import { toChainUnits, toLedgerUnits } from '../../../server/areas/custody/chain-amounts.ts';
import { coinTerms } from '../../../server/areas/custody/coin-terms.ts';
import { readEvmCoins } from '../../../server/areas/custody/evm/evm-coins.ts';
import { COINS } from '../../../server/ledger/currency-catalog.ts';

const TOKEN = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
/** Worth up to 100 USDT: 0.01 ETH. */
const FEE_MAX = 10n ** 16n;
const NODE = {
  EVM_RPC_URL: 'https://node.example/key',
  EVM_CHAIN: 'ethereum',
  EVM_CHAIN_ID: '1',
};
const WORDS = 'test test test test test test test test test test test junk';

describe('an EVM chain in the environment', () => {
  test('needs few variables', () => {
    expect(readConfig(NODE).evm).toEqual({
      rpcUrl: 'https://node.example/key',
      chain: 'ethereum',
      chainName: 'ethereum',
      chainId: 1,
      blockMs: 12_000,
      coinCode: 'ETH',
      tokens: [],
      feesMax: [],
      feeRiseMax: 3,
      mnemonic: undefined,
    });
  });

  test('accepts all optional variables', () => {
    const { evm } = readConfig({
      ...NODE,
      EVM_CHAIN_NAME: 'Ethereum',
      EVM_BLOCK_MS: '2000',
      EVM_COIN: 'BNB',
      EVM_TOKENS: `USDT:${TOKEN}:6`,
      EVM_FEE_MAX: 'BNB:0.01, USDT:1',
      EVM_FEE_RISE_MAX: '5',
      EVM_MNEMONIC: WORDS,
    });

    expect(evm).toMatchObject({
      chainName: 'Ethereum',
      blockMs: 2_000,
      coinCode: 'BNB',
      tokens: [{ code: 'USDT', address: TOKEN, decimals: 6 }],
      feesMax: [
        { code: 'BNB', feeMax: 10n ** 16n },
        { code: 'USDT', feeMax: 10n ** 18n },
      ],
      feeRiseMax: 5,
      mnemonic: WORDS,
    });
  });

  test('is absent unless it is configured', () => {
    expect(readConfig({}).evm).toBeUndefined();
  });

  test.each([
    ['a node without a name', { ...NODE, EVM_CHAIN: '' }, /EVM_RPC_URL needs EVM_CHAIN/],
    ['a node without an id', { ...NODE, EVM_CHAIN_ID: '' }, /EVM_RPC_URL needs EVM_CHAIN_ID/],
    ['a name without a node', { EVM_CHAIN: 'ethereum' }, /EVM_CHAIN needs EVM_RPC_URL/],
    ['tokens without a node', { EVM_TOKENS: `USDT:${TOKEN}:6` }, /EVM_TOKENS needs EVM_RPC_URL/],
    ['a cap without an amount', { ...NODE, EVM_FEE_MAX: 'ETH' }, /EVM_FEE_MAX must be a list/],
    ['a cap twice', { ...NODE, EVM_FEE_MAX: 'ETH:1,ETH:2' }, /EVM_FEE_MAX must have each coin/],
    ['a rise without an end', { ...NODE, EVM_FEE_RISE_MAX: '11' }, /EVM_FEE_RISE_MAX must be/],
    ['an address of another form', { ...NODE, EVM_RPC_URL: 'ws://node' }, /EVM_RPC_URL must be/],
    ['the name of the development chain', { ...NODE, EVM_CHAIN: 'development' }, /is taken/],
    ['a name with capitals', { ...NODE, EVM_CHAIN: 'Ethereum' }, /EVM_CHAIN/],
    ['no whole number', { ...NODE, EVM_CHAIN_ID: '1.5' }, /EVM_CHAIN_ID must be/],
    ['a token without decimals', { ...NODE, EVM_TOKENS: `USDT:${TOKEN}` }, /EVM_TOKENS must be/],
    ['19 decimals', { ...NODE, EVM_TOKENS: `USDT:${TOKEN}:19` }, /EVM_TOKENS must be/],
    [
      'a token twice',
      { ...NODE, EVM_TOKENS: `USDT:${TOKEN}:6,LINK:${TOKEN.toLowerCase()}:6` },
      /each token once/,
    ],
    ['eleven words', { ...NODE, EVM_MNEMONIC: WORDS.slice(5) }, /EVM_MNEMONIC must be/],
  ])('%s is refused', (_name, env, message) => {
    expect(() => readConfig(env)).toThrow(message);
  });

  test('a refused mnemonic is not repeated in the message', () => {
    expect(() => readConfig({ ...NODE, EVM_MNEMONIC: 'secret words' })).toThrow(
      /^(?!.*secret words)/,
    );
  });
});

describe('coins of an EVM chain', () => {
  const currencies = { byCode: (code: string) => CURRENCIES.get(code) };
  const CURRENCIES = new Map(
    ['USDT', 'ETH'].map((code, index) => [code, { id: index + 1, code, name: code, scale: 18 }]),
  );
  const token = (address: string, code = 'USDT') => ({
    coinCode: 'ETH',
    tokens: [{ code, address, decimals: 6 }],
    feesMax: [],
  });

  test('are found by their codes', () => {
    expect(readEvmCoins(token(TOKEN.toLowerCase()), currencies)).toEqual([
      { currencyId: 2, decimals: 18, contract: null, feeMax: FEE_MAX },
      { currencyId: 1, decimals: 6, contract: TOKEN, feeMax: FEE_MAX },
    ]);
  });

  test('may each have a cap on the cost of sending them; another coin has nothing to cap', () => {
    const capped = (code: string) => ({ ...token(TOKEN), feesMax: [{ code, feeMax: 7n }] });

    expect(readEvmCoins(capped('USDT'), currencies)).toMatchObject([
      { feeMax: FEE_MAX },
      { feeMax: 7n },
    ]);
    expect(() => readEvmCoins(capped('BNB'), currencies)).toThrow('EVM_FEE_MAX names BNB');
  });

  test('are refused with a wrong checksum, an unknown code, or the code of the coin itself', () => {
    const typo = TOKEN.replace('dAC', 'DAC');

    expect(() => readEvmCoins(token(typo), currencies)).toThrow('checksum');
    expect(() => readEvmCoins(token(TOKEN, 'NONE'), currencies)).toThrow('NONE');
    expect(() => readEvmCoins(token(TOKEN, 'ETH'), currencies)).toThrow('ETH');
  });
});

describe('amounts', () => {
  test.each([
    [6, 10n ** 12n],
    [18, 1n],
    [0, 10n ** 18n],
  ])('with %i decimals become units of the ledger and back', (decimals, unit) => {
    expect(toLedgerUnits(7n, decimals)).toBe(7n * unit);
    expect(toChainUnits(7n * unit, decimals)).toBe(7n);
  });

  test('that the chain cannot express are not rounded', () => {
    expect(toChainUnits(10n ** 12n + 1n, 6)).toBeNull();
    expect(toChainUnits(1n, 6)).toBeNull();
  });

  test.each([-1, 19, 1.5])('with %d decimals are refused', (decimals) => {
    expect(() => toLedgerUnits(1n, decimals)).toThrow('decimals');
  });
});

test.each(COINS.map(({ code, reference }) => [code, reference] as const))(
  'the terms of %s have their intended worth at any price',
  (_code, reference) => {
    const { minDeposit, minWithdrawal, withdrawalFee, faucetAmount } = coinTerms(reference, 18);
    const worth = (amount: bigint) => (Number(amount) / 1e18) * reference;

    expect(worth(minDeposit)).toBeGreaterThan(0.0999);
    expect(worth(minDeposit)).toBeLessThan(1.0001);
    expect(worth(withdrawalFee)).toBeLessThan(1.0001);
    expect(withdrawalFee).toBeLessThan(minWithdrawal);
    expect(minDeposit).toBeLessThan(faucetAmount);
    // A whole number of units, although the chain has only eight decimals.
    expect(minDeposit % 10n ** 10n).toBe(0n);
  },
);

test('the fees of a withdrawal hold at a base fee of 30 gwei, as in ordinary times', () => {
  const signedPrice = 3n * 30n * 10n ** 9n + 2n * 10n ** 9n;
  const ofEth = 3_420;
  const factor = BigInt(CHAIN_LIMITS.withdrawal_network_fee_factor);
  const coin = coinTerms(ofEth, 18, true);
  const token = coinTerms(1, 6, true);

  expect(coin.withdrawalFee * factor).toBeGreaterThan(21_000n * signedPrice);
  expect(token.withdrawalFee * factor).toBeGreaterThan(76_000n * signedPrice * BigInt(ofEth));
  for (const { withdrawalFee, minWithdrawal } of [coin, token])
    expect(minWithdrawal).toBe(5n * withdrawalFee);
});

test.each([0, 2, 6, 8, 18])(
  'the terms of an expensive coin with %d decimals are whole units of its chain',
  (decimals) => {
    for (const amount of Object.values(coinTerms(100_000, decimals))) {
      expect(amount).toBeGreaterThan(0n);
      expect(toChainUnits(amount, decimals)).not.toBeNull();
    }
  },
);
