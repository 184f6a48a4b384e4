/** Rows of deposits and withdrawals as the wire has them. */
import { ensure } from '../../../contract/assert.ts';
import { formatUnits } from '../../../contract/money/decimal.ts';
import type {
  Deposit,
  Withdrawal,
  WithdrawalAddress,
  WithdrawalPhase,
} from '../../../contract/wallet/wallet.ts';
import type { Currency } from '../../ledger/currencies.repo.ts';
import type { Currencies } from '../../ledger/currencies.ts';
import type { WithdrawalAddressRow } from './withdrawal-addresses.repo.ts';
import type { WalletRules } from './wallet-rules.ts';
import { depositState, withdrawalState } from './wallet-lifecycles.ts';
import type { DepositRow, WithdrawalRow } from './wallet-lifecycles.ts';

export interface WalletWire {
  deposit(row: DepositRow): Deposit;
  /** @throws AssertionError for a withdrawal that is never shown. */
  withdrawal(row: WithdrawalRow): Withdrawal;
  address(row: WithdrawalAddressRow, chainName: string): WithdrawalAddress;
  /** The code of a currency, such as `BTC`. */
  currencyCode(currencyId: number): string;
  /** Amount and currency as text for a message. */
  sum(row: { readonly currencyId: number; readonly amount: bigint }): {
    readonly amount: string;
    readonly currency: string;
  };
}

export function createWalletWire(currencies: Currencies, rules: WalletRules): WalletWire {
  const currencyOf = (id: number): Currency => ensure(currencies.byId(id), `currency ${id}`);
  return {
    currencyCode: (currencyId) => currencyOf(currencyId).code,
    deposit(row) {
      const { code, scale } = currencyOf(row.currencyId);
      return {
        id: String(row.id),
        currency_id: row.currencyId,
        currency_code: code,
        chain: row.chain,
        amount: formatUnits(row.amount, scale),
        address: row.address,
        transaction_hash: row.transactionHash,
        state: depositState(row.phase),
        phase: row.phase,
        confirmations: row.confirmations,
        credit_confirmations: isHeldBack(row, rules)
          ? rules.unlockConfirmations
          : rules.creditConfirmations,
        unlock_confirmations: rules.unlockConfirmations,
        revision: row.revision,
        created_at: row.createdAtMs,
        updated_at: row.updatedAtMs,
      };
    },
    withdrawal(row) {
      const { code, scale } = currencyOf(row.currencyId);
      return {
        id: String(row.id),
        currency_id: row.currencyId,
        currency_code: code,
        chain: row.chain,
        address: row.address,
        amount: formatUnits(row.amount, scale),
        fee: formatUnits(row.fee, scale),
        arrival_amount: formatUnits(row.amount - row.fee, scale),
        state: ensure(withdrawalState(row.phase), `${row.phase} is not shown`),
        phase: row.phase as WithdrawalPhase,
        transaction_hash: row.transactionHash,
        confirmations: row.confirmations,
        required_confirmations: rules.withdrawalConfirmations,
        reason: row.reason,
        reason_text: row.reasonText,
        revision: row.revision,
        created_at: row.createdAtMs,
        updated_at: row.updatedAtMs,
      };
    },
    address: (row, chainName) => ({
      id: String(row.id),
      currency_id: row.currencyId,
      currency_code: currencyOf(row.currencyId).code,
      chain: row.chain,
      chain_name: chainName,
      address: row.address,
      label: row.label,
      created_at: row.createdAtMs,
    }),
    sum({ currencyId, amount }) {
      const { code, scale } = currencyOf(currencyId);
      return { amount: formatUnits(amount, scale), currency: code };
    },
  };
}

/** Whether a cap on unsettled credit holds its credit back, so that it is credited when it is final. */
const isHeldBack = (
  { phase, confirmations }: DepositRow,
  { creditConfirmations }: Pick<WalletRules, 'creditConfirmations'>,
): boolean => phase === 'confirming' && confirmations >= creditConfirmations;
