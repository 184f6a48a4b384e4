/** One record of every kind that operators act on, each waiting for them. */
import { ensure } from '../../../../contract/assert.ts';
import { dataOf } from '../../../support/users/accounts.ts';
import { offeringTerms } from '../../../support/ieo/offering-terms.ts';
import { newUser } from '../../../support/users/test-user.ts';
import {
  inPhase,
  newOutsideAddress,
  newWithdrawer,
  withdraw,
  type Withdrawer,
} from '../../../support/wallet/wallet-users.ts';
import { openTicket } from '../../../support/desk/feedback-tickets.ts';
import { documents } from '../../../support/desk/documents.ts';
import { disputedOrder } from '../../../support/fiat/fiat-orders.ts';
import type { TestOperator } from '../../../support/operator/operators.ts';
import { queryServer } from '../../../support/databases/server-database.ts';
import type { TestServer } from '../../../support/servers/test-server.ts';
import { ChainControl } from '../../../support/custody/chain-control.ts';
import { haltOf, parkWithdrawal, payForeign } from '../../../support/wallet/chain-halts.ts';

/** Ids as text, as requests have them. */
export interface OperatorWorld {
  readonly reviewId: string;
  readonly pictureId: string;
  readonly withdrawalId: string;
  /** A second waiting withdrawal. */
  readonly otherWithdrawalId: string;
  /** Approved, and waiting for its chain. */
  readonly parkedWithdrawalId: string;
  /** A withdrawal in manual review. */
  readonly unclearWithdrawalId: string;
  readonly feedbackId: string;
  /** A fiat order in rights protection, and its ad. */
  readonly disputeId: string;
  readonly adId: string;
  readonly userId: string;
  readonly newsId: string;
  readonly marketId: string;
  readonly leverMarketId: string;
  /** Two fundings of contracts that wait, of an operator who is not here. */
  readonly fundingIds: readonly string[];
  /** Instruments that have no contract market. */
  readonly newInstruments: readonly string[];
  /** Two requests for contract markets that wait, of an operator who is not here. */
  readonly listingIds: readonly string[];
  readonly microProductId: string;
  readonly stakingProductId: string;
  /** Two changes of each fund that wait, of an operator who is not here. */
  readonly microChangeIds: readonly string[];
  readonly stakingChangeIds: readonly string[];
  readonly offeringChangeIds: readonly string[];
  /** A draft, and an announced offering with the same token. */
  readonly draftId: string;
  readonly announcedId: string;
  readonly tokenIds: { readonly token: string; readonly pay: string };
  /** Halt of a chain that is not configured. */
  readonly haltId: string;
  /** Halt of the development chain, whose wallet has one foreign transaction. */
  readonly walletHaltId: string;
  readonly foreignNonce: string;
  readonly coin: { readonly currency_id: string; readonly chain: string };
}

export const NEWS_TEXTS = JSON.stringify({
  'zh-CN': { title: '公告', summary: '', content: '<p>内容</p><script>alert(1)</script>' },
  'en-US': { title: 'Notice', summary: 'Short', content: '<p onclick="x()">Words</p>' },
});

/** Coins whose contracts must be removed before the world is made. */
export const CONTRACTS_REMOVED = ['SOL', 'LINK', 'LTC'];

/** Needs a server with `TRUST_PROXY=loopback`. */
export async function makeOperatorWorld(
  server: TestServer,
  operator: TestOperator,
): Promise<OperatorWorld> {
  const { token, email } = await newUser(server);
  const bound =
    'insert into user_security (user_id, google_key) select id, $2 from users where email = $1';
  await queryServer(server, bound, [email, 'no key']);
  dataOf(await server.call('submitVerification', await documents(server), { token }));
  const ticket = { type: 'other', title: 'A question', content: 'Where is my deposit?' } as const;
  const feedback = dataOf(await openTicket(server, token, ticket));
  const { users } = await operator.ask('searchUsers', { text: email });
  const [user] = users;
  const { reviews } = await operator.ask('listVerifications', { state: 'in_review', size: '100' });
  const reviewId = ensure(
    reviews.find(({ person }) => person.id === user?.id),
    'review',
  ).id;
  const withdrawer = await newWithdrawer(server, { USDT: '500000' });
  const { id: newsId } = await operator.ask('saveNews', {
    category_id: '3',
    texts: NEWS_TEXTS,
    reason: 'an article of the tests',
  });
  const dispute = await disputedOrder(server);
  const [market] = await operator.ask('listMarkets', {});
  const { markets: leverMarkets, listings } = await operator.ask('getLeverDesk', {});
  const { instruments } = await operator.ask('getMicroDesk', {});
  const { products } = await operator.ask('getStakingDesk', {});
  const [coin] = await operator.ask('listWalletCoins', {});
  const { currency_id: currencyId, chain } = ensure(coin, 'coin');
  return {
    reviewId,
    pictureId: (await operator.ask('getVerification', { id: reviewId })).front_picture_id,
    withdrawalId: await pendingWithdrawal(server, withdrawer),
    otherWithdrawalId: await pendingWithdrawal(server, withdrawer),
    parkedWithdrawalId: await parkedWithdrawal(server, operator),
    unclearWithdrawalId: await unclearWithdrawal(server),
    feedbackId: feedback.id,
    disputeId: dispute.order.id,
    adId: dispute.ad.id,
    userId: String(user?.id),
    newsId: String(newsId),
    marketId: String(market?.id),
    fundingIds: await waitingFundings(server),
    newInstruments: listings.instruments.map(({ name }) => name),
    listingIds: await waitingListings(server),
    leverMarketId: String(leverMarkets[0]?.id),
    microProductId: String(instruments[0]?.products[0]?.id),
    stakingProductId: String(products[0]?.id),
    microChangeIds: await waitingChanges(server, 'micro_pool'),
    stakingChangeIds: await waitingChanges(server, 'staking_fund'),
    offeringChangeIds: await waitingChanges(server, 'offering_tokens'),
    ...(await offerings(server, operator)),
    haltId: await haltOf(server, 'elsewhere'),
    ...(await foreignTransaction(server)),
    coin: { currency_id: String(currencyId), chain },
  };
}

