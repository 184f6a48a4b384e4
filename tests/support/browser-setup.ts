/** The setup of the browser tests: builds the app and starts one browser for all files. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { BrowserServer } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { launchBrowserServer } from './browser.ts';

declare module 'vitest' {
  interface ProvidedContext {
    browserEndpoint: string;
  }
}

let browserServer: BrowserServer | undefined;

export async function setup(project: TestProject): Promise<void> {
  const built = path.join(import.meta.dirname, '../../dist/client/index.html');
  if (!existsSync(built)) throw new Error('Browser tests run against the built app: npm run build');
  browserServer = await launchBrowserServer();
  project.provide('browserEndpoint', browserServer.wsEndpoint());
}

export async function teardown(): Promise<void> {
  await browserServer?.close();
}
