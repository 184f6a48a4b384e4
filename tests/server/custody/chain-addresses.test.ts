/** Coins, deposit addresses and the faucet over a database, without a server. */
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CatchUpWork } from '../../../server/kit/process/catch-up-work.ts';
import { ClosingStack } from '../../../server/kit/process/closing-stack.ts';
import { NO_DEADLINE } from '../../../server/kit/http/deadline.ts';
import type { EvmSettings } from '../../../server/kit/config/config-chains.ts';
import type { OpenedCustody } from '../../../server/areas/custody/open-custody.ts';
import { openCustody } from '../../../server/areas/custody/open-custody.ts';
import type { Database } from '../../../server/kit/db/database.ts';
import { Seal, SealError } from '../../../server/kit/seal/seal.ts';
import { syncCurrencies } from '../../../server/ledger/currencies.ts';
import { createLog } from '../../../server/kit/log.ts';
import { COINS } from '../../../server/ledger/currency-catalog.ts';
import {
  ANN,
  BOB,
  openChainDatabase,
  writingListener,
} from '../../support/custody/chain-database.ts';
import { ETH, USDT } from '../../support/custody/chain-rig.ts';
import { startScratchDatabase } from '../../support/databases/scratch-database.ts';
import type { ScratchDatabase } from '../../support/databases/scratch-database.ts';
import { silentJobs } from '../../support/silent-jobs.ts';
import { withoutTriggers } from '../../support/databases/without-triggers.ts';

const NOW = 1_790_000_000_000;
const log = createLog('silent');
const SECRET = 'a secret of the installation that is long enough';
const CHAIN = 'development';
/** No node listens on this port. */
const EVM: EvmSettings = {
  rpcUrl: 'http://127.0.0.1:9',
  chain: 'ethereum',
  chainName: 'Ethereum',
  chainId: 1,
  blockMs: 12_000,
  coinCode: 'ETH',
  feesMax: [],
  feeRiseMax: 3,
  tokens: [{ code: 'USDT', address: '0xdAC17F958D2ee523a2206206994597C13D831ec7', decimals: 6 }],
  mnemonic: undefined,
};

let scratch: ScratchDatabase;
let database: Database;
const opened = new ClosingStack(log);
beforeAll(async () => {
  scratch = await startScratchDatabase();
});
beforeEach(async () => {
  database = await openChainDatabase(await scratch.copy());
});
afterEach(async () => {
  await opened.closeAll();
  await database.$client.end();
});
afterAll(() => scratch.stop());

async function open(
  config: { nodeEnv?: 'production' | 'development'; evm?: EvmSettings } = {},
  secret = SECRET,
): Promise<OpenedCustody> {
  const { nodeEnv = 'development', evm } = config;
  const custody = await openCustody({
    config: { nodeEnv, evm },
    currencies: await syncCurrencies(database, COINS),
    database,
    clock: { now: () => NOW },
    log,
    jobs: silentJobs(),
    seal: new Seal(secret),
    opened,
    catchUp: new CatchUpWork(log),
  });
  await custody.startScanning(writingListener());
  return custody;
}
const ofAnn = (currencyId = ETH, chain = CHAIN) => ({ userId: ANN, currencyId, chain });

describe('coins', () => {
  test('of the demo: every currency on the development chain', async () => {
    const { coins } = await open();

    const listed = await coins.list();

    expect(listed).toHaveLength(COINS.length);
    expect(listed[0]).toMatchObject({
      currencyId: USDT,
      chain: CHAIN,
      chainName: 'Development chain',
      decimals: 6,
      minDeposit: 10n ** 18n,
      canDeposit: true,
      canWithdraw: true,
      hasFaucet: true,
    });
  });

  test('a setting changed by an operator stays over a restart; settings of the chain follow its configuration', async () => {
    await open({ evm: EVM });
    await database.$client.query(
      withoutTriggers(
        'wallet_coins',
        `update wallet_coins set withdrawal_fee = 7, can_deposit = false, decimals = 1
         where chain = 'ethereum' and currency_id = ${USDT}`,
      ),
    );
    await opened.closeAll();

    const { coins } = await open({ evm: EVM });

    const coin = await coins.find(USDT, 'ethereum');
    expect(coin).toMatchObject({
      value: { withdrawalFee: 7n, canDeposit: false, canWithdraw: true, decimals: 6 },
    });
  });

  test('of a chain that is no longer configured are listed, and cannot be moved', async () => {
    await open({ evm: EVM });
    await opened.closeAll();

    const { coins, addresses } = await open();

    expect(await coins.find(ETH, 'ethereum')).toMatchObject({
      value: { canDeposit: false, canWithdraw: false, hasFaucet: false },
    });
    const address = await addresses.get(ofAnn(ETH, 'ethereum'), NOW);
    expect(address).toMatchObject({ error: 'deposits_suspended' });
  });

  test('production without a configured chain has none', async () => {
    const custody = await open({ nodeEnv: 'production' });

    expect(custody.chains.size).toBe(0);
    expect(custody.development).toBeUndefined();
    expect(await custody.coins.list()).toEqual([]);
    expect(await custody.addresses.get(ofAnn(), NOW)).toMatchObject({
      error: 'deposits_suspended',
    });
  });

  test('a token whose code is no currency stops the start', async () => {
    const tokens = [
      { ...EVM.tokens[0], code: 'NONE', address: `0x${'1'.repeat(40)}`, decimals: 6 },
    ];

    await expect(open({ evm: { ...EVM, tokens } })).rejects.toThrow('NONE');
  });
});

