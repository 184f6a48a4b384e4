/** The terms of an offering: its phase, and its figures. */
import { Link } from 'react-router-dom';
import type { OfferedTokens } from '../../app/ieo/use-offerings.ts';
import { useLogos } from '../../app/wallet/use-wallet-coins.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { Amount } from '../../ui/amount.tsx';
import { CurrencyLogo } from '../../ui/currency-logo.tsx';
import { DetailList, DetailRow } from '../../ui/detail-list.tsx';
import { useSpotPairs } from '../parts/market/use-pairs.ts';
import { PeriodRow } from './period-row.tsx';
import { PhaseLine } from './phase-line.tsx';
import { SubscribedBar } from './subscribed-bar.tsx';

interface TermsProps {
  readonly offering: OfferedTokens;
}

/** The token with its price, the phase with its countdown, and how much users ask for. */
export function OfferingHead({ offering }: TermsProps) {
  const t = useText('ieo');
  const format = useFormat();
  const logoOf = useLogos();
  const { token_code: code } = offering;
  return (
    <section className="flex flex-col gap-3 rounded-card bg-surface p-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <CurrencyLogo code={code} src={logoOf(offering.token_currency_id)} />
        <h2 className="min-w-0 flex-[1_1_8rem] text-lg font-semibold wrap-anywhere">
          {offering.token_name} ({code})
        </h2>
        <p className="ms-auto text-end">
          <span className="figures block font-semibold">
            {format.amount(offering.issue_price)} {offering.pay_code}
          </span>
          <span className="block text-xs text-muted">{t('price')}</span>
        </p>
      </div>
      <PhaseLine offering={offering} />
      <Progress offering={offering} />
      <SubscribedBar offering={offering} />
    </section>
  );
}

/** The next step of an ended or canceled offering. */
function Progress({ offering }: TermsProps) {
  const t = useText('ieo');
  const { lifecycle, progress } = offering;
  if (lifecycle.isCanceled) return <p className="text-sm text-muted">{t('cancelled')}</p>;
  if (progress === null) return null;
  return (
    <p role="status" className="text-sm text-muted" data-testid="progress">
      {t(`progress.${progress}`)} {lifecycle.isFinal && <TokenMarket offering={offering} />}
    </p>
  );
}

/** The way to trade the token, once a market of it is open; the one in the currency of payment comes first. */
function TokenMarket({ offering }: TermsProps) {
  const t = useText('ieo');
  const { status, pairs } = useSpotPairs();
  const open = pairs.filter(
    ({ match }) =>
      match.base_currency_id === offering.token_currency_id && match.status === 'trading',
  );
  const pair =
    open.find(({ match }) => match.quote_currency_id === offering.pay_currency_id) ?? open[0];
  if (status === 'loading') return null;
  if (pair === undefined) return t('market');
  return (
    <Link
      to={`/trade?id=${pair.match.id}`}
      className="touch-target font-medium text-accent underline underline-offset-4"
    >
      {t('trade', { pair: pair.label })}
    </Link>
  );
}

/** Amounts, times, and the yield as the issuer says. */
export function OfferingFigures({ offering }: TermsProps) {
  const t = useText('ieo');
  const format = useFormat();
  const { token_code: code, yield_ppm: yieldPpm } = offering;
  return (
    <section className="rounded-card bg-surface px-5 py-2">
      <DetailList>
        <DetailRow name={t('offered')}>
          <Amount value={offering.offered} code={code} />
        </DetailRow>
        {offering.allocated !== null && (
          <DetailRow name={t('allocated')}>
            <Amount value={offering.allocated} code={code} />
          </DetailRow>
        )}
        <DetailRow name={t('preheatAt')}>{format.dateTime(offering.preheat_at)}</DetailRow>
        <PeriodRow offering={offering} />
        <DetailRow name={t('bounds')}>
          {format.amount(offering.quantity_min)} – {format.amount(offering.quantity_max)} {code}
        </DetailRow>
        <DetailRow name={t('step')}>
          <Amount value={offering.step} code={code} />
        </DetailRow>
        <DetailRow name={t('cap')}>
          <Amount value={offering.cap} code={code} />
        </DetailRow>
        <DetailRow name={t('subscribers')}>{format.amount(String(offering.subscribers))}</DetailRow>
        {yieldPpm !== null && <DetailRow name={t('yield')}>{format.rate(yieldPpm)}</DetailRow>}
      </DetailList>
      {yieldPpm !== null && <p className="pb-3 text-xs text-muted text-pretty">{t('yieldHint')}</p>}
    </section>
  );
}
