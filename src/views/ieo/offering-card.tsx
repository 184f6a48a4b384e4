/** The card of an offering in the list. */
import { Link } from 'react-router-dom';
import type { OfferedTokens } from '../../app/ieo/use-offerings.ts';
import { useLogos } from '../../app/wallet/use-wallet-coins.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { buttonStyle } from '../../ui/button-style.ts';
import { CurrencyLogo } from '../../ui/currency-logo.tsx';
import { DetailList, DetailRow } from '../../ui/detail-list.tsx';
import { PeriodRow } from './period-row.tsx';
import { PhaseLine } from './phase-line.tsx';
import { SubscribedBar } from './subscribed-bar.tsx';

/** One offering: its phase, price, total and period, and the link to its page. */
export function OfferingCard({ offering }: { readonly offering: OfferedTokens }) {
  const t = useText('ieo');
  const format = useFormat();
  const logoOf = useLogos();
  const { token_code: code, lifecycle } = offering;
  return (
    <article
      className="flex h-full flex-col gap-3 rounded-card bg-surface p-4"
      data-testid="offering"
    >
      <div className="flex items-center gap-3">
        <CurrencyLogo code={code} src={logoOf(offering.token_currency_id)} />
        <h2 className="min-w-0 font-semibold wrap-anywhere">
          {offering.token_name} ({code})
        </h2>
      </div>
      <PhaseLine offering={offering} />
      <DetailList>
        <DetailRow name={t('price')}>
          {format.amount(offering.issue_price)} {offering.pay_code}
        </DetailRow>
        <DetailRow name={t('offered')}>
          {format.amount(offering.offered)} {code}
        </DetailRow>
        <PeriodRow offering={offering} />
      </DetailList>
      <SubscribedBar offering={offering} />
      <Link
        to={`/ieo-details?id=${offering.id}`}
        className={`${buttonStyle(lifecycle.isOpen ? 'primary' : 'secondary', 'small')} mt-auto w-full`}
      >
        {lifecycle.isOpen ? t('subscribe') : t('view')}
      </Link>
    </article>
  );
}