describe('deposit addresses', () => {
  test('a hundred calls at once get one address, and the next one the same', async () => {
    const { addresses } = await open();

    const answers = await Promise.all(
      Array.from({ length: 100 }, () => addresses.get(ofAnn(), NOW)),
    );

    const distinct = new Set(answers.map((answer) => answer.ok && answer.value));
    expect([...distinct]).toEqual([expect.stringMatching(/^dev1[0-9a-f]{48}$/)]);
    expect(await addresses.get(ofAnn(), NOW)).toEqual(answers[0]);
    const { rows } = await database.execute(sql`select * from deposit_addresses`);
    expect(rows).toHaveLength(1);
  });

  test('each user, coin and chain has its own', async () => {
    // The cursor of the chain without a node is known.
    await database.execute(sql`insert into chain_blocks values ('ethereum', 1, '0x')`);
    const { addresses } = await open({ evm: EVM });

    const answers = [
      await addresses.get(ofAnn(ETH), NOW),
      await addresses.get(ofAnn(USDT), NOW),
      await addresses.get({ ...ofAnn(ETH), userId: BOB }, NOW),
      await addresses.get(ofAnn(ETH, 'ethereum'), NOW),
      await addresses.get(ofAnn(USDT, 'ethereum'), NOW),
    ];

    expect(answers.map(({ ok }) => ok)).toEqual(answers.map(() => true));
    expect(new Set(answers.map((answer) => answer.ok && answer.value)).size).toBe(5);
  });

  test.each([
    ['an unknown currency', { currencyId: 999, chain: CHAIN }, 'currency_not_found'],
    ['an unknown chain', { currencyId: ETH, chain: 'nowhere' }, 'chain_not_found'],
  ])('%s has none', async (_name, coin, error) => {
    const { addresses } = await open();

    expect(await addresses.get({ userId: ANN, ...coin }, NOW)).toMatchObject({ error });
  });

  test('a coin whose deposits are suspended gives none', async () => {
    const { addresses } = await open();
    await database.execute(sql`update wallet_coins set can_deposit = false`);

    expect(await addresses.get(ofAnn(), NOW)).toMatchObject({ error: 'deposits_suspended' });
  });

  test('of a chain that was never reached are not given out, because deposits would go unnoticed', async () => {
    const { addresses } = await open({ evm: EVM });

    const answer = await addresses.get(ofAnn(ETH, 'ethereum'), NOW);

    expect(answer).toMatchObject({ error: 'service_unavailable' });
  });

  test('stay the same over a restart, by the seed that is stored encrypted', async () => {
    const before = (await open({ evm: EVM })).chains.get('ethereum')?.addressFor(1);
    await opened.closeAll();
    const after = (await open({ evm: EVM })).chains.get('ethereum')?.addressFor(1);
    const { rows } = await database.execute<{ value: string }>(
      sql`select value from settings where key = 'chain_seed'`,
    );

    expect(after).toBe(before);
    expect(rows[0]?.value).toMatch(/^v1\.[\w-]+$/);
    await opened.closeAll();
    await expect(open({ evm: EVM }, `${SECRET}, but another`)).rejects.toThrow(SealError);
  });
});

describe('the faucet', () => {
  const claim = (custody: OpenedCustody, idempotencyKey: string, currencyId = ETH) =>
    custody.development?.faucet.claim(
      {
        userId: ANN,
        currencyId,
        address: addressOf.get(currencyId) ?? '',
        idempotencyKey,
        deadline: NO_DEADLINE,
      },
      NOW,
    );
  const addressOf = new Map<number, string>();
  async function openWithAddresses(): Promise<OpenedCustody> {
    const custody = await open();
    for (const currencyId of [ETH, USDT]) {
      const address = await custody.addresses.get(ofAnn(currencyId), NOW);
      if (address.ok) addressOf.set(currencyId, address.value);
    }
    return custody;
  }

  test('pays once for a key, however often it is sent', async () => {
    const custody = await openWithAddresses();

    const answers = await Promise.all(Array.from({ length: 20 }, () => claim(custody, 'key-1')));

    expect(new Set(answers.map((answer) => JSON.stringify(answer, bigintText))).size).toBe(1);
    const paid = await custody.development?.chain.transactionsTo(addressOf.get(ETH) ?? '');
    expect(paid).toMatchObject([{ amount: 10n ** 17n }]);
  });

  test('refuses the key of another claim', async () => {
    const custody = await openWithAddresses();
    await claim(custody, 'key-1');

    expect(await claim(custody, 'key-1', USDT)).toMatchObject({ error: 'idempotency_key_reused' });
  });

  test('pays a user a limited number of times an hour, even with parallel calls', async () => {
    const custody = await openWithAddresses();

    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, i) => claim(custody, `key-${i}`, i % 2 === 0 ? ETH : USDT)),
    );

    const refused = answers.filter((answer) => answer?.ok === false);
    expect(answers.length - refused.length).toBe(20);
    expect(refused[0]).toMatchObject({ error: 'rate_limited', retryAfterS: 3_600 });
  });
});

const bigintText = (_key: string, value: unknown) =>
  typeof value === 'bigint' ? String(value) : value;
