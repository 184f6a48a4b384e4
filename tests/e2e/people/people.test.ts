/** The user's own pages: verification, security, invites, feedback. */
import type { Request } from 'playwright-core';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { LIMITS } from '../../../contract/limits.ts';
import { googleCode } from '../../support/identity/authenticator.ts';
import { leaveDayEnd } from '../../support/away-from-midnight.ts';
import { openTicket } from '../../support/desk/feedback-tickets.ts';
import { documents, newPassport } from '../../support/desk/documents.ts';
import {
  codeByMail,
  dataOf,
  errorOf,
  newAddress,
  OTHER_PASSWORD,
  PASSWORD,
  registration,
  signIn,
} from '../../support/users/accounts.ts';
import {
  certify,
  chooseZeroes,
  decideLast,
  fillVerification,
  frameOf,
  newPageUser,
  operatorOf,
  photo,
  PHOTOS,
  sendVerification,
  typeCode,
  type PageUser,
} from '../../support/pages/user-pages.ts';
import { useProduct } from '../../support/pages/product.ts';
import { shownBeside } from '../../support/pages/refusals.ts';
import { visitScreen } from '../../support/pages/visit.ts';
import { noteSentences, shownAfter } from '../../support/pages/noted-sentences.ts';

const product = useProduct({ MARKET_MAKER: 'off', TRUST_PROXY: 'loopback' }, { keepsPages: true });
const PAY_PASSWORD = 'Otter66p';
const CERTIFIED = 'Your identity is verified. You can trade now.';

/** A user whose rights and passwords no test changes, with a page that goes from screen to screen. */
let visitor: PageUser;
beforeAll(async () => {
  visitor = await newPageUser(product, { isOfFile: true });
});
afterEach(() => visitor.page.unrouteAll({ behavior: 'ignoreErrors' }));

test('a newcomer submits photos, is refused, submits again and trades, without a reload', async () => {
  const person = await newPageUser(product);
  const { page } = person;
  await page.goto('/user-center');
  await page.getByRole('link', { name: 'Verify identity' }).click();
  await page.getByRole('button', { name: 'Check details' }).click();
  await page.getByText('Add a photo of the front', { exact: false }).waitFor();
  await page.getByText('Enter your ID number.', { exact: false }).waitFor();

  await fillVerification(page, newPassport());
  await sendVerification(page);
  await decideLast(product, person.id, 'The name is in the shadow.');

  await page.getByTestId('failure-reason').getByText('The name is in the shadow.').waitFor();
  await fillVerification(page, newPassport());
  await sendVerification(page);
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByTestId('verification-state').getByText('In review').waitFor();
  await page.getByRole('button', { name: 'Back' }).click();
  await page.waitForURL('**/home');
  await shownAfter(page, CERTIFIED, () => decideLast(product, person.id, null));
  await page.getByRole('link', { name: 'Trade', exact: true }).click();
  await page.waitForURL('**/trade**');
});

test('without the socket the verdict is found by polling every minute', async () => {
  const person = await newPageUser(product, { isKept: false });
  const { page, tokens } = person;
  const { server } = product;
  const token = tokens.accessToken;
  dataOf(await server.call('submitVerification', await documents(server), { token }));
  await page.routeWebSocket('**/ws', (socket) => socket.close());
  await page.clock.install();
  const asked: Request[] = [];
  page.on('requestfinished', (request) => {
    if (request.url().endsWith('/user_real/center')) asked.push(request);
  });
  await page.goto('/home');
  await page.getByRole('heading', { name: 'Markets' }).waitFor();
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  const said = await noteSentences(page, CERTIFIED);
  await decideLast(product, person.id, null);
  expect(await page.getByText(CERTIFIED).count()).toBe(0);
  const before = asked.length;

  // The minute begins when the page has drawn the first response, which the page does not show.
  await expect
    .poll(
      async () => {
        await page.clock.fastForward(LIMITS.verification_poll_ms + 1_000);
        return asked.length;
      },
      { interval: 1_000 },
    )
    .toBeGreaterThan(before);
  await expect.poll(said).toEqual([CERTIFIED]);
});

