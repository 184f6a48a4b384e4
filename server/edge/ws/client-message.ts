/** Parses a client's message. No message makes it throw. */
import { CHANNELS, clientMessage, type ClientMessage } from '../../../contract/channels.ts';
import type { SocketErrorName } from '../../../contract/errors/catalog.ts';

type ReadMessage =
  | { readonly ok: true; readonly message: ClientMessage }
  | { readonly ok: false; readonly error: SocketErrorName };

/** Returns the message in `text`, or `bad_message`, or `unknown_channel`. */
export function readClientMessage(text: string): ReadMessage {
  const json = parseJson(text);
  const parsed = clientMessage.safeParse(json);
  if (parsed.success) return { ok: true, message: parsed.data };
  return { ok: false, error: namesUnknownChannel(json) ? 'unknown_channel' : 'bad_message' };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function namesUnknownChannel(json: unknown): boolean {
  if (typeof json !== 'object' || json === null || !('type' in json && 'params' in json)) {
    return false;
  }
  const { type, params } = json;
  const isSubscription = type === 'sub' || type === 'unsub';
  return isSubscription && typeof params === 'string' && !Object.hasOwn(CHANNELS, params);
}
