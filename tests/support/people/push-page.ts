/** The parts between a page and push messages: a subscription at the push service of a test, and the worker. */
import type { BrowserContext, CDPSession, Page, Worker } from 'playwright-core';
import { afterAll, afterEach } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import type { Tokens } from '../../../contract/identity/identity.ts';
import { openApp, storeTokens, workerBrowser } from '../pages/app-page.ts';
import type { PushBrowser } from './push-service.ts';
import { eventually } from '../eventually.ts';

/**
 * From here on this page subscribes at the test's push service, with the app's key, because no test browser
 * reaches its vendor's. Everything else is the browser's own.
 */
export async function subscribeAt(page: Page, { subscription }: PushBrowser): Promise<void> {
  await page.context().grantPermissions(['notifications']);
  await page.addInitScript((given) => {
    // A browser without notifications denies them even if they were granted, see `holdNotices`.
    if ('Notification' in globalThis && Notification.permission === 'denied')
      Object.defineProperty(Notification, 'permission', { value: 'granted' });
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

/** The part of the app's worker that shows push messages, which can run alone. */
const PUSH_WORKER = '/push-worker.js';

/**
 * A browser with the push part of the app's worker, once for the tests of the calling file. The whole worker would
 * first download all files of the app. Each page has a fresh state, and is closed after its test.
 */
export function usePushWorker(): (origin: string, tokens: Tokens) => Promise<Page> {
  let installed: BrowserContext | undefined;
  afterEach(async () => {
    for (const page of installed?.pages() ?? []) await page.close();
  });
  afterAll(() => installed?.close());
  return async (origin, tokens) => {
    installed ??= await install(origin);
    const page = await installed.newPage();
    await page.goto('/limits.json');
    await page.evaluate(() => localStorage.clear());
    await storeTokens(page, tokens);
    return page;
  };
}

async function install(origin: string): Promise<BrowserContext> {
  const page = await openApp(await workerBrowser(), origin, { serviceWorkers: 'allow' });
  const context = page.context();
  context.setDefaultTimeout(90_000);
  await context.addInitScript((part) => {
    const { register } = ServiceWorkerContainer.prototype;
    ServiceWorkerContainer.prototype.register = function registerPart() {
      return register.call(this, part);
    };
  }, PUSH_WORKER);
  await page.goto('/limits.json');
  await page.evaluate(async (part) => {
    await navigator.serviceWorker.register(part);
    await navigator.serviceWorker.ready;
  }, PUSH_WORKER);
  await page.close();
  return context;
}

/** The program of the worker that the app registers. */
export const appWorkerOf = async (page: Page): Promise<string> =>
  (await page.request.get('/sw.js')).text();

/** True if the browser still has the subscription of {@link subscribeAt}. */
export const isSubscribed = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    const { pushManager } = await navigator.serviceWorker.ready;
    return (await pushManager.getSubscription()) !== null;
  });

/** The worker of the app in the developer tools. */
export class WorkerDoor {
  readonly #page: Page;
  readonly #session: CDPSession;
  readonly #origin: string;
  readonly #registrations: string[] = [];

  static async open(page: Page, origin: string): Promise<WorkerDoor> {
    const door = new WorkerDoor(page, await page.context().newCDPSession(page), origin);
    await door.#begin();
    return door;
  }

  private constructor(page: Page, session: CDPSession, origin: string) {
    this.#page = page;
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

  /** Delivers a decrypted push message, as the browser does. */
  async deliver(data: string): Promise<void> {
    const registrationId = await eventually(() =>
      ensure(this.#registrations.at(-1), 'a registered worker'),
    );
    await holdNotices(await workerOf(this.#page));
    await this.#session.send('ServiceWorker.deliverPushMessage', {
      origin: this.#origin,
      registrationId,
      data,
    });
  }
}

/** Types of a worker, which the types of pages lack. */
interface WorkerScope extends EventTarget {
  readonly registration: ServiceWorkerRegistration;
  readonly NotificationEvent: new (
    type: string,
    init: { readonly notification: Notification | undefined },
  ) => Event;
}

const workerOf = (page: Page): Promise<Worker> =>
  eventually(() => ensure(page.context().serviceWorkers()[0], 'a worker'));

/**
 * A browser without notifications (the shell that npm brings) denies them even if they were granted. Its worker
 * gets a list instead; other browsers keep their own.
 */
async function holdNotices(worker: Worker): Promise<void> {
  await worker.evaluate(() => {
    const { registration } = globalThis as unknown as WorkerScope;
    if (Notification.permission !== 'denied' || Object.hasOwn(registration, 'showNotification'))
      return;
    const shown = new Map<string, object>();
    Object.assign(registration, {
      showNotification(title: string, options: NotificationOptions): Promise<void> {
        const tag = options.tag ?? '';
        shown.set(tag, { ...options, title, close: () => shown.delete(tag) });
        return Promise.resolve();
      },
      getNotifications: () => Promise.resolve([...shown.values()]),
    });
  });
}

/** The worker's shown notifications. */
export async function shownNotices(page: Page) {
  const worker = await workerOf(page);
  return worker.evaluate(async () => {
    const { registration } = globalThis as unknown as WorkerScope;
    const shown = await registration.getNotifications();
    return shown.map(({ title, body, tag, data }) => ({
      title,
      body,
      tag,
      url: (data as { readonly url: string }).url,
    }));
  });
}

/**
 * Reports a click on the one shown notification to the worker, as the browser does. Such a click may not
 * bring a page to the front or open one, so effects that need a real click are left out.
 */
export async function clickOnNotice(page: Page): Promise<void> {
  const worker = await workerOf(page);
  await worker.evaluate(async () => {
    const scope = globalThis as unknown as WorkerScope;
    const [notification] = await scope.registration.getNotifications();
    const isHeld = Object.hasOwn(scope.registration, 'showNotification');
    const click = isHeld
      ? Object.assign(new Event('notificationclick'), { notification, waitUntil: () => {} })
      : new scope.NotificationEvent('notificationclick', { notification });
    scope.dispatchEvent(click);
  });
}
