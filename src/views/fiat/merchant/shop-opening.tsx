/** The form that opens the shop with its deposit. */
import type { FormEvent, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { LIMITS } from '../../../../contract/limits.ts';
import type { OwnShop } from '../../../../contract/fiat/fiat-market.ts';
import { useFiatAccount } from '../../../app/fiat/use-own-shop-account.ts';
import { useShopOpening } from '../../../app/fiat/use-own-shop.ts';
import { useSecurity } from '../../../app/identity/use-security.ts';
import { useSession } from '../../../app/identity/use-session.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { IconChosen, IconProblem } from '../../../ui/icons.ts';
import { TextField } from '../../../ui/text-field.tsx';
import { showToast } from '../../../ui/toast.ts';
import { useFocusFirstProblem } from '../../../ui/use-focus-first-problem.ts';
import { ConnectedButton } from '../../parts/connected-button.tsx';
import { FormProblem } from '../../parts/form-problem.tsx';
import { Panel } from '../../parts/panel.tsx';
import { PayPasswordField } from '../../parts/pay-password-field.tsx';
import { useMerchantProblem } from './use-merchant-problem.ts';
import { GlanceSentence } from '../../../ui/glance-sentence.tsx';

/** The coin of the deposit, as in the name of the limit. */
const DEPOSIT_CODE = 'USDT';
const DEPOSIT = String(LIMITS.shop_deposit_usdt);

interface ShopOpeningProps {
  /** The user's earlier, closed shop; null without one. */
  readonly closed: OwnShop | null;
  readonly onOpened: () => void;
}

/** The requirements of a shop, the fulfilled ones, and the form that opens it. */
export function ShopOpening({ closed, onOpened }: ShopOpeningProps) {
  const t = useText('fiat-merchant');
  const format = useFormat();
  const account = useFiatAccount();
  const { isVerified } = useSession();
  const available = account.available(DEPOSIT_CODE);
  const form = useShopOpening(closed?.name ?? '', () => {
    showToast(t('shop.opened'), 'success');
    onOpened();
  });
  const textOf = useMerchantProblem(form.problems);
  const { formRef, noteAttempt } = useFocusFirstProblem(form.isBusy);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.submit({ isVerified, available, deposit: DEPOSIT });
    noteAttempt();
  };
  return (
    <>
      <Panel title={t(closed === null ? 'open.title' : 'open.again')}>
        <p className="text-muted text-pretty">
          {t(closed === null ? 'open.hint' : 'open.againHint')}
        </p>
        <Needs available={available} isVerified={isVerified} />
        <p className="mt-3 text-sm text-muted text-pretty">
          {t('open.deposit', { amount: `${format.amount(DEPOSIT)} ${DEPOSIT_CODE}` })}
        </p>
      </Panel>
      <form
        ref={formRef}
        noValidate
        onSubmit={submit}
        className="flex flex-col gap-5 rounded-card bg-surface p-5"
      >
        <TextField
          name="name"
          label={t('field.name')}
          autoComplete="off"
          maxLength={LIMITS.shop_name_length_max}
          value={form.fields.name}
          hint={t('field.nameHint', {
            min: LIMITS.shop_name_length_min,
            max: LIMITS.shop_name_length_max,
          })}
          problem={textOf('name')}
          onChange={(name) => form.edit({ name })}
        />
        <PayPasswordField
          value={form.fields.payPassword}
          problem={textOf('payPassword')}
          onChange={(payPassword) => form.edit({ payPassword })}
        />
        <FormProblem problem={textOf(null)} />
        <ConnectedButton
          type="submit"
          pending={form.isBusy}
          noConnection={t('noConnection')}
          data-testid="open-shop"
        >
          {t('open.submit')}
        </ConnectedButton>
      </form>
    </>
  );
}

interface NeedsProps {
  readonly available: string | null;
  readonly isVerified: boolean;
}

function Needs({ available, isVerified }: NeedsProps) {
  const t = useText('fiat-merchant');
  const format = useFormat();
  const security = useSecurity();
  const hasDeposit = available !== null && Number(available) >= LIMITS.shop_deposit_usdt;
  const hasPassword = security.data?.has_pay_password ?? false;
  return (
    <ul aria-label={t('need.title')} className="mt-3 flex flex-col gap-1">
      <Need isMet={isVerified} to="/user-center" action={t('need.verify')}>
        {t('need.verified')}
      </Need>
      <Need isMet={hasDeposit} to={`/transfer?coin=${DEPOSIT_CODE}&to=3`} action={t('need.move')}>
        {t('need.deposit', { amount: `${format.amount(DEPOSIT)} ${DEPOSIT_CODE}` })}{' '}
        <span className="text-muted">
          <GlanceSentence
            value={available}
            code={DEPOSIT_CODE}
            say={(amount) => t('need.available', { amount })}
          />
        </span>
      </Need>
      <Need isMet={hasPassword} to="/change-pay-passwd" action={t('need.setPassword')}>
        {t('need.password')}
      </Need>
    </ul>
  );
}

interface NeedProps {
  readonly isMet: boolean;
  /** Page on which the requirement can be fulfilled. */
  readonly to: string;
  readonly action: string;
  readonly children: ReactNode;
}

function Need({ isMet, to, action, children }: NeedProps) {
  const t = useText('fiat-merchant');
  const Icon = isMet ? IconChosen : IconProblem;
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-2.5">
      <span className="flex min-w-0 flex-[1_1_8rem] items-center gap-x-2.5">
        <Icon aria-hidden className={`size-5 shrink-0 ${isMet ? 'text-up' : 'text-warn'}`} />
        <span className="min-w-0">
          <span className="sr-only">{t(isMet ? 'need.met' : 'need.missing')} </span>
          {children}
        </span>
      </span>
      {!isMet && (
        <Link
          to={to}
          className="touch-target ms-auto shrink-0 text-sm font-semibold text-accent underline-offset-4 hover:underline"
        >
          {action}
        </Link>
      )}
    </li>
  );
}
