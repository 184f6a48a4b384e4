/** The whole product for one file of browser tests: a server with the demo exchange and a browser. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { Tokens } from '../../../contract/identity/identity.ts';
import { DESKTOP, openApp, workerBrowser } from './app-page.ts';
import { textsOf } from './failed-pages.ts';
import { KeptPages, type Wanted } from './kept-pages.ts';
import { isFree, lastingPort } from '../servers/lasting-port.ts';
import { borrowServer, giveBack } from '../servers/shared-server.ts';
import { startPreparedServer, type Prepare } from '../servers/prepared-server.ts';
import { startTestServer, type TestServer } from '../servers/test-server.ts';

export const DEMO_PASSWORD = 'Meridian1';
export type DemoUser = 'trader' | 'merchant' | 'agent' | 'newcomer';
export const demoAccount = (person: DemoUser) => `demo.${person}@meridian.test`;

/** Signs a demo user in over HTTP, as another device would. */
export async function demoTokens(server: TestServer, person: DemoUser): Promise<Tokens> {
  const credentials = { account: demoAccount(person), password: DEMO_PASSWORD };
  const answer = await server.call('signIn', credentials);
  if (answer.code !== 1) throw new Error(answer.msg);
  return answer.data as Tokens;
}

export interface Product {
  readonly server: TestServer;
  readonly browser: Browser;
  /** A page that has loaded nothing yet, closed after the test. */
  open(options?: Wanted): Promise<Page>;
  /** A page of the operator console that has loaded nothing yet. */
  openConsole(options?: Wanted): Promise<Page>;
  /** A page that is signed in as a demo user. */
  openAs(person: DemoUser, options?: Wanted): Promise<Page>;
  /** Signs in over HTTP, as another device would. */
  tokensOf(person: DemoUser): Promise<Tokens>;
}

interface ProductOptions {
  /** True if a page is emptied after a test and reused, see `KeptPages`. */
  readonly keepsPages?: boolean;
  /** True for a server that the files of this worker share, see `shared-server.ts`. */
  readonly isShared?: boolean;
  /** True for a shared server whose clock files move. */
  readonly movesClock?: boolean;
  /** True for a server in a process of its own, for a test that kills it. */
  readonly isOwnProcess?: boolean;
  /** Changes the database before the start. */
  readonly prepare?: Prepare;
}

/**
 * Common parts of the files of one worker: pages, and the addresses of the servers, by which the browser knows the
 * scripts it has compiled.
 */
const pages = new KeptPages();
const ports = { PORT: 0, OPERATOR_PORT: 0 };

/** Starts the product before the tests of this file, with `env` over the defaults, and stops it after them. */
export function useProduct(
  env: Readonly<Record<string, string>> = {},
  {
    keepsPages = false,
    isShared = false,
    movesClock = false,
    isOwnProcess = false,
    prepare,
  }: ProductOptions = {},
): Product {
  let server: TestServer | undefined;
  let browser: Browser | undefined;
  /** Closes what this file opened by itself. */
  const closeOthers = async () => {
    for (const context of browser?.contexts() ?? []) {
      if (pages.has(context)) continue;
      // Requests of a page after its test may get no response.
      for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
      await context.close();
    }
  };
  beforeAll(async () => {
    if (isShared) server = await borrowServer(env, { movesClock, ports: freePorts });
    else {
      const own = { ...(await freePorts()), ...env };
      server = prepare
        ? (await startPreparedServer(own, prepare, { isOwnProcess })).server
        : await startTestServer({ env: own, isOwnProcess });
    }
    browser = await workerBrowser();
  });
  afterEach(async ({ task }) => {
    // In the message, because a summary of a long run shows nothing else of a test.
    for (const error of task.result?.errors?.slice(0, 1) ?? [])
      error.message += `\n${await textsOf(browser?.contexts().flatMap((context) => context.pages()) ?? [])}`;
    if (keepsPages) await pages.takeBack('test');
    else await closeOthers();
  });
  afterAll(async () => {
    await pages.takeBack('file');
    await closeOthers();
    if (isShared && server) await giveBack(server);
    else await server?.stop();
  });

  const openAt = (origin: string, options: Wanted) =>
    keepsPages
      ? pages.open(product.browser, origin, options)
      : openApp(product.browser, origin, options);
  const product: Product = {
    get server() {
      return started(server);
    },
    get browser() {
      return started(browser);
    },
    open: (options = {}) => openAt(product.server.origin, options),
    openConsole: (options = {}) =>
      openAt(product.server.operatorOrigin, { viewport: DESKTOP, ...options }),
    openAs: async (person, options = {}) =>
      product.open({ ...options, tokens: await product.tokensOf(person) }),
    tokensOf: (person) => demoTokens(product.server, person),
  };
  return product;
}

/** Ports for the servers of this worker: the same as before, unless another process has taken one. */
async function freePorts(): Promise<Readonly<Record<string, string>>> {
  for (const name of ['PORT', 'OPERATOR_PORT'] as const)
    while (ports.PORT === ports.OPERATOR_PORT || !(await isFree(ports[name])))
      ports[name] = await lastingPort();
  return { PORT: String(ports.PORT), OPERATOR_PORT: String(ports.OPERATOR_PORT) };
}

function started<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the product runs only inside tests');
  return value;
}
