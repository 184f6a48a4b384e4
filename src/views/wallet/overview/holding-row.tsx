/** A row of one coin in an account. */
import type { Account } from '../../../../contract/wallet/accounts.ts';
import { useText } from '../../../i18n/use-text.ts';
import { AmountText } from '../../../ui/amount.tsx';
import { FIGURE } from '../../../ui/figure-style.ts';
import { CurrencyLogo } from '../../../ui/currency-logo.tsx';
import { amountOf } from './holding-amount.ts';
import { SecretText } from '../secret-text.tsx';
import { useLogos } from '../../../app/wallet/use-wallet-coins.ts';

interface HoldingRowProps {
  readonly account: Account;
  readonly code: string;
  readonly isHidden: boolean;
  readonly onOpen: () => void;
}

/** Keeps a figure and its label on one line. */
const TOGETHER = FIGURE;

/**
 * One coin of an account: total, available part and equivalent. Opens the sheet with its actions.
 */
export function HoldingRow({ account, code, isHidden, onOpen }: HoldingRowProps) {
  const t = useText('wallet');
  const logoOf = useLogos();
  const { available, frozen, equivalent } = account;
  const shown = (value: string, of = account.currency_code) => (
    <SecretText isHidden={isHidden}>
      <AmountText value={value} code={of} isCodeHidden isGlance />
    </SecretText>
  );
  return (
    <button
      type="button"
      data-testid="holding"
      aria-haspopup="dialog"
      onClick={onOpen}
      className="flex w-full gap-3 border-b border-line py-3 text-start -outline-offset-2 hover:bg-tint md:px-2"
    >
      <CurrencyLogo code={account.currency_code} src={logoOf(account.currency_id)} />
      <span className="flex min-w-0 flex-1 flex-col gap-1.5">
        <span className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="min-w-0">
            <span className="font-semibold">{account.currency_code}</span>{' '}
            <span className="text-sm text-muted">{account.currency_name}</span>
          </span>
          <span className={`${FIGURE} ms-auto text-end font-semibold`}>
            {shown(amountOf(account))}
          </span>
        </span>
        <span className="flex flex-wrap items-end justify-between gap-x-4 gap-y-0.5 text-xs text-muted">
          <span className="figures flex min-w-0 flex-wrap gap-x-4 gap-y-0.5">
            <span className={TOGETHER}>
              {t('holdings.available')} {shown(available)}
            </span>
            <span className={TOGETHER}>
              {t('holdings.frozen')} {shown(frozen)}
            </span>
          </span>
          <span className={`figures ms-auto text-end ${TOGETHER}`}>
            {equivalent === null ? (
              t('holdings.noPrice')
            ) : (
              <>
                ≈ {shown(equivalent, code)} {code}
              </>
            )}
          </span>
        </span>
      </span>
    </button>
  );
}
