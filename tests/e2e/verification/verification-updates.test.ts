/** The result of a verification shows once, when it is true, and only to its user. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import { documents, newPassport } from '../../support/desk/documents.ts';
import { dataOf } from '../../support/users/accounts.ts';
import {
  decideLast,
  fillVerification,
  newPageUser,
  sendVerification,
} from '../../support/pages/user-pages.ts';
import { useProduct } from '../../support/pages/product.ts';
import { shownAfter } from '../../support/pages/noted-sentences.ts';
import { drawn, visit } from '../../support/pages/visit.ts';
import { within } from '../../support/within.ts';

const product = useProduct({}, { keepsPages: true, isShared: true });
const SAID = 'Your identity is verified. You can trade now.';
const USER_INFO = `**${ENDPOINTS.getUserInfo.path}`;

/** A user with a submission under review, on the home screen, whose page knows it. */
async function waitingAtHome() {
  const person = await newPageUser(product);
  const { page, tokens } = person;
  const token = tokens.accessToken;
  dataOf(
    await product.server.call('submitVerification', await documents(product.server), { token }),
  );
  const known = page.waitForResponse(`**${ENDPOINTS.getVerification.path}`);
  await page.goto('/home');
  await within((await known).finished(), 'the state of the verification to be read');
  await drawn(page);
  return person;
}

/** Visits other screens, which gives a wrong notice time to appear. */
async function lookAround(page: Page): Promise<void> {
  for (const [tab, path] of [
    ['Markets', '/market'],
    ['Home', '/home'],
  ] as const) {
    await page
      .getByRole('navigation', { name: 'Main navigation' })
      .getByRole('link', { name: tab, exact: true })
      .click();
    await page.waitForURL(`**${path}`);
    await drawn(page);
  }
}

const setHidden = (page: Page, isHidden: boolean) =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: hidden });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);

test('a certified user is notified that they can trade', async () => {
  const { page, id } = await waitingAtHome();
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  await page.route(USER_INFO, async (route) => {
    asked.resolve();
    // Each of several requests needs an answer.
    await answer.promise;
    await route.continue();
  });
  await decideLast(product, id, null);
  await within(asked.promise, 'the page to ask who it is of');
  await lookAround(page);
  expect(await page.getByText(SAID).count()).toBe(0);
  await shownAfter(page, SAID, async () => answer.resolve());
  await page.getByRole('link', { name: 'Trade', exact: true }).click();
  await page.waitForURL('**/trade**');
});

test('the gate of the trade tab says that the verification is in review, and before it that it is required', async () => {
  const { page, tokens } = await newPageUser(product);
  const { server } = product;
  const UNDER_REVIEW = /^Your documents are under review\./;
  await page.goto('/home');
  const openTrade = () => page.getByRole('link', { name: 'Trade', exact: true }).click();
  const gate = page.getByRole('alertdialog', { name: 'Identity verification required' });
  await openTrade();
  await gate.getByText('Complete identity verification to start trading.').waitFor();
  const token = tokens.accessToken;
  dataOf(await server.call('submitVerification', await documents(server), { token }));
  await gate.getByRole('button', { name: 'View status' }).click();
  await page.waitForURL('**/user-center');
  await page.goBack();
  await page.waitForURL('**/home');
  await openTrade();
  await gate.getByText(UNDER_REVIEW).waitFor();
  // The address itself has a gate, too.
  await page.goto('/home');
  await drawn(page);
  await shownAfter(page, UNDER_REVIEW, () => visit(page, '/trade'));
  await page.waitForURL('**/user-center');
  await page.goto('/lever');
  await page.getByText(UNDER_REVIEW).waitFor();
});

test('a screen that was opened before the verdict shows it too, whatever it could read', async () => {
  const { page, id } = await newPageUser(product);
  await page.goto('/user-review');
  await fillVerification(page, newPassport());
  await page.route(`**${ENDPOINTS.getVerification.path}`, (route) => route.abort());
  await sendVerification(page);
  await page.getByRole('link', { name: 'View markets' }).click();
  await page.waitForURL('**/market');
  await page.getByRole('heading', { name: 'Markets' }).waitFor();
  await shownAfter(page, SAID, () => decideLast(product, id, null));
});

test('the notice waits on a hidden page until it is visible', async () => {
  const { page, id } = await waitingAtHome();
  await setHidden(page, true);
  const opened = page.waitForResponse(USER_INFO);
  await decideLast(product, id, null);
  await within((await opened).finished(), 'the user to be read again');
  await lookAround(page);
  expect(await page.getByText(SAID).count()).toBe(0);
  await shownAfter(page, SAID, () => setHidden(page, false));
});
