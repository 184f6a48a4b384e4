/** The form of a withdrawal. */
import { useState, type ReactNode, type SyntheticEvent } from 'react';
import type { WalletCoin, WithdrawalTerms } from '../../../../contract/wallet/wallet.ts';
import { useWithdrawalForm } from '../../../app/wallet/use-withdrawal-form.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { useFocusFirstProblem } from '../../../ui/use-focus-first-problem.ts';
import { AmountField } from '../../parts/amount-field.tsx';
import { isUnknown } from '../../parts/outcome.tsx';
import { useWalletProblem } from '../use-wallet-problem.ts';
import { AddressField } from './address-field.tsx';
import { ConfirmSheet } from './confirm-sheet.tsx';
import { Obstacles } from './obstacles.tsx';
import { useBoundAddresses } from './use-bound-addresses.ts';
import { WithdrawalFigures } from './withdrawal-figures.tsx';
import { WithdrawalOutcome } from './withdrawal-outcome.tsx';

interface WithdrawalFormProps {
  readonly coin: WalletCoin;
  /** Fields that change the coin or network. */
  readonly fields: ReactNode;
  readonly terms: WithdrawalTerms;
  /** Starts a new withdrawal. */
  readonly onAgain: () => void;
}

/** Address and amount, then a summary that asks for the secrets, then the outcome. */
export function WithdrawalForm({ coin, fields, terms, onAgain }: WithdrawalFormProps) {
  const t = useText('wallet');
  const bound = useBoundAddresses(coin);
  const addressOf = (id: string) => bound.addresses.find((address) => address.id === id);
  const form = useWithdrawalForm(
    coin,
    terms,
    (id) => bound.status !== 'success' || addressOf(id) !== undefined,
  );
  // A returning user sees the sent withdrawal, or the reason of its refusal, in the same place.
  const [isConfirming, setConfirming] = useState(form.isBusy || form.problems.length > 0);
  const [isTried, setTried] = useState(false);
  const { formRef, noteAttempt } = useFocusFirstProblem(false);
  const textOf = useWalletProblem(isTried ? form.draftProblems : []);
  const address = addressOf(form.fields.addressId) ?? null;
  if (form.status === 'done' || isUnknown(form.status))
    return <WithdrawalOutcome form={form} onAgain={onAgain} />;
  const proceed = (event: SyntheticEvent) => {
    event.preventDefault();
    setTried(true);
    noteAttempt();
    if (form.draftProblems.length === 0) setConfirming(true);
  };
  return (
    <form ref={formRef} noValidate onSubmit={proceed} className="flex flex-col gap-4">
      <Obstacles terms={terms} />
      {fields}
      <AddressField
        coin={coin}
        bound={bound}
        address={address}
        problem={textOf('addressId')}
        onChoose={(addressId) => form.edit({ addressId })}
      />
      <AmountField
        label={t('withdrawal.amount')}
        code={coin.currency_code}
        value={form.fields.amount}
        onChange={(amount) => form.edit({ amount })}
        most={form.most}
        decimals={coin.decimals}
        problem={textOf('amount')}
      />
      <WithdrawalFigures coin={coin} terms={terms} arrival={form.arrival} />
      <Button type="submit" disabled={isBarred(terms)} data-testid="continue-withdrawal">
        {t('withdrawal.continue')}
      </Button>
      <ConfirmSheet
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        form={form}
        coin={coin}
        terms={terms}
        address={address}
      />
    </form>
  );
}

/** Returns whether the user must act or wait before any withdrawal. */
const isBarred = (terms: WithdrawalTerms): boolean =>
  !terms.is_verified || !terms.has_pay_password || terms.hold_until !== null;
