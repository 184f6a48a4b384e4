/** The worth of the contract account at the marks, shown with its balance. */
import { Link } from 'react-router-dom';
import { amountText } from '../../../../contract/figures/lever-amount.ts';
import { useLeverMarkets } from '../../../app/lever/use-lever-markets.ts';
import { useLeverPortfolio } from '../../../app/lever/use-lever-portfolio.ts';
import { formatGlance } from '../../../format/glance.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { DetailList, DetailRow } from '../../../ui/detail-list.tsx';
import { SecretText } from '../secret-text.tsx';

/** Equity, available margin and risk ratio; nothing until the account has loaded. */
export function ContractEquity({ isHidden }: { readonly isHidden: boolean }) {
  const t = useText('lever');
  const format = useFormat();
  const { markets } = useLeverMarkets();
  const { portfolio } = useLeverPortfolio(markets);
  const code = markets[0]?.settle_currency_code;
  if (portfolio === null || code === undefined) return null;
  const { equity, usable, ratioBp, debt } = portfolio;
  const setAside = portfolio.setAside.reduce((sum, { amount: kept }) => sum + kept, 0n);
  const amount = (units: bigint) =>
    `${formatGlance(format.locale, amountText(units), code)} ${code}`;
  const rows = [
    [t('figure.equity'), amount(equity)],
    [t('figure.usable'), amount(usable)],
    ...(setAside > 0n ? [[t('figure.setAside'), amount(setAside)] as const] : []),
    ...(debt > 0n ? [[t('figure.debt'), amount(debt)] as const] : []),
    [t('figure.ratio'), ratioBp === null ? '–' : format.ratio(ratioBp)],
  ] as const;
  return (
    <section
      aria-label={t('mine.title')}
      data-testid="contract-equity"
      className="rounded-card bg-surface px-4 py-1"
    >
      <DetailList>
        {rows.map(([name, value]) => (
          <DetailRow key={name} name={name}>
            <SecretText isHidden={isHidden}>{value}</SecretText>
          </DetailRow>
        ))}
      </DetailList>
      {debt > 0n && (
        <p data-testid="debt" className="py-2 text-sm text-warn">
          {t('rule.debt')}
        </p>
      )}
      <p className="py-2">
        <Link
          to="/lever-my-trade"
          className="touch-target text-sm font-semibold text-accent underline underline-offset-4"
        >
          {t('mine.title')}
        </Link>
      </p>
    </section>
  );
}
