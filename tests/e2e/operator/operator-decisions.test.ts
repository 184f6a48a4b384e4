/** Decisions of operators about money and users: their effects and their failures. */
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { CHAIN_LIMITS } from '../../../contract/limits.ts';
import { dataOf, errorOf } from '../../support/users/accounts.ts';
import { balanceOf } from '../../support/users/balances.ts';
import {
  inPhase,
  newWithdrawer,
  withdraw,
  withdrawalOf,
  type Withdrawer,
} from '../../support/wallet/wallet-users.ts';
import { useConsole } from '../../support/operator/console-of-file.ts';
import {
  auditEntries,
  beginDecision,
  decide,
  openSection,
  REASON,
  violations,
} from '../../support/operator/console-page.ts';
import { openTicket } from '../../support/desk/feedback-tickets.ts';
import {
  callOperator,
  signInOperator,
  type TestOperator,
} from '../../support/operator/operators.ts';
import { demoAccount, useProduct } from '../../support/pages/product.ts';
import { unverifyLedger } from '../../support/ledger/unverified-ledger.ts';
import { haltOf, parkWithdrawal, payForeign } from '../../support/wallet/chain-halts.ts';
import { ChainControl } from '../../support/custody/chain-control.ts';

const product = useProduct({ MARKET_MAKER: 'off', TRUST_PROXY: 'loopback' }, { keepsPages: true });
let operator: TestOperator;
const showConsole = useConsole(product, () => operator);
let chain: ChainControl;
let ann: Withdrawer;

beforeAll(async () => {
  const { server } = product;
  operator = await signInOperator(server);
  chain = new ChainControl(server);
  await chain.stopMining();
  ann = await newWithdrawer(server, { USDT: '50000' });
});

/** True if the filter is inside the row that scrolls. */
const isInView = (filter: Element): boolean => {
  const row = filter.closest('search')?.getBoundingClientRect();
  const { left, right } = filter.getBoundingClientRect();
  return row !== undefined && left >= row.left && right <= row.right;
};

/** A withdrawal that waits for an operator. */
async function waiting(amount: string): Promise<string> {
  const { id } = dataOf(await withdraw(product.server, ann, { amount }));
  await inPhase(product.server, ann, id, 'pending_review');
  return id;
}

test('an approved withdrawal goes out, a rejected one is returned with the reason', async () => {
  const approved = await waiting('2000');
  const rejected = await waiting('3000');
  const before = await balanceOf(product.server, ann, 'USDT');
  const page = await showConsole();
  await openSection(page, 'Withdrawals');
  await page.getByRole('link', { name: '2,000 USDT' }).click();
  await decide(page, 'Approve');
  const { address } = await inPhase(product.server, ann, approved, 'confirming');
  await chain.mine(CHAIN_LIMITS.withdrawal_confirmations);
  await inPhase(product.server, ann, approved, 'success');
  expect(await chain.paymentsTo(address)).toHaveLength(1);

  await page.getByRole('link', { name: '3,000 USDT' }).click();
  await decide(page, 'Reject', 'Reject', (sheet) =>
    sheet.getByLabel('Reason', { exact: true }).selectOption('suspicious_activity'),
  );
  expect(await withdrawalOf(product.server, ann, rejected)).toMatchObject({
    phase: 'rejected',
    reason: 'suspicious_activity',
  });
  await expect
    .poll(async () => Number((await balanceOf(product.server, ann, 'USDT')).available))
    .toBe(Number(before.available) + 3000);
  await page.getByText('No withdrawals', { exact: true }).waitFor();

  const [last = '', first = ''] = await auditEntries(page);
  expect(last).toContain('Withdrawal rejected');
  expect(first).toContain('Withdrawal approved');
  for (const entry of [last, first]) expect(entry).toContain(REASON);
});