test('files that are too large or no pictures are reported and dropped', async () => {
  const { page } = visitor;
  await visitScreen(page, '/user-review');
  const [front] = PHOTOS;
  const bytes = LIMITS.picture_bytes_max + 1;
  await chooseZeroes(page, front, { name: 'huge.jpg', bytes, type: 'image/jpeg' });
  await page.getByText('This file is too large.', { exact: false }).waitFor();
  await expect.poll(() => frameOf(page, front).getAttribute('data-status')).toBe('empty');

  await chooseZeroes(page, front, { name: 'paper.pdf', bytes: 8, type: 'application/pdf' });
  await page.getByText('This file format isn’t supported.', { exact: false }).waitFor();
  await expect.poll(() => frameOf(page, front).getAttribute('data-status')).toBe('empty');
});

test('a photo whose upload broke off is sent again by one press', async () => {
  const { page } = visitor;
  await visitScreen(page, '/user-review');
  const [front] = PHOTOS;
  await page.route('**/image_upload', (route) => route.abort('connectionreset'));
  await page.getByLabel(front, { exact: true }).setInputFiles(await photo());
  const frame = frameOf(page, front);
  await frame.and(page.locator('[data-status=failed]')).waitFor();
  await page.getByText('Can’t connect.', { exact: false }).waitFor();

  await page.unroute('**/image_upload');
  await frame.getByRole('button', { name: 'Try again' }).click();

  await frame.and(page.locator('[data-status=done]')).waitFor();
});

test('a new login password signs out other sessions and holds withdrawals, and this page stays signed in', async () => {
  const { page, email } = await newPageUser(product);
  const other = dataOf(await signIn(product.server, email)).accessToken;
  await page.goto('/change-login-passwd');
  await page.getByRole('link', { name: 'Forgot your login password?' }).click();
  await page.getByRole('heading', { name: 'Reset password' }).waitFor();
  await page.goBack();
  const submit = page.getByRole('button', { name: 'Save password' });
  await page.getByLabel('Current login password').fill('Wrong99x');
  await page.getByLabel('New password', { exact: true }).fill(OTHER_PASSWORD);
  await page.getByLabel('Confirm new password').fill(OTHER_PASSWORD);
  await submit.click();
  await shownBeside(page, 'Incorrect password.').waitFor();

  await page.getByLabel('Current login password').fill(PASSWORD);
  await page.getByLabel('New password', { exact: true }).fill(OTHER_PASSWORD);
  await page.getByLabel('Confirm new password').fill(OTHER_PASSWORD);
  await submit.click();

  await page.getByText('All other devices were signed out.', { exact: false }).waitFor();
  expect(errorOf(await product.server.call('getUserInfo', {}, { token: other }))).toBe(
    'session_ended',
  );
  await page.getByRole('link', { name: 'Go to Security' }).click();
  await page.getByTestId('withdrawal-hold').getByText('Your login password was changed.').waitFor();
});

test('an authenticator is bound with its codes, required by the next change, and unbound with a hold', async () => {
  const { page } = await newPageUser(product);
  await page.goto('/secure-center');
  await page.getByRole('link', { name: /^Authenticator app/ }).click();
  const shownKey = async () => {
    await page.getByRole('button', { name: 'Show key' }).click();
    await page.getByRole('img', { name: 'QR code of the key' }).waitFor();
    return (await page.getByTestId('google-key').innerText()).replaceAll(/\s/g, '');
  };
  const key = await shownKey();
  // An authenticator that has scanned the key still fits.
  await page.reload();
  expect(await shownKey()).toBe(key);
  await typeCode(page, googleCode(key, Date.now()));
  await page.getByLabel('Login password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Set up authenticator app' }).click();
  await page.getByRole('heading', { name: 'Authenticator app set up' }).waitFor();
  await page.getByRole('link', { name: 'Go to Security' }).click();

  await page.getByRole('link', { name: /^Transaction password/ }).click();
  await page.getByLabel('Login password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('New password', { exact: true }).fill(PAY_PASSWORD);
  await page.getByLabel('Confirm new password').fill(PAY_PASSWORD);
  await page.getByRole('button', { name: 'Save password' }).click();
  await shownBeside(page, 'Enter the code from your authenticator app.').waitFor();

  await page.goto('/secure-center?view=google');
  await page.getByText('puts withdrawals on hold for 24 hours', { exact: false }).waitFor();
  await typeCode(page, googleCode(key, Date.now(), 1));
  await page.getByLabel('Login password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Remove authenticator app' }).click();
  await page.getByRole('heading', { name: 'Authenticator app removed' }).waitFor();
  await page.getByRole('link', { name: 'Go to Security' }).click();
  await page
    .getByTestId('withdrawal-hold')
    .getByText('Your authenticator app was removed.')
    .waitFor();
});