/** The first offering of the demo is announced. */
async function offerings(server: TestServer, operator: TestOperator) {
  const announced = ensure(
    dataOf(await server.call('listOfferings', {})).find(({ token_code: code }) => code === 'MRB'),
    'the offering of MRB',
  );
  const tokenIds = {
    token: String(announced.token_currency_id),
    pay: String(announced.pay_currency_id),
  };
  const { offerings: all } = await operator.ask('saveOffering', {
    ...offeringTerms(tokenIds),
    steps_min: '2',
    reason: 'a draft of the tests',
  });
  const draftId = ensure(all[0], 'the new draft').id;
  return { draftId, announcedId: announced.id, tokenIds };
}

/** An operator who asked for each request, so that both operators of the test may approve it. */
const ASKED_BY = 999;
const addAsker = (server: TestServer) =>
  queryServer(
    server,
    `insert into operators (id, account, name, password_hash, created_at_ms) overriding system value
     values ($1, 'asker@example.org', 'Asker', 'x', 0) on conflict do nothing`,
    [ASKED_BY],
  );

async function waitingFundings(server: TestServer): Promise<readonly string[]> {
  await addAsker(server);
  const rows = await queryServer<{ readonly id: string }>(
    server,
    `insert into lever_fundings (pool, insurance, state, asked_by, asked_at_ms)
     select 1, 0, 'waiting', ${ASKED_BY}, 0 from generate_series(1, 2) returning id::text`,
  );
  return rows.map(({ id }) => id);
}

async function waitingChanges(
  server: TestServer,
  fund: 'micro_pool' | 'staking_fund' | 'offering_tokens',
): Promise<readonly string[]> {
  const rows = await queryServer<{ readonly id: string }>(
    server,
    `insert into fund_changes (fund, currency_id, amount, state, asked_by, asked_at_ms)
     select $1, id, 1, 'waiting', ${ASKED_BY}, 0 from currencies, generate_series(1, 2) where code = 'USDT'
     returning id::text`,
    [fund],
  );
  return rows.map(({ id }) => id);
}

/** For {@link CONTRACTS_REMOVED} but the first. */
async function waitingListings(server: TestServer): Promise<readonly string[]> {
  const rows = await queryServer<{ readonly id: string }>(
    server,
    `insert into lever_listings (instrument, lot_size, lots_min, lots_max, multiples, spread_ppm, fee_ppm,
       night_ppm, net_limit, gross_limit, owner_limit, state, asked_by, asked_at_ms)
     select code || '/USDT', '1', 1, 500, '{2,5}', 400, 600, 200, 10::numeric ^ 24, 10::numeric ^ 24,
       10::numeric ^ 24, 'waiting', ${ASKED_BY}, 0 from unnest($1::text[]) code returning id::text`,
    [CONTRACTS_REMOVED.slice(1)],
  );
  return rows.map(({ id }) => id);
}

async function foreignTransaction(server: TestServer) {
  const { nonce } = await payForeign(server, { address: newOutsideAddress(), amount: '1' });
  const walletHaltId = await haltOf(server, 'development', 'foreign_nonces');
  return { walletHaltId, foreignNonce: String(nonce) };
}

/** Above what approves itself: it waits for a reviewer. */
const pendingWithdrawal = async (server: TestServer, person: Withdrawer): Promise<string> =>
  dataOf(await withdraw(server, person, { amount: '20000' })).id;

/** An approved withdrawal that is not signed. */
async function parkedWithdrawal(server: TestServer, operator: TestOperator): Promise<string> {
  const person = await newWithdrawer(server, { USDT: '50000' });
  const id = await pendingWithdrawal(server, person);
  await parkWithdrawal(server, id, () =>
    operator.ask('approveWithdrawal', { id, reason: 'looked at by the tests' }),
  );
  return id;
}

/** A withdrawal small enough to approve itself, which the chain rejects. */
async function unclearWithdrawal(server: TestServer): Promise<string> {
  const person = await newWithdrawer(server, { USDT: '100' });
  await new ChainControl(server).failBroadcasts('rejected');
  const { id } = dataOf(await withdraw(server, person, { amount: '50' }));
  await inPhase(server, person, id, 'manual_review');
  return id;
}
