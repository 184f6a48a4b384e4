/** Operators on a test server: signed in with password and authenticator, making calls by name. */
import { TOTP } from 'otpauth';
import type { Envelope } from '../../../contract/envelope.ts';
import { OPERATOR_ENDPOINTS } from '../../../contract/operator/endpoints.ts';
import type {
  OperatorEndpoint,
  OperatorEndpointName,
} from '../../../contract/operator/endpoints.ts';
import type {
  OperatorRequestInput,
  OperatorResponseOf,
} from '../../../contract/operator/routes.ts';
import { DEMO_OPERATOR, DEMO_PASSWORD } from '../../../server/kit/demo-accounts.ts';
import { dataOf } from '../users/accounts.ts';
import type { TestServer } from '../servers/test-server.ts';
import { quickFetch } from '../servers/quick-fetch.ts';
import { steadyNow } from '../servers/steady-now.ts';

/** Fields of a call; a change without `revision` gets the current one of the record. */
export type OperatorFields<N extends OperatorEndpointName> =
  OperatorRequestInput<N> extends infer Input
    ? Input extends { readonly revision: string }
      ? Omit<Input, 'revision'> & { readonly revision?: string }
      : Input
    : never;

interface OperatorCallOptions {
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Calls the operator's server by name: query of a GET, urlencoded form of a POST. */
export async function callOperator<N extends OperatorEndpointName>(
  server: Pick<TestServer, 'operatorOrigin'>,
  name: N,
  fields: OperatorFields<N>,
  options: OperatorCallOptions = {},
): Promise<Envelope<OperatorResponseOf<N>>> {
  const { token, headers = {} } = options;
  const { method, path } = OPERATOR_ENDPOINTS[name];
  const given = fields as Readonly<Record<string, string>>;
  const seen = await readRevision(server, name, given, options);
  const form = new URLSearchParams({ ...given, ...seen });
  const isRead = method === 'GET';
  const query = isRead && form.size > 0 ? `?${form.toString()}` : '';
  const response = await quickFetch(`${server.operatorOrigin}${path}${query}`, {
    method,
    headers: { ...(token !== undefined && { authorization: token }), ...headers },
    ...(!isRead && { body: form }),
  });
  return response.json() as Envelope<OperatorResponseOf<N>>;
}

/** The call that reads the record of a change, for changes of one record. */
const SHOWN_BY: Partial<Record<OperatorEndpointName, OperatorEndpointName>> = {
  decideVerification: 'getVerification',
  approveWithdrawal: 'getWithdrawal',
  releaseWithdrawal: 'getWithdrawal',
  rejectWithdrawal: 'getWithdrawal',
  resolveWithdrawal: 'getWithdrawal',
  replyFeedback: 'getFeedback',
  writeDisputeMessage: 'getDispute',
  awardDispute: 'getDispute',
  removeFiatAd: 'getFiatAd',
  disableUser: 'getUser',
  enableUser: 'getUser',
  removeAuthenticator: 'getUser',
  setAgent: 'getUser',
  saveNews: 'getNews',
  publishNews: 'getNews',
  withdrawNews: 'getNews',
};
/** Changes of the funds of contracts. */
const FUNDS: ReadonlySet<OperatorEndpointName> = new Set([
  'askLeverFunding',
  'approveLeverFunding',
  'withdrawLeverFunding',
]);
/** Requests for contract markets. */
const LISTINGS: ReadonlySet<OperatorEndpointName> = new Set([
  'askLeverMarket',
  'approveLeverMarket',
  'withdrawLeverMarket',
]);
/** Changes of contract markets. */
const LEVER: ReadonlySet<OperatorEndpointName> = new Set([
  'setLeverMarketStatus',
  'saveLeverTerms',
  'windDownLeverMarket',
  'keepLeverMarket',
]);
/** Changes of fast contracts and of savings, each with the call that shows their desk. */
const DESKS = new Map<OperatorEndpointName, 'getMicroDesk' | 'getStakingDesk'>([
  ['setMicroProductStatus', 'getMicroDesk'],
  ['saveMicroTerms', 'getMicroDesk'],
  ['addMicroProduct', 'getMicroDesk'],
  ['askMicroFunding', 'getMicroDesk'],
  ['approveMicroFunding', 'getMicroDesk'],
  ['withdrawMicroFunding', 'getMicroDesk'],
  ['setStakingProductState', 'getStakingDesk'],
  ['saveStakingTerms', 'getStakingDesk'],
  ['addStakingProduct', 'getStakingDesk'],
  ['askStakingFunding', 'getStakingDesk'],
  ['approveStakingFunding', 'getStakingDesk'],
  ['withdrawStakingFunding', 'getStakingDesk'],
]);

/** Returns the revision of the fund, of the list of products, or of one product, which the call changes. */
async function deskRevision(
  server: Pick<TestServer, 'operatorOrigin'>,
  name: OperatorEndpointName,
  shown: 'getMicroDesk' | 'getStakingDesk',
  { id, options }: { readonly id: string; readonly options: OperatorCallOptions },
): Promise<number> {
  const { data: desk } = await callOperator(server, shown, {}, options);
  if (desk === null) return 0;
  if (name.endsWith('Funding')) return desk.funds.revision;
  if (name.startsWith('add')) return desk.revision;
  const products =
    'instruments' in desk ? desk.instruments.flatMap((each) => each.products) : desk.products;
  return products.find((product) => String(product.id) === id)?.revision ?? 0;
}

const OFFERINGS: ReadonlySet<OperatorEndpointName> = new Set([
  'saveOffering',
  'publishOffering',
  'cancelOffering',
  'askOfferingFunding',
  'approveOfferingFunding',
  'withdrawOfferingFunding',
]);

/** Returns the revision of the tokens of issuers, of the list for a new draft, or of one offering. */
async function offeringRevision(
  server: Pick<TestServer, 'operatorOrigin'>,
  name: OperatorEndpointName,
  id: string,
  options: OperatorCallOptions,
): Promise<number> {
  const { data: desk } = await callOperator(server, 'getOfferingDesk', {}, options);
  if (desk === null) return 0;
  if (name.endsWith('Funding')) return desk.funds.revision;
  if (id === '') return desk.revision;
  return desk.offerings.find((offering) => offering.id === id)?.revision ?? 0;
}

type Revised = { readonly data: { readonly revision: number } | null };

/** Reads the record first, as an operator does. Returns `0` if the caller may not see it. */
async function readRevision(
  server: Pick<TestServer, 'operatorOrigin'>,
  name: OperatorEndpointName,
  fields: Readonly<Record<string, string>>,
  options: OperatorCallOptions,
): Promise<{ readonly revision?: string }> {
  const endpoint: OperatorEndpoint = OPERATOR_ENDPOINTS[name];
  const isNew = name === 'saveNews' && fields['id'] === undefined;
  if (!endpoint.isAudited || isNew || fields['revision'] !== undefined) return {};
  return { revision: String((await shownRevision(server, name, fields, options)) ?? 0) };
}

/** Revision of the record of a change; undefined if the caller may not see it. */
export async function shownRevision(
  server: Pick<TestServer, 'operatorOrigin'>,
  name: OperatorEndpointName,
  { id = '', currency_id: currencyId, chain, key }: Readonly<Record<string, string>>,
  options: OperatorCallOptions,
): Promise<number | undefined> {
  if (name === 'addMarket')
    return (await callOperator(server, 'getMarketListing', {}, options)).data?.revision;
  const reads = SHOWN_BY[name];
  if (reads !== undefined) {
    const shown: unknown = await callOperator(server, reads, { id } as never, options);
    return (shown as Revised).data?.revision;
  }
  if (name === 'saveWalletCoin') {
    const { data: coins } = await callOperator(server, 'listWalletCoins', {}, options);
    return coins?.find((coin) => String(coin.currency_id) === currencyId && coin.chain === chain)
      ?.revision;
  }
  if (FUNDS.has(name)) {
    const { data } = await callOperator(server, 'getLeverDesk', {}, options);
    return data?.funds.revision ?? 0;
  }
  if (LISTINGS.has(name)) {
    const { data } = await callOperator(server, 'getLeverDesk', {}, options);
    return data?.listings.revision ?? 0;
  }
  if (LEVER.has(name)) {
    const { data } = await callOperator(server, 'getLeverDesk', {}, options);
    return data?.markets.find((market) => String(market.id) === id)?.revision ?? 0;
  }
  const desk = DESKS.get(name);
  if (desk !== undefined) return deskRevision(server, name, desk, { id, options });
  if (OFFERINGS.has(name)) return offeringRevision(server, name, id, options);
  if (name === 'saveSetting') {
    const { data: settings } = await callOperator(server, 'listSettings', {}, options);
    return settings?.find((setting) => setting.key === key)?.revision;
  }
  if (name === 'acknowledgeChainHalt') {
    const { data } = await callOperator(server, 'listChainHalts', {}, options);
    return data?.halts.find((halt) => halt.id === id)?.revision ?? 0;
  }
  if (name === 'continueUnverified') {
    const { data } = await callOperator(server, 'getLedgerHealth', {}, options);
    return data?.unverified?.revision ?? 0;
  }
  const { data: markets } = await callOperator(server, 'listMarkets', {}, options);
  return markets?.find((market) => String(market.id) === id)?.revision;
}

/** A code of an authenticator with this key, for this machine's clock moved by `aheadMs`. */
export const codeOf = (secret: string, aheadMs = 0): string =>
  new TOTP({ secret }).generate({ timestamp: steadyNow() + aheadMs });

export interface TestOperator {
  readonly operatorId: number;
  readonly token: string;
  /** Key of the authenticator, in base32. */
  readonly secret: string;
  /** Makes a call with the session's token; fails with the error's name. */
  ask<N extends OperatorEndpointName>(
    name: N,
    fields: OperatorFields<N>,
  ): Promise<OperatorResponseOf<N>>;
  /** Makes a call and returns refusals, too. */
  call<N extends OperatorEndpointName>(
    name: N,
    fields: OperatorFields<N>,
  ): Promise<Envelope<OperatorResponseOf<N>>>;
}

/**
 * Binds an authenticator to an account without one and signs in, by default as the demo operator.
 */
export async function signInOperator(
  server: Pick<TestServer, 'operatorOrigin' | 'clockAheadMs'>,
  account: string = DEMO_OPERATOR,
  password: string = DEMO_PASSWORD,
): Promise<TestOperator> {
  const { secret } = dataOf(await callOperator(server, 'createGoogleKey', { account, password }));
  const google_code = codeOf(secret, server.clockAheadMs);
  const session = dataOf(await callOperator(server, 'signIn', { account, password, google_code }));
  const { token, operator_id: operatorId } = session;
  const call: TestOperator['call'] = (name, fields) =>
    callOperator(server, name, fields, { token });
  return {
    operatorId,
    token,
    secret,
    call,
    ask: async (name, fields) => dataOf(await call(name, fields)),
  };
}
