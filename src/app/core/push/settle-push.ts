/** Subscribes this browser to push messages, unsubscribes it, or reads its status. */
import { ensure } from '../../../../contract/assert.ts';
import type { PushStanding, PushWish } from '../../../../machines/app/core/push-opt-in.machine.ts';
import type { ApiClient, CallOptions } from '../api/api-client.ts';

interface PushDeps {
  readonly page: Window;
  readonly api: ApiClient;
}

/**
 * Carries out the change. Ends a browser subscription of an earlier session and never takes it
 * over, because the present user has not requested it. @throws ClientError of a call, Error of the
 * browser.
 */
export async function settlePush(wish: PushWish, { page, api }: PushDeps): Promise<PushStanding> {
  const { navigator } = page;
  const isAble = 'serviceWorker' in navigator && 'PushManager' in page && 'Notification' in page;
  // Without the worker of the built app, arriving messages would not be shown.
  if (!isAble || !import.meta.env.PROD) return 'unsupported';
  // Runs first, because browsers only ask for permission right after the tap.
  if (wish === 'turnOn') await Notification.requestPermission();
  if (Notification.permission === 'denied') return 'denied';
  // The page itself starts a status check; a tapped switch shows why it failed.
  const options: CallOptions = { reporting: wish === 'look' ? 'silent' : 'inline' };
  const { public_key: key, endpoint } = await api.call('getPushKey', {}, options);
  if (key === null) return 'unavailable';
  const { pushManager } = await navigator.serviceWorker.ready;
  const known = await pushManager.getSubscription();
  if (wish === 'turnOff') {
    if (known === null) return 'off';
    await api.call('unsubscribePush', { endpoint: known.endpoint }, options);
    await known.unsubscribe();
    return 'off';
  }
  const isOwn = known !== null && known.endpoint === endpoint && isFor(known, key);
  const usable = isOwn ? known : null;
  if (usable === null) await known?.unsubscribe();
  const isWanted = wish === 'turnOn' && Notification.permission === 'granted';
  if (usable === null && !isWanted) return 'off';
  const subscription =
    usable ?? (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
  // Sent for a known subscription, too, because the language may have changed since.
  await api.call('subscribePush', fieldsOf(subscription), options);
  return 'on';
}

/**
 * A subscription is bound to the key it was created with, which changes with a new installation.
 */
const isFor = ({ options }: PushSubscription, key: string): boolean =>
  options.applicationServerKey !== null &&
  base64Url(new Uint8Array(options.applicationServerKey)) === key;

const base64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

function fieldsOf(subscription: PushSubscription) {
  const { endpoint, keys } = subscription.toJSON();
  return {
    endpoint: ensure(endpoint, 'the address of the subscription'),
    p256dh: ensure(keys?.['p256dh'], 'its public key'),
    auth: ensure(keys?.['auth'], 'its secret'),
  };
}
