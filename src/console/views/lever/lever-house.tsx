/** The funds behind all contracts, the step of the pool guard, and an alarm while the pool owes. */
import type {
  OperatorLeverFunds,
  OperatorLeverHouse,
} from '../../../../contract/operator/schemas/lever.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Amount } from '../../../ui/amount.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { DetailList, DetailRow } from '../../../ui/detail-list.tsx';
import { LeverFunds } from './lever-funds.tsx';

const GUARD_TONE = { open: 'up', reduce: 'warn', close: 'down', deleverage: 'down' } as const;

interface LeverHouseProps {
  readonly funds: OperatorLeverFunds;
  readonly house: OperatorLeverHouse;
}

/** Cover of the exchange. */
export function LeverHouse({ house, funds }: LeverHouseProps) {
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
      </DetailList>
      <LeverFunds funds={funds} />
    </section>
  );
}
