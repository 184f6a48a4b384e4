/** The funds behind all contracts, earned fees, limits of openings, and an alarm while the pool owes. */
import type {
  OperatorLeverFunds,
  OperatorLeverHouse,
  OperatorLeverMarket,
} from '../../../../contract/operator/schemas/lever.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Amount } from '../../../ui/amount.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { DetailList, DetailRow } from '../../../ui/detail-list.tsx';
import { LeverFunds } from './lever-funds.tsx';
import { LeverLimits, RefusesNext } from './lever-limits.tsx';

const GUARD_TONE = { open: 'up', reduce: 'warn', close: 'down', deleverage: 'down' } as const;

interface LeverHouseProps {
  readonly funds: OperatorLeverFunds;
  readonly house: OperatorLeverHouse;
  readonly markets: readonly OperatorLeverMarket[];
}

/** Cover of the exchange. */
export function LeverHouse({ house, funds, markets }: LeverHouseProps) {
  const t = useText('operator');
  const code = house.currency_code;
  return (
    <section aria-label={t('lever.pool')} className="flex max-w-xl flex-col gap-2 pb-4">
      {house.pool.startsWith('-') && (
        <p role="alert" className="rounded-control bg-down-soft p-3 text-sm text-down">
          {t('lever.poolInDebt')}
        </p>
      )}
      <p>
        <Badge tone={GUARD_TONE[house.guard]}>{t(`lever.guard.${house.guard}`)}</Badge>
      </p>
      <DetailList>
        <DetailRow name={t('lever.pool')}>
          <Amount value={house.pool} code={code} />
        </DetailRow>
        <DetailRow name={t('lever.insurance')}>
          <Amount value={house.insurance} code={code} />
        </DetailRow>
        <DetailRow name={t('lever.base')}>
          <Amount value={house.base} code={code} />
        </DetailRow>
        <DetailRow name={t('lever.cover')}>
          <Amount value={house.cover} code={code} />
        </DetailRow>
        <DetailRow name={t('lever.fees')}>
          <Amount value={house.fees} code={code} />
        </DetailRow>
      </DetailList>
      <section aria-label={t('lever.openingLimits')}>
        <h2 className="pt-2 font-semibold">{t('lever.openingLimits')}</h2>
        <LeverLimits limits={house.limits} code={code} />
        <DetailList>
          <RefusesNext next={house.refuses_next} markets={markets} />
        </DetailList>
      </section>
      <LeverFunds funds={funds} />
    </section>
  );
}