test('a withdrawal unknown to the network is sent again by an operator, and arrives once', async () => {
  await chain.failBroadcasts('rejected');
  // Ann's withdrawals of the day are above the sum that needs no review.
  const ben = await newWithdrawer(product.server, { USDT: '50' });
  const { id } = dataOf(await withdraw(product.server, ben, { amount: '40' }));
  const { address } = await inPhase(product.server, ben, id, 'manual_review');
  const paidBefore = (await chain.paymentsTo(address)).length;

  const page = await showConsole();
  await page.getByRole('link', { name: 'Withdrawals with unknown outcome 1' }).click();
  await page.getByRole('link', { name: '40 USDT' }).click();
  await page.getByText('We don’t know whether this was paid.').waitFor();
  const chosen = page.getByText('Being checked', { exact: true }).first();
  await expect.poll(() => chosen.evaluate(isInView)).toBe(true);
  await decide(page, 'Decide outcome');
  await inPhase(product.server, ben, id, 'confirming');
  await chain.mine(CHAIN_LIMITS.withdrawal_confirmations);
  await inPhase(product.server, ben, id, 'success');
  expect(await chain.paymentsTo(address)).toHaveLength(paidBefore + 1);
  const [entry = ''] = await auditEntries(page);
  expect(entry).toContain('Withdrawal outcome decided');
  expect(entry).toContain(REASON);
});

test('a chain with closed withdrawals is counted, and opened again by an operator with a reason', async () => {
  await haltOf(product.server, 'development');
  expect(errorOf(await withdraw(product.server, ann, { amount: '20' }))).toBe(
    'chain_withdrawals_closed',
  );
  const page = await showConsole();
  await page.getByRole('link', { name: 'Networks with paused withdrawals 1' }).click();
  const halts = page.getByRole('region', { name: 'Withdrawals paused on these networks' });
  await halts
    .getByText('Development chain · A reorganization removed completed deposits')
    .waitFor();
  expect(await violations(page)).toEqual([]);
  await decide(page, 'Resume withdrawals');
  await halts.waitFor({ state: 'hidden' });

  expect(errorOf(await withdraw(product.server, ann, { amount: '20' }))).toBeUndefined();
  const [entry = ''] = await auditEntries(page);
  expect(entry).toContain('Network withdrawals resumed');
  expect(entry).toContain(REASON);
});

test('an operator names the foreign transaction that paid a withdrawal, and resumes withdrawals', async () => {
  const ben = await newWithdrawer(product.server, { USDT: '5000' });
  const { id, arrival_amount: arrival } = dataOf(
    await withdraw(product.server, ben, { amount: '2500' }),
  );
  const payment = { address: ben.address, amount: arrival };
  const { nonce, hash } = await payForeign(product.server, payment);
  await haltOf(product.server, 'development', 'foreign_nonces');
  const page = await showConsole('/withdrawals');
  const row = page.getByTestId('foreign-transaction');
  await row.getByText(hash).waitFor();
  await row.getByText(ben.address).waitFor();
  expect(await violations(page)).toEqual([]);
  await decide(page, `Name transaction ${nonce}`, undefined, (sheet) =>
    sheet.getByLabel('Withdrawal that it paid').selectOption(id),
  );
  await page.getByText('Every transaction is named').waitFor();
  await decide(page, 'Resume withdrawals');

  await chain.mine(CHAIN_LIMITS.withdrawal_confirmations);
  await inPhase(product.server, ben, id, 'success');
  expect(await chain.paymentsTo(ben.address)).toHaveLength(1);
  const [, entry = ''] = await auditEntries(page);
  expect(entry).toContain('Wallet transaction named');
  expect(entry).toContain(hash);
});

test('a user who is disabled is signed out on the page they have open', async () => {
  const person = await product.openAs('merchant');
  await person.goto('/home');
  await person.getByTestId('market-row').first().waitFor();

  const page = await showConsole('/users');
  await page.getByLabel('Find users').fill(demoAccount('merchant'));
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('link', { name: demoAccount('merchant') }).click();
  await decide(page, 'Disable');
  await page.getByRole('button', { name: 'Enable again' }).waitFor();
  await person.getByRole('alertdialog').waitFor();

  const [entry = ''] = await auditEntries(page);
  expect(entry).toContain('User disabled');
  expect(entry).toContain(REASON);
});

