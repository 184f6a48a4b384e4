/** The legs of a transfer from and to contract accounts: the second one after the first, once, and always. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { refuse } from '../../../contract/result.ts';
import { units } from '../../../contract/money/units.ts';
import { verifyWholeLedger } from '../../../server/boot/roles/verify-whole-ledger.ts';
import { syncSpotMarketRows } from '../../../server/areas/spot/spot.area.ts';
import type { TransferServiceParts } from '../../../server/areas/wallet/transfers.types.ts';
import type { DatabaseAddress } from '../../../server/kit/db/database.ts';
import type { Postings } from '../../../server/ledger/writer/postings.types.ts';
import { accepted } from '../../support/lever/lever-server.ts';
import { startScratchDatabase, withClient } from '../../support/databases/scratch-database.ts';
import type { ScratchDatabase } from '../../support/databases/scratch-database.ts';
import { BTC_USDT, NOW, USDT } from '../../support/spot/spot-exchange.ts';
import { openTransferServer, transferOn } from '../../support/wallet/transfer-server.ts';
import type { TransferServer, Way } from '../../support/wallet/transfer-server.ts';

const ANN = 1;
const [SPOT, CONTRACT, FIAT, FAST, TO_SPOT, TO_DEALING] = [1, 2, 3, 4, 102, 104];

let scratch: ScratchDatabase;
let address: DatabaseAddress;
let server: TransferServer;

beforeAll(async () => {
  scratch = await startScratchDatabase();
  await withClient(scratch.original, async (client) => {
    await client.query("insert into currencies values (1, 'USDT', 'Tether', 18)");
  });
});
afterAll(() => scratch.stop());
beforeEach(async () => {
  address = await scratch.copy();
  server = await openTransferServer(address);
  await syncSpotMarketRows(server.spot.database, [BTC_USDT]);
  await rows('alter table transfers drop constraint transfers_user_id_users_id_fk');
  const request = { ownerId: ANN, requestId: 'r', now: NOW };
  await server.spot.exchange.grant({ ...request, currencyId: USDT, amount: units(100n) });
});
afterEach(async () => {
  expect((await verifyWholeLedger(address, 'test', 'any')).faults).toEqual([]);
  await server.close();
});

const rows = (statement: string) =>
  withClient(address, async (client) => (await client.query(statement)).rows);
/** Units by account type, without empty accounts. */
const balances = async (): Promise<Record<number, string>> =>
  Object.fromEntries(
    (
      await rows(
        `select account_type, available::text from ledger_accounts
         where owner_id = ${ANN} and available <> 0`,
      )
    ).map(({ account_type, available }) => [account_type, available]),
  );

const transfer = (
  from: number,
  to: number,
  way: Partial<Way> = {},
  parts: Partial<TransferServiceParts> = {},
) => transferOn(server.with(parts), { ownerId: ANN, from, to, ...way });

/** Bookings of the last run of a server. */
async function recover(): Promise<void> {
  for (let leg = 0; leg < 2; leg += 1)
    await Promise.all([server.spot.postings.recover(), server.lever.postings.recover()]);
}

/** Replaces a server that has ended in the middle. */
async function restart(): Promise<void> {
  const next = await openTransferServer(address);
  await server.close();
  server = next;
}

const ended = (): never => {
  throw new Error('the server has ended');
};
const endedPostings: Pick<Postings, 'isOpen' | 'post' | 'postOrRefuse'> = {
  isOpen: true,
  post: async () => ended(),
  postOrRefuse: async () => ended(),
};

test('money passes transit and arrives before the answer, each leg in the journal of its owner', async () => {
  accepted(await transfer(SPOT, CONTRACT));

  expect(await balances()).toEqual({ [SPOT]: '70', [CONTRACT]: '30' });
  expect(
    await rows('select recipe, journal from ledger_movements order by journal, number'),
  ).toEqual([
    { recipe: 'seed.grant', journal: 2 },
    { recipe: 'transfer.towards_dealing', journal: 2 },
    { recipe: 'transfer.into_dealing', journal: 3 },
  ]);
});

test('each way between the four accounts moves the money once, and back', async () => {
  const types = [SPOT, CONTRACT, FIAT, FAST];
  for (const from of types)
    for (const to of types) {
      if (from === to) continue;
      // The money is in the spot account, goes to the first account, and returns from the second one.
      const ways = [
        [SPOT, from],
        [from, to],
        [to, SPOT],
      ].filter(([one, other]) => one !== other);
      for (const [index, [one = 0, other = 0]] of ways.entries()) {
        accepted(await transfer(one, other, { key: `key-${from}-${to}-${index}` }));
        expect(await balances()).toEqual(
          other === SPOT ? { [SPOT]: '100' } : { [SPOT]: '70', [other]: '30' },
        );
      }
    }
});