test('the other sessions are ended after a confirmation, and this one stays', async () => {
  const { page, email } = visitor;
  const other = dataOf(await signIn(product.server, email)).accessToken;
  await visitScreen(page, '/secure-center');
  await expect.poll(() => page.getByTestId('session').count()).toBe(2);
  await page.getByRole('button', { name: 'Sign out other devices' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out other devices' }).click();

  await expect.poll(() => page.getByTestId('session').count()).toBe(1);
  await page.getByTestId('session').getByText('This device').waitFor();
  expect(errorOf(await product.server.call('getUserInfo', {}, { token: other }))).toBe(
    'session_ended',
  );
});

test('a certified user adds, changes and removes collection methods', async () => {
  const person = await newPageUser(product);
  const { page, tokens } = person;
  await certify(product, person);
  dataOf(
    await product.server.call(
      'amendPayPassword',
      { login_password: PASSWORD, pay_password: PAY_PASSWORD, re_pay_password: PAY_PASSWORD },
      { token: tokens.accessToken },
    ),
  );
  await page.goto('/secure-center?view=collection');
  await page.getByRole('link', { name: 'Add receiving method' }).click();
  await page.getByLabel('Type').selectOption('alipay');
  await page.getByTestId('collection-holder').getByText('Mira Belle').waitFor();
  await page.getByLabel('Alipay account').fill('mira@example.org');
  await page.getByLabel('Transaction password').fill(PAY_PASSWORD);
  await page.getByRole('button', { name: 'Save' }).click();
  await shownBeside(page, 'Upload a picture of your payment QR code.').waitFor();
  const label = 'Payment QR code picture';
  await page.getByLabel(label, { exact: true }).setInputFiles(await photo());
  await frameOf(page, label).and(page.locator('[data-status=done]')).waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  const method = page.getByTestId('collection-method');
  // Shows the end of the number until the user asks for all of it.
  await method.getByText('•••• .org').waitFor();
  await method.getByRole('button', { name: 'Show full number' }).click();
  await method.getByText('mira@example.org').waitFor();
  await method.getByRole('button', { name: `Open ${label}` }).waitFor();

  await method.getByRole('link', { name: /^Edit/ }).click();
  await page.getByLabel('Alipay account').fill('belle@example.org');
  await page.getByLabel('Transaction password').fill(PAY_PASSWORD);
  await page.getByRole('button', { name: 'Save' }).click();
  await method.getByRole('button', { name: 'Show full number' }).click();
  await method.getByText('belle@example.org').waitFor();

  await method.getByRole('button', { name: /^Remove/ }).click();
  await page.getByRole('dialog').getByLabel('Transaction password').fill(PAY_PASSWORD);
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByText('No receiving methods yet').waitFor();
});

test('a user who signs up by the link is listed to its sender, masked', async () => {
  const { page } = visitor;
  await visitScreen(page, '/share-code');
  await page.getByText('No one has signed up with your code yet').waitFor();
  const link = new URL(await page.getByText('/register?invite_code=').innerText());
  const invite_code = link.searchParams.get('invite_code') ?? '';
  const email = newAddress('invitee');
  const code = await codeByMail(product.server, email);
  dataOf(await product.server.call('register', { ...registration(email, code), invite_code }));

  await page.reload();

  const invitees = page.getByRole('list', { name: 'Your referrals' });
  await invitees.getByText('Not verified').waitFor();
  expect(await invitees.innerText()).not.toContain(email);
});

test('feedback is sent once with a picture, the answer arrives live, and the user replies', async () => {
  const { page, tokens } = visitor;
  await visitScreen(page, '/feedback');
  await page.getByLabel('Title').fill('A deposit');
  await page.getByLabel('What happened?').fill('Too short');
  // A user who goes back and returns finds the text.
  await visitScreen(page, '/user-center');
  await visitScreen(page, '/feedback');
  expect(await page.getByLabel('Title').inputValue()).toBe('A deposit');
  await page.getByText('Characters still needed: 1').waitFor();
  await page.getByRole('button', { name: 'Send feedback' }).click();
  await page.getByText('Enter at least 10 characters.').waitFor();
  const words = 'Where is my deposit?\nIt left this morning.';
  await page.getByLabel('What happened?').fill(words);
  await page.getByLabel('Picture 1', { exact: true }).setInputFiles(await photo());
  await frameOf(page, 'Picture 1').and(page.locator('[data-status=done]')).waitFor();
  let sent = 0;
  await page.route('**/feedback/create', async (route) => {
    sent += 1;
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: 'Send feedback' }).click();
  // The response was lost; the page finds out that the ticket exists.
  await page.getByRole('link', { name: 'View feedback' }).click();
  expect(sent).toBe(1);
  await page.getByTestId('ticket-state').getByText('Awaiting reply').waitFor();
  expect(await page.getByTestId('message-person').innerText()).toContain(words);
  await page.getByRole('button', { name: 'Open Picture 1' }).click();
  await page.getByRole('dialog').getByRole('img', { name: 'Picture 1' }).waitFor();
  await page.keyboard.press('Escape');

  const { accessToken: token } = tokens;
  expect(dataOf(await product.server.call('listFeedback', {}, { token })).tickets).toHaveLength(1);
  const id = new URL(page.url()).searchParams.get('id') ?? '';
  // A sent text is no draft.
  await visitScreen(page, '/feedback');
  expect(await page.getByLabel('Title').inputValue()).toBe('');
  await visitScreen(page, `/feedback-details?id=${id}`);
  await (await operatorOf(product.server)).answer(id, 'It is on its way.');
  await page.getByTestId('message-operator').getByText('It is on its way.').waitFor();
  await page.getByTestId('ticket-state').getByText('Replied').waitFor();

  await page.getByLabel('Your reply').fill('Thank you, it has come.');
  await page.getByRole('button', { name: 'Send reply' }).click();
  await page.getByTestId('message-person').getByText('Thank you, it has come.').waitFor();
  await page.getByTestId('ticket-state').getByText('Awaiting reply').waitFor();
  await expect.poll(() => page.getByLabel('Your reply').inputValue()).toBe('');
});

test('a reply whose answer was lost is sent again and stored once, an edited one in addition', async () => {
  const { page, tokens } = visitor;
  const ticket = dataOf(
    await openTicket(product.server, tokens.accessToken, {
      type: 'deposit',
      title: 'A deposit',
      content: 'Where is my deposit?',
    }),
  );
  await visitScreen(page, `/feedback-details?id=${ticket.id}`);
  let lost = 0;
  await page.route('**/feedback/reply', async (route) => {
    if (lost > 0) return route.continue();
    lost += 1;
    await route.fetch();
    return route.abort();
  });
  const sendReply = async () => {
    const sent = page.waitForRequest('**/feedback/reply');
    await page.getByRole('button', { name: 'Send reply' }).click();
    await sent;
  };
  await page.getByLabel('Your reply').fill('It left this morning.');
  await sendReply();
  await expect.poll(() => lost).toBe(1);
  await page.getByRole('alert').first().waitFor();
  await sendReply();
  await page.getByText('Characters still needed: 10').waitFor();
  await page.getByLabel('Your reply').fill('It left this evening.');
  await sendReply();
  await page.getByTestId('message-person').getByText('It left this evening.').waitFor();
  await expect.poll(() => page.getByTestId('message-person').count()).toBe(3);
});

// The last test, because the others sign in by the unmoved clock.
test('an agent adds a user by their code, and sees the totals', async () => {
  await leaveDayEnd(product.server);
  await visitScreen(visitor.page, '/share-code?view=code');
  const code = await visitor.page.getByTestId('authorization-code').innerText();
  const page = await product.openAs('agent');
  await page.goto('/share-code');
  await page.getByText('Referral code', { exact: true }).waitFor();
  await page.getByRole('tab', { name: 'My team' }).click();
  await page.getByText('Team stats').waitFor();
  await page.getByLabel('Agent code').fill(code.toLowerCase());
  await page.getByLabel('Transaction password').fill('Meridian2');
  await page.getByRole('button', { name: 'Add to my team' }).click();

  await expect.poll(() => page.locator('dt:text-is("Added today") + dd').innerText()).toBe('1');
});
