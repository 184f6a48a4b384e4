/** Composes the base services: messages, identity, trading, the ledger watch. */
import { DiskWatch } from '../../kit/process/disk-watch.ts';
import { openIdentity, startIdentityRemoval } from '../../areas/identity/identity.area.ts';
import { cancelOrdersOf } from '../../areas/spot/spot.area.ts';
import { readMicroSnapshot } from '../../areas/micro/micro.area.ts';
import { createEquivalents } from '../../areas/market/market.area.ts';
import { openLedgerWatch } from '../../ledger/ledger-watch.ts';
import { openDatabase, SERVER_SESSIONS } from '../../kit/db/database.ts';
import { createNotify } from '../../kit/notify/create-notify.ts';
import { Outbox } from '../../kit/outbox/outbox.ts';
import { openContractTrading } from './contract-trading.ts';
import type { Foundation } from './dependencies.ts';
import { grantPolicyOf, ledgerBook } from './ledger-book.ts';
import { openMakerAccount } from './maker-account.ts';
import { openPriceIndex } from './price-index.ts';
import { openTrading } from './spot-and-market.ts';

/** Each read of an access token takes less than a millisecond. */
const ACCESS_CONNECTIONS = 4;

export type Base = Awaited<ReturnType<typeof openBase>>;

/** Adds everything that must be closed to `opened`. */
export async function openBase(foundation: Foundation) {
  const { config, database, address, clock, log, jobs, opened } = foundation;
  const { mail, sms, nodeEnv, dataDir, diskWarningBytes: warningBytes } = config;
  const disk = new DiskWatch({ folder: dataDir, warningBytes, clock, log, jobs });
  await disk.start();
  opened.add('disk watch', () => disk.stop());
  const { notifier, mailbox } = createNotify(
    { mail, sms, isProduction: nodeEnv === 'production' },
    { database, clock, log },
  );
  opened.add('notifier', () => notifier.close());
  const outbox = new Outbox({ database, clock, log, jobs });
  opened.add('outbox', () => outbox.stop());
  const access = openDatabase(address, log, ACCESS_CONNECTIONS, SERVER_SESSIONS.calls);
  opened.add('database connections of access tokens', () => access.$client.end());
  const identity = await openIdentity({
    ...foundation,
    access,
    notifier,
    outbox,
  });
  const removal = startIdentityRemoval({ database, clock, jobs });
  opened.add('removal of old data of identity', () => removal.stop());
  // Opened before trading, because the market maker trades as soon as trading is open.
  const ledger = await openLedgerWatch({
    ...foundation,
    book: ledgerBook(grantPolicyOf(config)),
  });
  opened.add('ledger watch', () => ledger.stop());
  const maker = await openMakerAccount({ config, database, users: identity.userDesk, log });
  const trading = await openTrading({ ...foundation, maker, health: ledger.health });
  const { marks, spot } = trading;
  identity.ownerHold.onHeld((userId) => cancelOrdersOf(spot, userId, clock.now()));
  const contractTrading = await openContractTrading({
    ...foundation,
    marks,
    markets: spot.markets,
  });
  // Both wait for the database most of the time.
  const [priceIndex, microSnapshot] = await Promise.all([
    openPriceIndex(foundation, { marks, seal: identity.seal }),
    readMicroSnapshot(database, clock.now()),
  ]);
  const equivalents = createEquivalents(marks);
  return {
    ...trading,
    ...contractTrading,
    priceIndex,
    microSnapshot,
    disk,
    notifier,
    mailbox,
    outbox,
    identity,
    ledger,
    equivalents,
  };
}
