/** Request, response and errors of deposits, withdrawals and transfers. */
import { z } from 'zod';
import { nothing, route } from './route.ts';
import * as wallet from './schemas/wallet.ts';

export const WALLET_ROUTES = {
  listWalletCoins: route(nothing, z.array(wallet.walletCoin)),
  getDepositAddress: route(wallet.walletCoinQuery, wallet.depositAddress, [
    'currency_not_found',
    'chain_not_found',
    'deposits_suspended',
    'service_unavailable',
  ]),
  claimFaucet: route(wallet.faucetBody, wallet.faucetSent, [
    'currency_not_found',
    'chain_not_found',
    'faucet_unavailable',
    'idempotency_key_required',
    'idempotency_key_reused',
    'rate_limited',
  ]),
  listDeposits: route(wallet.listDepositsQuery, wallet.depositPage),
  getDeposit: route(wallet.recordIdQuery, wallet.deposit, ['deposit_not_found']),
  listWithdrawalAddresses: route(
    wallet.listWithdrawalAddressesQuery,
    z.array(wallet.withdrawalAddress),
  ),
  bindWithdrawalAddress: route(wallet.bindWithdrawalAddressBody, wallet.withdrawalAddress, [
    'currency_not_found',
    'chain_not_found',
    'withdrawal_address_invalid',
    'withdrawal_address_bound',
    'too_many_withdrawal_addresses',
    'code_incorrect',
    'code_expired',
    'code_tries_exhausted',
  ]),
  removeWithdrawalAddress: route(wallet.removeWithdrawalAddressBody, z.null(), [
    'withdrawal_address_not_found',
  ]),
  getWithdrawalTerms: route(wallet.walletCoinQuery, wallet.withdrawalTerms, [
    'currency_not_found',
    'chain_not_found',
  ]),
  createWithdrawal: route(wallet.createWithdrawalBody, wallet.withdrawal, [
    'verification_required',
    'idempotency_key_required',
    'idempotency_key_reused',
    'withdrawal_address_required',
    'withdrawal_address_not_found',
    'withdrawals_suspended',
    'withdrawal_on_hold',
    'amount_scale_exceeded',
    'amount_too_small',
    'pay_password_not_set',
    'pay_password_incorrect',
    'secret_tries_exhausted',
    'google_code_required',
    'google_code_incorrect',
    'daily_limit_exceeded',
    'purchase_on_hold',
    'balance_locked',
    'insufficient_balance',
    'service_unavailable',
  ]),
  cancelWithdrawal: route(wallet.recordIdQuery, wallet.withdrawal, [
    'withdrawal_not_found',
    'withdrawal_not_pending',
    'service_unavailable',
  ]),
  listWithdrawals: route(wallet.listWithdrawalsQuery, wallet.withdrawalPage),
  getWithdrawal: route(wallet.recordIdQuery, wallet.withdrawal, ['withdrawal_not_found']),
  createTransfer: route(wallet.createTransferBody, wallet.transfer, [
    'idempotency_key_required',
    'idempotency_key_reused',
    'currency_not_found',
    'amount_scale_exceeded',
    'transfer_accounts_invalid',
    'insufficient_balance',
    'service_unavailable',
  ]),
  listTransfers: route(wallet.listTransfersQuery, wallet.transferPage),
  getTransfer: route(wallet.recordIdQuery, wallet.transfer, ['transfer_not_found']),
} as const;
