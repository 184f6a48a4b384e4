/**
 * Composes the services of records with a lifecycle: submissions, deposits, withdrawals, fiat
 * trading, and their dependencies.
 */
import { openAssets } from './transfer-services.ts';
import { openCustody } from '../../areas/custody/custody.area.ts';
import { openDesk } from './review-services.ts';
import { openFiat, ORDER_PUSH } from '../../areas/fiat/fiat.area.ts';
import { openIeo } from '../../areas/ieo/ieo.area.ts';
import { LEVER_PUSH } from '../../areas/lever/lever.area.ts';
import { STAKING_PUSH } from '../../areas/staking/staking.area.ts';
import { createLifecycles } from '../../kit/lifecycle/lifecycles.ts';
import { createCalmPrices } from '../../areas/market/market.area.ts';
import { ServerBeats } from '../../kit/lifecycle/server-beats.ts';
import { openPush } from '../../areas/people/people.area.ts';
import type { PushKind } from '../../kit/push/push-kind.ts';
import { openPictures } from '../../kit/pictures/open-pictures.ts';
import { createRealTime } from '../../kit/process/real-time.ts';
import type { Base } from './base-services.ts';
import type { Foundation } from './dependencies.ts';
import { openWallet, OwingUsers } from '../../areas/wallet/wallet.area.ts';
import { UserUpdatesDesk } from '../../edge/ws/user-updates.ts';

export type Records = Awaited<ReturnType<typeof openRecords>>;

/**
 * Begins with the work of an earlier run, then starts everything; adds everything that must be closed
 * to `opened`.
 */
export async function openRecords(foundation: Foundation, base: Base) {
  const { database, opened } = foundation;
  const { spot } = base;
  const { seal, check, parts } = base.identity;
  const { health } = base.ledger;
  opened.add('work of an earlier run', () => foundation.catchUp.stop());
  const custody = await openCustody({ ...foundation, seal });
  const owing = new OwingUsers(database);
  const assets = await openAssets({ ...foundation, ...base, health, owing });
  const pictures = openPictures({ ...foundation, seal });
  const timers = openTimers(foundation);
  const { lifecycles } = timers;
  const userUpdates = new UserUpdatesDesk();
  const common = { database, lifecycles, notices: parts.notices, updates: userUpdates, health };
  const { desk, handlers: deskHandlers } = openDesk({
    ...common,
    pictures,
    forgetAccess: (userId) => parts.accessCache.dropUser(userId),
  });
  const wallet = await openWallet({
    ...foundation,
    ...base,
    ...common,
    spotView: spot,
    spotCommands: spot,
    custody,
    seal,
    owing,
    ...assets,
    security: check,
  });
  const push = await openPushOfAreas(foundation, base);
  const fiat = await openFiat({
    ...foundation,
    ...common,
    prices: createCalmPrices(base.marks),
    security: check,
    pictures,
    putPush: push.putPush,
    users: base.identity.userDesk,
  });
  const ieo = openIeo({ ...foundation, ...common, ...assets, owing });
  await startTimers(timers, opened);
  await Promise.all([wallet.start(), ieo.start()]);
  return {
    custody,
    owing,
    assets,
    pictures,
    lifecycles,
    userUpdates,
    desk,
    withdrawalReview: wallet.review,
    /** Services for the decisions of operators about halts of chains. */
    ofHalts: { foreign: wallet.foreign, reserves: wallet.reserves },
    fiatAds: fiat.ads,
    methodsChanged: fiat.methodsChanged,
    putPush: push.putPush,
    operatorFiat: fiat.operator,
    offerings: ieo.commands,
    handlers: {
      ...assets.handlers,
      ...wallet.handlers,
      ...deskHandlers,
      ...fiat.handlers,
      ...ieo.handlers,
      ...push.handlers,
    },
  };
}

/** The kinds of push of all areas. */
const PUSH_KINDS: readonly PushKind[] = [ORDER_PUSH, LEVER_PUSH, STAKING_PUSH];

function openPushOfAreas(foundation: Foundation, { identity, outbox }: Base) {
  const { sessionEnds } = identity.parts;
  return openPush({ ...foundation, seal: identity.seal, sessionEnds, outbox, kinds: PUSH_KINDS });
}

async function startTimers(
  { beats, lifecycles }: ReturnType<typeof openTimers>,
  opened: Foundation['opened'],
): Promise<void> {
  await beats.begin((tx, outage) => lifecycles.makeUpFor(tx, outage));
  opened.add('signs of life', () => beats.stop());
  lifecycles.startTimers();
}

function openTimers({ database, clock, log, jobs, opened }: Foundation) {
  const parts = { database, clock, log, jobs };
  const beats = new ServerBeats({ ...parts, realTime: createRealTime() });
  const lifecycles = createLifecycles({ ...parts, catchUp: () => beats.catchUp() });
  opened.add('timers of records', () => lifecycles.stop());
  return { beats, lifecycles };
}
