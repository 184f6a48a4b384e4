/** The ports of the app on the stage: a server that answers from a table, a socket, a clock, a storage. */
import { ENDPOINTS, type EndpointName } from '../../../../contract/endpoints.ts';
import { SUCCESS_CODE } from '../../../../contract/errors/catalog.ts';
import { RISK_VERSIONS } from '../../../../contract/people/risk-versions.ts';
import { TransportFailure, type Transport } from '../../../../src/app/core/api/transport.ts';
import type { Ports, SocketLike } from '../../../../src/app/core/ports.ts';
import {
  ACCOUNT,
  BTC,
  CLOSED,
  CONTRACT_BALANCE,
  DETAIL,
  ETH,
  LONG,
  MARKETS,
  MATCHES,
  PENDING,
  SHORT,
  STAGE_NOW_MS,
  USDT,
  candlesAround,
} from './stage-data.ts';

/** A call as the app made it. */
export interface StageCall {
  readonly name: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface Stage {
  /** Calls that change something, oldest first. */
  readonly commands: StageCall[];
  readonly ports: Ports;
  /** Sends a message to the app's socket. */
  say(message: unknown): void;
  /** From now on a call has this answer instead of that of the table; 'lost' is no reply, null the table. */
  answer(name: EndpointName, answer: unknown): void;
  /** Lets so much time pass on the clocks of device and server. */
  pass(ms: number): void;
}

const TOKENS = {
  accessToken: 'stage-access-token-0001',
  refreshToken: 'stage-refresh-token-0001',
};
const USER = {
  id: 1,
  uid: '100001',
  email: 'stage@meridian.test',
  mobile: null,
  is_user_real: true,
  is_agent: false,
};

/** Permission of the user for contracts. @param acceptedAt null before the risk notice is accepted. */
const standingOf = (acceptedAt: number | null) => ({
  product: 'lever',
  version: RISK_VERSIONS.lever,
  is_offered: true,
  acknowledged_at: acceptedAt,
});

/** The call's data by the name of the call. */
const TABLE: Partial<Record<EndpointName, (fields: StageCall['fields']) => unknown>> = {
  getUserInfo: () => USER,
  getSetting: () => '',
  listCurrencyMatches: () => [{ id: USDT, code: 'USDT', matches: MATCHES }],
  listForexTickers: () => [],
  listCandles: ({ currency_match_id: id }) => candlesAround(Number(id) === ETH ? 3_500 : 95_000),
  listLeverMarkets: () => MARKETS,
  getLeverAccount: () => ACCOUNT,
  listLeverHistory: () => ({ orders: [CLOSED], next: null }),
  getLeverOrder: () => DETAIL,
  placeLeverOrder: ({ lever_market_id: id, lots }) => ({
    ...LONG,
    id: '110',
    lever_market_id: Number(id),
    lots: Number(lots),
    revision: 2,
  }),
  amendLeverTargets: ({ id }) => ({ ...LONG, id, revision: 3 }),
  closeLeverPosition: ({ id }) => ({ ...LONG, id, state: 'closed', revision: 4 }),
  closeAllLeverPositions: () => ({ closed: [LONG, SHORT], waiting: [] }),
  cancelLeverOrder: ({ id }) => ({ ...PENDING, id, state: 'cancelled', revision: 2 }),
  getRiskStanding: () => standingOf(STAGE_NOW_MS),
  getRiskDisclosure: () => ({ ...standingOf(null), accounts: 40, losing_percent: 65 }),
  acknowledgeRisk: () => standingOf(STAGE_NOW_MS),
  getPushKey: () => ({ public_key: null, endpoint: null }),
  getVerification: () => null,
  listFiatOrders: () => ({ orders: [], next: null }),
};

const NAMES = new Map(Object.entries(ENDPOINTS).map(([name, { path }]) => [path, name]));

export function createStage(): Stage {
  const commands: StageCall[] = [];
  const answers = new Map<string, unknown>();
  const sockets: StageSocket[] = [];
  let passedMs = 0;
  const now = () => STAGE_NOW_MS + passedMs;

  const transport: Transport = async ({ method, path, fields }) => {
    const name = (NAMES.get(path as never) ?? path) as EndpointName;
    const call = { name, fields };
    if (method === 'POST') commands.push(call);
    const given = answers.get(name);
    if (given === 'lost') throw new TransportFailure('network');
    const body = given ?? envelope(TABLE[name]?.(fields));
    return { status: 200, body, serverTime: String(now()) };
  };
  const texts = new Map<string, string>([
    ['meridian.session', JSON.stringify({ tokens: TOKENS, user: USER, signIn: 'stage' })],
  ]);
  return {
    commands,
    ports: {
      transport,
      openSocket() {
        const socket = new StageSocket(now);
        sockets.push(socket);
        return socket as unknown as SocketLike;
      },
      clock: { now },
      store: {
        get: (key) => texts.get(key) ?? null,
        set: (key, text) => void texts.set(key, text),
        remove: (key) => void texts.delete(key),
        watch: () => () => undefined,
      },
    },
    say: (message) => sockets.at(-1)?.say(message),
    answer(name, answer) {
      answers.set(name, answer);
    },
    pass(ms) {
      passedMs += ms;
    },
  };
}

const envelope = (data: unknown) => ({ code: SUCCESS_CODE, msg: '', data: data ?? null });

/** Answers like the server: signs in, and starts each channel. */
class StageSocket extends EventTarget {
  readonly #now: () => number;