describe('a server that ends between the legs', () => {
  test.each([
    [SPOT, CONTRACT, TO_DEALING],
    [SPOT, FAST, TO_DEALING],
    [FIAT, CONTRACT, TO_DEALING],
    [CONTRACT, SPOT, TO_SPOT],
    [FAST, SPOT, TO_SPOT],
  ])(
    'of %i to %i leaves the money in transit, from which it arrives once',
    async (from, to, transit) => {
      if (from !== SPOT) accepted(await transfer(SPOT, from, { key: 'key-of-the-way-there' }));
      const postings = {
        spot: to === SPOT ? endedPostings : server.spot.postings,
        dealing: to === SPOT ? server.lever.postings : endedPostings,
      } as TransferServiceParts['postings'];
      await expect(transfer(from, to, {}, { postings })).rejects.toThrow('has ended');
      expect(await balances()).toEqual({ [SPOT]: '70', [transit]: '30' });

      await restart();
      await recover();
      await recover();

      expect(await balances()).toEqual(
        to === SPOT ? { [SPOT]: '100' } : { [SPOT]: '70', [to]: '30' },
      );
      accepted(await transfer(from, to));
    },
  );

  test('lets the same request complete it, also when it comes twice', async () => {
    const postings = { spot: server.spot.postings, dealing: endedPostings };
    await expect(
      transfer(SPOT, CONTRACT, {}, { postings: postings as TransferServiceParts['postings'] }),
    ).rejects.toThrow('has ended');

    const again = await Promise.all([transfer(SPOT, CONTRACT), transfer(SPOT, CONTRACT)]);

    expect(again).toMatchObject([{ ok: true }, { ok: true }]);
    expect(await balances()).toEqual({ [SPOT]: '70', [CONTRACT]: '30' });
  });

  test('before the first leg was booked: the second one is never booked before it', async () => {
    const postings = { spot: endedPostings, dealing: endedPostings };
    await expect(
      transfer(SPOT, CONTRACT, {}, { postings: postings as TransferServiceParts['postings'] }),
    ).rejects.toThrow('has ended');

    await server.lever.postings.recover();
    expect(await server.lever.postings.post(1)).toEqual(refuse('service_unavailable'));
    expect(await balances()).toEqual({ [SPOT]: '100' });

    await recover();
    expect(await balances()).toEqual({ [SPOT]: '70', [CONTRACT]: '30' });
  });
});

test('a transfer that is not paid for leaves nothing behind, and its second leg is refused', async () => {
  expect(await transfer(SPOT, CONTRACT, { amount: 101n })).toEqual(refuse('insufficient_balance'));
  expect(await transfer(CONTRACT, SPOT)).toEqual(refuse('insufficient_balance'));
  await recover();

  expect(await balances()).toEqual({ [SPOT]: '100' });
  expect(await rows('select count(*)::int as n from transfers')).toEqual([{ n: 0 }]);
  for (const table of ['spot_postings', 'dealing_postings'])
    expect(
      await rows(`select count(*)::int as n from ${table} where refused_at_ms is null`),
    ).toEqual([{ n: 0 }]);
  accepted(await transfer(SPOT, CONTRACT));
});

test('liens of deposits bound what goes into contracts, also of requests that come together', async () => {
  // 50 units of the 100 are free until some of them are in the contract account.
  const service = server.with({
    contractable: async () => 50n - BigInt((await balances())[CONTRACT] ?? '0'),
  });
  const once = await Promise.all(
    ['key-1-of-two-transfers', 'key-2-of-two-transfers'].map((key) =>
      transferOn(service, { ownerId: ANN, from: SPOT, to: CONTRACT, key }),
    ),
  );
  expect(once).toMatchObject([{ ok: true }, refuse('balance_locked')]);
  expect(await balances()).toEqual({ [SPOT]: '70', [CONTRACT]: '30' });
  // The way by another account is no way around it.
  const none = { contractable: async () => 0n };
  expect(await transfer(SPOT, FIAT, {}, none)).toMatchObject({ ok: true });
  expect(await transfer(FIAT, CONTRACT, { key: 'key-of-the-detour' }, none)).toEqual(
    refuse('balance_locked'),
  );
  expect(await transfer(CONTRACT, FAST, { key: 'key-within-contracts' }, none)).toMatchObject({
    ok: true,
  });
});

test('a user who came to owe gets the earlier answer again, and no further transfer', async () => {
  const first = accepted(await transfer(SPOT, CONTRACT));
  const owing = new Set([ANN]);
  expect(await transfer(SPOT, CONTRACT, {}, { owing })).toMatchObject({ value: { id: first.id } });
  expect(await transfer(CONTRACT, SPOT, {}, { owing })).toEqual(refuse('idempotency_key_reused'));
  expect(await transfer(SPOT, CONTRACT, { key: 'key-of-another-one' }, { owing })).toEqual(
    refuse('shortfall_unpaid'),
  );
});

test('many arrive together, each once', async () => {
  const keys = ['key-1-of-three', 'key-2-of-three', 'key-3-of-three'];
  const answers = await Promise.all(keys.map((key) => transfer(SPOT, CONTRACT, { key })));

  expect(answers.every((answer) => answer.ok)).toBe(true);
  expect(await balances()).toEqual({ [SPOT]: '10', [CONTRACT]: '90' });
});

test('a writer that is full begins no transfer', async () => {
  accepted(await transfer(SPOT, CONTRACT));
  const full = {
    isOpen: false,
    post: async () => refuse('service_unavailable'),
    postOrRefuse: async () => refuse('service_unavailable'),
  };
  for (const writer of ['spot', 'dealing'] as const) {
    const open = { spot: server.spot.postings, dealing: server.lever.postings };
    const postings = { ...open, [writer]: full } as TransferServiceParts['postings'];
    expect(await transfer(CONTRACT, SPOT, { key: 'key-of-the-way-back' }, { postings })).toEqual(
      refuse('service_unavailable'),
    );
  }
  expect(await rows('select count(*)::int as n from transfers')).toEqual([{ n: 1 }]);
});
