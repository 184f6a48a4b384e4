/** The journey of a new user from sign-up to a completed withdrawal, on the pages of both sides, in one test. */
import { expect, test } from 'vitest';
import { CHAIN_LIMITS } from '../../../contract/limits.ts';
import { newAddress } from '../../support/users/accounts.ts';
import { newOutsideAddress } from '../../support/wallet/wallet-users.ts';
import { Newcomer } from '../../support/people/journey-newcomer.ts';
import { ConsoleOperator } from '../../support/people/journey-operator.ts';
import { useProduct } from '../../support/pages/product.ts';
import { ChainControl } from '../../support/custody/chain-control.ts';

const product = useProduct({}, { keepsPages: true, isShared: true });

test(
  'a newcomer signs up, is certified by the operator, deposits on the local chain, transfers and withdraws',
  // Long enough that a failing step is reported first.
  { timeout: 300_000 },
  async () => {
    const { server } = product;
    const chain = new ChainControl(server);
    await chain.stopMining();
    const newcomer = new Newcomer(await product.open(), newAddress('newcomer'));
    const operator = new ConsoleOperator(await product.openConsole());

    await newcomer.signUp();
    await newcomer.setPayPassword();
    await newcomer.meetTradeGate();
    await newcomer.handInDocuments();
    await operator.signIn();
    await newcomer.hearOfCertification(() => operator.certify(newcomer.account));
    await newcomer.enterTrade();

    await newcomer.claimTestCoins('USDT');
    await chain.mine();
    await newcomer.seeDeposit('Credited', 1);
    await newcomer.transfer('400', 'USDT', 'Spot', 'Fiat');
    await newcomer.transfer('400', 'USDT', 'Fiat', 'Spot');

    const address = newOutsideAddress();
    await newcomer.bindAddress(address, 'My ledger');
    await newcomer.seeWithdrawable('0.00 USDT');
    await chain.mine(CHAIN_LIMITS.deposit_unlock_confirmations - 1);
    await newcomer.seeWithdrawable('1,000.00 USDT');

    await newcomer.withdraw('1000', 'My ledger');
    await newcomer.seeWithdrawal('Pending review');
    await operator.approveWithdrawal(newcomer.account, '1,000 USDT');
    await newcomer.seeWithdrawal('Confirming', 0);
    await chain.mine();
    await newcomer.seeWithdrawal('Confirming', 1);
    await chain.mine(CHAIN_LIMITS.withdrawal_confirmations - 1);
    await newcomer.seeWithdrawal('Completed');

    expect(await chain.paymentsTo(address)).toMatchObject([{ amount: '999' }]);
    expect(newcomer.loads).toBe(1);
    expect((await server.verifyLedger()).faults).toEqual([]);
  },
);
