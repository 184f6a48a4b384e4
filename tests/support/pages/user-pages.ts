/** The pages about a user: photos from a phone, passwords, separate sign-ups. */
import type { Page } from 'playwright-core';
import { ensure } from '../../../contract/assert.ts';
import type { Tokens } from '../../../contract/identity/identity.ts';
import { documents } from '../desk/documents.ts';
import type { Wanted } from './kept-pages.ts';
import { openOperatorDoor, type OperatorDoor } from '../desk/operator-door.ts';
import { dataOf } from '../users/accounts.ts';
import { newUser, userIdOf } from '../users/test-user.ts';
import { somePicture } from '../pictures.ts';
import type { Product } from './product.ts';
import type { TestServer } from '../servers/test-server.ts';

/** A user who has just signed up, and their page. */
export interface PageUser {
  readonly id: number;
  readonly email: string;
  readonly tokens: Tokens;
  readonly page: Page;
}

/** Signs up over HTTP and opens a page of the app. */
export async function newPageUser(product: Product, options: Wanted = {}): Promise<PageUser> {
  const { server } = product;
  const { email, token, tokens } = await newUser(server, { name: 'person' });
  const id = await userIdOf(server, token);
  return { id, email, tokens, page: await product.open({ ...options, tokens }) };
}

/** Submits documents over HTTP and certifies the user. */
export async function certify(product: Product, { id, tokens }: PageUser): Promise<void> {
  const { server } = product;
  dataOf(
    await server.call('submitVerification', await documents(server), {
      token: tokens.accessToken,
    }),
  );
  await decideLast(product, id, null);
}

/** Decides about the last submission: certified, or rejected for an unclear photo with this text. */
export async function decideLast(
  { server }: Product,
  userId: number,
  refusal: string | null,
): Promise<void> {
  const door = await operatorOf(server);
  const submission = ensure((await door.submissionsOf(userId))[0], 'a submission');
  const error = await door.decide(
    submission,
    refusal === null
      ? { isCertified: true }
      : { isCertified: false, reason: 'picture_unclear', reasonText: refusal },
  );
  if (error !== undefined) throw new Error(error);
}

const doors = new WeakMap<TestServer, Promise<OperatorDoor>>();

/** The operator of a server, signed in once. */
export function operatorOf(server: TestServer): Promise<OperatorDoor> {
  const known = doors.get(server) ?? openOperatorDoor(server);
  doors.set(server, known);
  return known;
}

/** A file as a phone's camera makes it. */
export async function photo(width = 120, height = 80) {
  return {
    name: 'photo.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from(await somePicture(width, height)),
  };
}

export const PHOTOS = [
  'Front of the document',
  'Back of the document',
  'Selfie with document',
] as const;

/** Chooses a file of zeroes, made inside the page, because sending a large one would take long. */
export async function chooseZeroes(
  page: Page,
  label: string,
  file: { readonly name: string; readonly bytes: number; readonly type: string },
): Promise<void> {
  await page.getByLabel(label, { exact: true }).evaluate((input, { name, bytes, type }) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([new Uint8Array(bytes)], name, { type }));
    (input as HTMLInputElement).files = transfer.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  }, file);
}

/** The frame of a picture by its label, which shows its status. */
export const frameOf = (page: Page, label: string) =>
  page.locator('[data-status]').filter({ has: page.getByLabel(label, { exact: true }) });

/** Fills in the form of the verification and waits until its photos have arrived. */
export async function fillVerification(page: Page, cardId: string): Promise<void> {
  await page.getByLabel('Document type', { exact: true }).selectOption('passport');
  await page.getByLabel('Legal name').fill('Mira Belle');
  await page.getByLabel('ID number').fill(cardId);
  for (const label of PHOTOS) {
    await page.getByLabel(label, { exact: true }).setInputFiles(await photo());
    await frameOf(page, label).and(page.locator('[data-status=done]')).waitFor();
  }
}

/** Confirms the summary and sends. */
export async function sendVerification(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Check details' }).click();
  await page.getByTestId('review-check').waitFor();
  await page.getByRole('button', { name: 'Submit for review' }).click();
  await page.getByRole('heading', { name: 'In review' }).waitFor();
}

/** Types a code into the boxes of a field. */
export async function typeCode(page: Page, code: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Authenticator code' }).click();
  await page.keyboard.type(code);
}
