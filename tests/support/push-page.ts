/** What stands between a page and push messages: a subscription that a push service of the test answers for, and the worker. */
import type { CDPSession, Page } from 'playwright-core';
import type { PushBrowser } from './push-service.ts';
import { eventually } from './eventually.ts';

/**
 * No browser of a test reaches its maker's push service: from here on this page subscribes at that of
 * the test instead, with the key that the app gives. Everything else is the browser's own.
 */
export async function subscribeAt(page: Page, { subscription }: PushBrowser): Promise<void> {
  await page.context().grantPermissions(['notifications']);
  await page.addInitScript((given) => {
    const KEPT = 'test.push-key';
    const { endpoint, p256dh, auth } = given;
    const bytes = (text: string) =>
      Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
        letter.charCodeAt(0),
      );
    const made = (key: string) => ({
      endpoint,
      options: { userVisibleOnly: true, applicationServerKey: bytes(key).buffer },
      toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
      unsubscribe: () => {
        localStorage.removeItem(KEPT);
        return Promise.resolve(true);
      },
    });
    Object.assign(PushManager.prototype, {
      getSubscription() {
        const key = localStorage.getItem(KEPT);
        return Promise.resolve(key === null ? null : made(key));
      },
      subscribe({ applicationServerKey }: { applicationServerKey: string }) {
        localStorage.setItem(KEPT, applicationServerKey);
        return Promise.resolve(made(applicationServerKey));
      },
    });
  }, subscription);
}

/** Whether the browser still has the subscription that {@link subscribeAt} lets it make. */
export const isSubscribed = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    const { pushManager } = await navigator.serviceWorker.ready;
    return (await pushManager.getSubscription()) !== null;
  });

/** The worker of the app as the developer tools see it. */
export class WorkerDoor {
  readonly #session: CDPSession;
  readonly #origin: string;
  readonly #registrations: string[] = [];

  static async open(page: Page, origin: string): Promise<WorkerDoor> {
    const door = new WorkerDoor(await page.context().newCDPSession(page), origin);
    await door.#begin();
    return door;
  }

  private constructor(session: CDPSession, origin: string) {
    this.#session = session;
    this.#origin = origin;
  }

  async #begin(): Promise<void> {
    this.#session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      for (const { registrationId, isDeleted } of registrations)
        if (!isDeleted) this.#registrations.push(registrationId);
    });
    await this.#session.send('ServiceWorker.enable');
  }

  /** As the browser does with a push message that it has opened. */
  async deliver(data: string): Promise<void> {
    const registrationId = await eventually(() => {
      const last = this.#registrations.at(-1);
      if (last === undefined) throw new Error('no worker is registered');
      return last;
    });
    await this.#session.send('ServiceWorker.deliverPushMessage', {
      origin: this.#origin,
      registrationId,
      data,
    });
  }
}

/** What the worker shows now. */
export const shownNotices = (page: Page) =>
  page.evaluate(async () => {
    const { getNotifications } = ServiceWorkerRegistration.prototype;
    const shown = await getNotifications.call(await navigator.serviceWorker.ready);
    return shown.map(({ title, body, tag, data }) => ({
      title,
      body,
      tag,
      url: (data as { readonly url: string }).url,
    }));
  });

/** Of a worker; the types of pages do not have it. */
interface WorkerScope extends EventTarget {
  readonly registration: ServiceWorkerRegistration;
  readonly NotificationEvent: new (
    type: string,
    init: { readonly notification: Notification | undefined },
  ) => Event;
}

/**
 * As the browser tells the worker of a click on the one notice that is shown. No such click allows the
 * worker to bring a page to the front or to open one: what only a person's own click may do is left out.
 */
export async function clickOnNotice(page: Page): Promise<void> {
  const [worker] = page.context().serviceWorkers();
  await worker?.evaluate(async () => {
    const scope = globalThis as unknown as WorkerScope;
    const [notification] = await scope.registration.getNotifications();
    scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }));
  });
}
