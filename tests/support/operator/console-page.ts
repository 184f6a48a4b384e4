/** The operator console in a browser, as its operators use it. */
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { DEMO_OPERATOR } from '../../../server/kit/demo-accounts.ts';
import type { Wanted } from '../pages/kept-pages.ts';
import type { TestOperator } from './operators.ts';
import { DEMO_PASSWORD, type Product } from '../pages/product.ts';

/** The reason that tests enter for each change. */
export const REASON = 'checked by a test';

/** The console at `path`, in a tab whose operator has signed in before. */
export async function consoleOf(
  product: Product,
  { token }: Pick<TestOperator, 'token'>,
  path = '/',
  options: Wanted = {},
): Promise<Page> {
  const page = await product.openConsole(options);
  await storeOperator(page, token);
  await page.goto(path);
  await sectionsOf(page).waitFor();
  return page;
}

/** Stores the session as if an operator had signed in before in this tab. */
export async function storeOperator(page: Page, token: string): Promise<void> {
  // A document of the same origin that runs no console code.
  await page.goto('/theme.js');
  await page.evaluate((kept) => sessionStorage.setItem('meridian.operator', kept), keptAs(token));
}

const keptAs = (token: string): string =>
  JSON.stringify({ token, name: 'Test operator', account: 'operator@example.org' });

/** Fills in account and password of the sign-in page. */
export async function fillInSignIn(page: Page, password: string): Promise<void> {
  await page.getByLabel('Email address').fill(DEMO_OPERATOR);
  await page.getByLabel('Password', { exact: true }).fill(password);
}

export async function typeOperatorCode(page: Page, code: string): Promise<void> {
  await page.locator('input[autocomplete="one-time-code"]').first().click();
  await page.keyboard.type(code);
}

/**
 * Signs the demo operator in, whose authenticator is bound at the first sign-in.
 * @param bound key of the authenticator, null at the first sign-in.
 * @param codeFor returns the code to type. @returns the key.
 */
export async function signInToConsole(
  page: Page,
  bound: string | null,
  codeFor: (secret: string) => string | Promise<string>,
): Promise<string> {
  await page.goto('/');
  await fillInSignIn(page, DEMO_PASSWORD);
  let secret = bound;
  if (secret === null) {
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Show key' }).click();
    secret = (await page.locator('code').innerText()).trim();
  }
  await typeOperatorCode(page, await codeFor(secret));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await sectionsOf(page).waitFor();
  return secret;
}

export const sectionsOf = (page: Page) => page.getByRole('navigation', { name: 'Sections' });

/** Goes to a section by its link. */
export async function openSection(page: Page, name: string): Promise<void> {
  // Its name begins the name of the link, and a number may follow.
  await sectionsOf(page)
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

/** Opens a decision; its form shows. */
export async function beginDecision(page: Page, button: string) {
  await page.getByRole('button', { name: button, exact: true }).click();
  const sheet = page.getByRole('dialog');
  await sheet.waitFor();
  return sheet;
}

/** Opens a decision, enters the reason and the input of `fill`, and sends it; the form closes when it is accepted. */
export async function decide(
  page: Page,
  button: string,
  submit = button,
  fill: (sheet: Awaited<ReturnType<typeof beginDecision>>) => Promise<unknown> = async () => null,
): Promise<void> {
  const sheet = await beginDecision(page, button);
  await fill(sheet);
  await sheet.getByLabel('Reason for the log').fill(REASON);
  await sheet.getByRole('button', { name: submit, exact: true }).click();
  await sheet.waitFor({ state: 'hidden' });
}

/** The entries of the audit log, newest first. */
export async function auditEntries(page: Page): Promise<string[]> {
  await openSection(page, 'Audit log');
  const entries = page.getByRole('list', { name: 'Audit log' }).getByRole('article');
  await entries.first().waitFor();
  return entries.allInnerTexts();
}

const RULES = {
  everything: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  colours: ['color-contrast'],
};

/** Accessibility faults of the shown page, after the colors of a new theme have arrived. */
export async function violations(
  page: Page,
  scope: keyof typeof RULES = 'everything',
): Promise<string[]> {
  // Inherited colors arrive at one element per frame.
  await page.waitForFunction(() => document.getAnimations().length === 0);
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe.source);
  return await page.evaluate(async (rules) => {
    const { axe: engine } = window as unknown as { axe: typeof axe };
    const results = await engine.run(document, { runOnly: rules });
    return results.violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => String(target)).join(' | ')}`,
    );
  }, RULES[scope]);
}

/** Number of px by which the page is wider than the window. */
export const sidewaysOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
