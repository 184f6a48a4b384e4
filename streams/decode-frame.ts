/**
 * Decodes frames of `/ws` by hand, thousands a second: no schema library, no copies of valid
 * values. Checks every field that the client reads; the caller drops and counts invalid messages.
 */
import type {
  AuthMessage,
  ChannelMessage,
  DayMarketMessage,
  HelloMessage,
  PongMessage,
  SocketErrorMessage,
} from '../contract/channels.ts';
import type { Candle, Deal, DepthLevel, Quotation } from '../contract/market/market.ts';
import { isMarkQuote } from './decode-lever.ts';
import { isIndexTick } from './decode-micro.ts';
import { isUserMessage } from './decode-user.ts';
import { isDecimal, isFields, isListOf, isText, isWhole, type Fields } from './field-checks.ts';

export type DecodedMessage =
  | ChannelMessage
  | HelloMessage
  | PongMessage
  | AuthMessage
  | SocketErrorMessage;

interface DecodedFrame {
  readonly messages: readonly DecodedMessage[];
  /** Number of invalid messages, or 1 for a frame that is no JSON text. */
  readonly malformed: number;
}

const NOTHING: DecodedFrame = { messages: [], malformed: 1 };

/** Returns the messages of one frame: a single one, or a batch of them. Never throws. */
export function decodeFrame(data: unknown): DecodedFrame {
  if (typeof data !== 'string') return NOTHING;
  let json: unknown;
  try {
    json = JSON.parse(data);
  } catch {
    return NOTHING;
  }
  const batch: readonly unknown[] = Array.isArray(json) ? json : [json];
  if (batch.every(isMessage)) return { messages: batch, malformed: 0 };
  const messages = batch.flatMap((value) =>
    isMessage(value) ? value : (quoteWithoutType(value) ?? []),
  );
  return { messages, malformed: batch.length - messages.length };
}

/**
 * The push of the specification (SPEC 7) has no `type` and is a quote of DAY_MARKET; that of this
 * server has one.
 */
function quoteWithoutType(value: unknown): DayMarketMessage | null {
  if (!isFields(value) || Object.hasOwn(value, 'type')) return null;
  const quote = { ...value, type: 'DAY_MARKET' };
  return isMessage(quote) && quote.type === 'DAY_MARKET' ? quote : null;
}

function isMessage(value: unknown): value is DecodedMessage {
  if (!isFields(value)) return false;
  switch (value['type']) {
    case 'DAY_MARKET':
      return isWhole(value['currency_match_id']) && isQuotation(value['quotation']);
    case 'FOREX':
      return isText(value['symbol']) && isQuotation(value['quotation']);
    case 'KLINE':
      return (
        isWhole(value['currency_match_id']) && isText(value['period']) && isCandle(value['candle'])
      );
    case 'FOREX_KLINE':
      return isText(value['symbol']) && isText(value['period']) && isCandle(value['candle']);
    case 'DEAL':
      return isWhole(value['currency_match_id']) && isListOf(value['deals'], isDeal);
    case 'DEPTH':
      return isDepth(value);
    case 'FIAT_ADS':
      return (
        isText(value['side']) &&
        isWhole(value['currency_id']) &&
        isText(value['fiat_code']) &&
        isWhole(value['version'])
      );
    case 'MARK':
      return isWhole(value['lever_market_id']) && isMarkQuote(value['mark']);
    case 'INDEX':
      return (
        isText(value['instrument']) &&
        (value['previous'] === null || isWhole(value['previous'])) &&
        isListOf(value['points'], isIndexTick)
      );
    case 'USER':
      return isUserMessage(value);
    case 'auth':
      return true;
    case 'hello':
    case 'pong':
      return isWhole(value['time']);
    case 'error':
      return isText(value['error']);
    default:
      return false;
  }
}

function isQuotation(value: unknown): value is Quotation {
  return isFields(value) && isText(value['close']) && isText(value['change']);
}

function isCandle(value: unknown): value is Candle {
  return (
    isFields(value) &&
    isWhole(value['time']) &&
    isText(value['open']) &&
    isText(value['high']) &&
    isText(value['low']) &&
    isText(value['close']) &&
    isText(value['volume']) &&
    isText(value['turnover'])
  );
}

function isDeal(value: unknown): value is Deal {
  return (
    isFields(value) &&
    isText(value['id']) &&
    isText(value['price']) &&
    isText(value['quantity']) &&
    (value['side'] === 'buy' || value['side'] === 'sell') &&
    isWhole(value['time'])
  );
}

function isDepth(value: Fields): boolean {
  return (
    isWhole(value['currency_match_id']) &&
    isWhole(value['seq']) &&
    (value['kind'] === 'snapshot' ||
      (value['kind'] === 'delta' && isWhole(value['previous_seq']))) &&
    isListOf(value['bids'], isLevel) &&
    isListOf(value['asks'], isLevel)
  );
}

function isLevel(value: unknown): value is DepthLevel {
  return Array.isArray(value) && value.length === 2 && isDecimal(value[0]) && isDecimal(value[1]);
}