test('a saved fee applies to the next withdrawal', async () => {
  const page = await showConsole('/coins');
  const coin = page.getByRole('region', { name: /^USDT/ });
  await coin.waitFor();
  await coin.getByRole('button', { name: 'Edit' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Withdrawal fee').fill('2.5');
  await sheet.getByLabel('Reason for the log').fill(REASON);
  await sheet.getByRole('button', { name: 'Save' }).click();
  await coin.getByText('fee 2.5').waitFor();
  expect(dataOf(await withdraw(product.server, ann, { amount: '30' })).fee).toBe('2.5');
  const [entry = ''] = await auditEntries(page);
  expect(entry).toContain('Coin settings changed');
  expect(entry).toContain(REASON);
});

test('an approved withdrawal that waits is tried again at a higher cost, which is logged', async () => {
  const id = await waiting('1700');
  const enableOwner = await parkWithdrawal(product.server, id, () =>
    operator.ask('approveWithdrawal', { id, reason: REASON }),
  );
  const page = await showConsole(`/withdrawals?id=${id}`);
  const sheet = await beginDecision(page, 'Retry now');
  await sheet.getByLabel('Maximum network fee').selectOption('5');
  expect(await violations(page), 'a decision').toEqual([]);
  await sheet.getByLabel('Reason for the log').fill(REASON);
  await sheet.getByRole('button', { name: 'Retry now', exact: true }).click();
  await sheet.waitFor({ state: 'hidden' });
  expect(await operator.ask('getWithdrawal', { id })).toMatchObject({
    phase: 'approved',
    fee_allowance: 5,
  });
  const [entry = ''] = await auditEntries(page);
  expect(entry).toContain('Withdrawal retried');
  expect(entry).toContain(REASON);
  await enableOwner();
});

test('a decision by another operator shows in the open record and its form, with the typed text kept', async () => {
  const id = await waiting('1500');
  const page = await showConsole(`/withdrawals?id=${id}`);
  const sheet = await beginDecision(page, 'Approve');
  expect(await violations(page), 'a decision').toEqual([]);
  await sheet.getByLabel('Reason for the log').fill('too late');
  await operator.ask('rejectWithdrawal', { id, rejection: 'other', reason: REASON });
  const moved = sheet.getByTestId('moved');
  await moved.getByText('there’s nothing left to decide here').waitFor();
  expect(await moved.textContent()).toContain('Withdrawal rejected · by Demo operator');
  expect(await sheet.getByRole('button', { name: 'Approve', exact: true }).count()).toBe(0);
  expect(await sheet.getByLabel('Reason for the log').inputValue()).toBe('too late');
  expect(await violations(page), 'a decision of somebody else').toEqual([]);

  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'hidden' });
  const record = page.getByRole('region', { name: 'Record' });
  await record.getByText('Not completed', { exact: true }).waitFor();
  expect(await record.getByTestId('last-act').textContent()).toContain(REASON);
  await expect.poll(() => page.getByRole('button', { name: 'Approve' }).count()).toBe(0);
});

test('a decision whose request was lost keeps the typed text, and can be made again', async () => {
  const id = await waiting('1600');
  const page = await showConsole(`/withdrawals?id=${id}`);
  const sheet = await beginDecision(page, 'Approve');
  await sheet.getByLabel('Reason for the log').fill(REASON);
  await page.context().setOffline(true);
  await sheet.getByRole('button', { name: 'Approve', exact: true }).click();
  await sheet.getByRole('button', { name: 'Reload record' }).waitFor();
  expect(await sheet.getByLabel('Reason for the log').inputValue()).toBe(REASON);
  expect((await withdrawalOf(product.server, ann, id)).phase).toBe('pending_review');

  await page.context().setOffline(false);
  await sheet.getByRole('button', { name: 'Approve', exact: true }).click();
  await sheet.waitFor({ state: 'hidden' });
  await expect
    .poll(async () => (await withdrawalOf(product.server, ann, id)).phase)
    .not.toBe('pending_review');
});

