/** Computed values of the wallet screens: live balances, the parts of the donut, withdrawable amounts. */
import { describe, expect, test } from 'vitest';
import type { Account, AccountList } from '../../../contract/wallet/accounts.ts';
import { WITHDRAWAL_PHASES, type Withdrawal } from '../../../contract/wallet/wallet.ts';
import { lacksBalance, withLiveBalances } from '../../../src/app/wallet/live-accounts.ts';
import { withdrawalLifecycle } from '../../../src/app/wallet/withdrawal-mirror.ts';
import { holdingShares } from '../../../src/views/wallet/overview/shares.ts';

const account = (code: string, available: string, equivalent: string | null): Account => ({
  id: code.length,
  account_type_id: 1,
  currency_id: code.length,
  currency_code: code,
  currency_name: code,
  scale: 18,
  available,
  frozen: '0',
  equivalent,
});
const list = (...accounts: Account[]): AccountList => ({
  equivalent_currency_code: 'USDT',
  equivalent: '30',
  groups: [
    { account_type_id: 1, equivalent: '20', accounts },
    { account_type_id: 2, equivalent: '10', accounts: [] },
  ],
});
const balance = (code: string, available: string, frozen: string) => ({
  id: 1,
  account_type_id: 1 as const,
  currency_id: code.length,
  currency_code: code,
  available,
  frozen,
});

describe('live balances', () => {
  test('change the available amount, its worth, and the totals', () => {
    const balances = new Map([[3, balance('BTC', '2', '1')]]);
    const live = withLiveBalances(list(account('BTC', '2', '20')), balances);
    expect(live.groups[0]?.accounts[0]).toMatchObject({
      available: '2',
      frozen: '1',
      equivalent: '30',
    });
    expect(live.groups[0]?.equivalent).toBe('30');
    expect(live.equivalent).toBe('40');
  });

  test('leave an unknown worth unchanged', () => {
    const balances = new Map([[3, balance('BTC', '5', '0')]]);
    const live = withLiveBalances(list(account('BTC', '2', null)), balances);
    expect(live.groups[0]?.accounts[0]?.equivalent).toBeNull();
    expect(live.equivalent).toBe('30');
  });

  test('of a coin that the list lacks reload the list', () => {
    const balances = new Map([[4, balance('DOGE', '5', '0')]]);
    expect(lacksBalance(list(account('BTC', '2', '20')), balances)).toBe(true);
    expect(lacksBalance(list(account('DOGE', '0', '0')), balances)).toBe(true);
    expect(lacksBalance(list(account('DOGE', '1', '1')), balances)).toBe(false);
    expect(lacksBalance(list(), new Map([[4, balance('DOGE', '0', '0')]]))).toBe(false);
  });
});

describe('the donut', () => {
  test('names the five largest and puts the rest together', () => {
    const accounts = ['1', '2', '3', '4', '5', '6', '79'].map((worth) =>
      account(`C${worth}`, '1', worth),
    );
    const shares = holdingShares(accounts);
    expect(shares.map(({ code }) => code)).toEqual(['C79', 'C6', 'C5', 'C4', 'C3', null]);
    expect(shares.map(({ sharePpm }) => sharePpm)).toEqual([
      790_000, 60_000, 50_000, 40_000, 30_000, 30_000,
    ]);
  });

  test('adds up a coin of several accounts, and leaves out coins without worth', () => {
    expect(holdingShares([account('A', '1', '1'), account('A', '1', '1')])).toHaveLength(1);
    expect(holdingShares([account('A', '1', null), account('B', '1', '0')])).toEqual([]);
  });
});

test('a withdrawal can be canceled while it waits for review, and at no other time', () => {
  const record = { required_confirmations: 6, confirmations: 0, revision: 1, reason: null };
  const allowed = WITHDRAWAL_PHASES.filter(
    (phase) => withdrawalLifecycle({ ...record, phase } as unknown as Withdrawal).canCancel,
  );
  expect(allowed).toEqual(['pending_review']);
});