  constructor(now: () => number) {
    super();
    this.#now = now;
    queueMicrotask(() => this.dispatchEvent(new Event('open')));
  }

  send(text: string): void {
    const { type, params } = JSON.parse(text) as { type: string; params?: string };
    if (type === 'ping') this.say({ type: 'pong', time: this.#now() });
    if (type === 'auth') this.say({ type: 'auth' });
    if (type !== 'sub') return;
    if (params === 'USER') this.say(SNAPSHOT);
    if (params === 'MARK') for (const message of MARKS) this.say(message);
  }

  close(): void {}

  say(message: unknown): void {
    queueMicrotask(() =>
      this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) })),
    );
  }
}

const SNAPSHOT = {
  type: 'USER',
  kind: 'snapshot',
  stream: 'stage',
  seq: 1,
  orders: [],
  lever_orders: [LONG, SHORT, PENDING],
  balances: [CONTRACT_BALANCE],
};

/** States of a mark on the stage. apart: live, but its sources do not agree. wide: they agree at the most distance. */
const CONDITIONS = {
  live: { status: 'trading', state: 'live', reason: null, is_agreed: true, apart_ppm: 0 },
  wide: { status: 'trading', state: 'live', reason: null, is_agreed: true, apart_ppm: 350 },
  apart: { status: 'trading', state: 'live', reason: null, is_agreed: false, apart_ppm: 351 },
  halted: { status: 'halted', state: 'live', reason: null, is_agreed: true, apart_ppm: 0 },
  frozen: {
    status: 'trading',
    state: 'frozen',
    reason: 'apart',
    is_agreed: false,
    apart_ppm: null,
  },
  closed: {
    status: 'trading',
    state: 'closed',
    reason: 'closed',
    is_agreed: false,
    apart_ppm: null,
  },
} as const;

/** Returns the message of a mark. */
export const markMessage = (
  marketId: number,
  price: string,
  condition: keyof typeof CONDITIONS = 'live',
) => ({
  type: 'MARK',
  lever_market_id: marketId,
  mark: {
    price,
    ...CONDITIONS[condition],
    close_only: false,
    changed_at: STAGE_NOW_MS,
    time: STAGE_NOW_MS,
  },
});

const MARKS = [markMessage(BTC, '95000'), markMessage(ETH, '3500')];