test('an answer to a ticket without a reply is sent again and stored once', async () => {
  const question = {
    type: 'deposit',
    title: 'A lost reply',
    content: 'Where is my deposit?',
  } as const;
  const { id } = dataOf(await openTicket(product.server, ann.token, question));
  const page = await showConsole(`/feedback?id=${id}`);
  let isLost = false;
  await page.route('**/feedback/reply', async (route) => {
    if (isLost) return route.continue();
    isLost = true;
    await route.fetch();
    return route.abort();
  });
  const sheet = await beginDecision(page, 'Reply');
  await sheet.getByLabel('Reply').fill('It is on its way.');
  // The text explains itself, so the reason is filled in.
  const reason = sheet.getByLabel('Reason for the log');
  expect(await reason.inputValue()).toBe('Feedback reply sent');
  await sheet.getByRole('button', { name: 'Send reply' }).click();
  await sheet.getByRole('button', { name: 'Reload record' }).waitFor();
  await sheet.getByRole('button', { name: 'Send reply' }).click();
  await sheet.waitFor({ state: 'hidden' });
  const { messages } = dataOf(
    await product.server.call('getFeedback', { id }, { token: ann.token }),
  );
  expect(messages.map(({ from }) => from)).toEqual(['person', 'operator']);
});

test('a new article without an answer is sent again and stored once', async () => {
  const page = await showConsole('/news?category=4&id=new');
  let sends = 0;
  await page.route('**/news/save', async (route) => {
    sends += 1;
    if (sends > 1) return route.continue();
    await route.fetch();
    return route.abort();
  });
  const titles = async () =>
    (await operator.ask('listNews', { category_id: '4' })).map(({ title }) => title);
  await page.getByRole('tab', { name: 'CN' }).click();
  await page.locator('[lang="zh-CN"]').getByLabel('Title').fill('只有一次');
  const reason = page.getByLabel('Reason for the log');
  await reason.fill(REASON);
  const save = page.getByRole('button', { name: 'Save article' });
  await save.click();
  await page.locator('form [role="alert"] p').waitFor();
  expect((await titles()).filter((title) => title === '只有一次')).toHaveLength(1);
  await reason.fill(`${REASON} again`);
  await save.click();
  // The reply is open as an article now.
  await page.getByRole('button', { name: 'Publish' }).waitFor();
  expect(sends).toBe(2);
  expect((await titles()).filter((title) => title === '只有一次')).toHaveLength(1);
});

test('an operator lets the exchange go on with a ledger that cannot be checked', async () => {
  onTestFinished(await unverifyLedger(product.server));
  expect(errorOf(await withdraw(product.server, ann, { amount: '20' }))).toBe(
    'service_unavailable',
  );
  const page = await showConsole();
  // The marks of the sections are otherwise read again after half a minute.
  await page.reload();
  // The tile of the overview and the mark of the section.
  await expect.poll(() => page.getByText('Not checked', { exact: true }).count()).toBe(2);
  await openSection(page, 'Ledger');
  const panel = page.getByRole('region', { name: 'The ledger can’t be checked' });
  await panel.waitFor();
  // No fault was found, so that none may be claimed.
  expect(await page.getByText('Errors found', { exact: true }).count()).toBe(0);
  expect(await page.getByText('not_verified').count()).toBe(0);
  expect(await violations(page)).toEqual([]);
  const button = 'Continue without checks';
  await decide(page, button, button, (sheet) => sheet.getByLabel('Duration').selectOption('4'));
  await panel.getByText(/Continues without checks until/).waitFor();

  expect(errorOf(await withdraw(product.server, ann, { amount: '20' }))).toBeUndefined();
  const [entry = ''] = await auditEntries(page);
  expect(entry).toContain('Exchange continued without ledger checks');
  expect(entry).toContain('hours 4');
});

test('a session that ends while a decision is open leads to the sign-in, and back to the record', async () => {
  const id = await waiting('1700');
  const page = await showConsole(`/withdrawals?id=${id}`);
  const sheet = await beginDecision(page, 'Approve');
  await sheet.getByLabel('Reason for the log').fill(REASON);
  dataOf(await callOperator(product.server, 'signOut', {}, { token: operator.token }));
  // The page's own requests may be rejected before the click, which closes the sheet.
  const said = page.getByText('Your session has expired. Sign in again.');
  await sheet.getByRole('button', { name: 'Approve', exact: true }).or(said).first().click();
  await said.waitFor();
  expect(new URL(page.url()).searchParams.get('id')).toBe(id);
  expect((await withdrawalOf(product.server, ann, id)).phase).toBe('pending_review');
});
