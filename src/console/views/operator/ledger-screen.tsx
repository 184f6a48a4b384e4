/** The screen of the ledger: verifier faults, totals by currency and free disk space. */
import type { OperatorLedgerHealth } from '../../../../contract/operator/schemas/exchange.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Screen } from '../../../ui/screen.tsx';
import { EmptyState } from '../../../ui/state-panel.tsx';
import { useOperatorQuery } from '../../hooks/use-operator-query.ts';
import { AmountsTable } from '../parts/amounts-table.tsx';
import { DiskRoomLine } from './disk-room.tsx';
import { RecordView } from '../parts/record-view.tsx';
import { UnverifiedLedger } from './unverified-ledger.tsx';

/** Whether the ledger is consistent, its faults, and the free disk space. */
export function LedgerScreen() {
  const t = useText('operator');
  const query = useOperatorQuery('getLedgerHealth', {});
  return (
    <Screen isText header={<PageHeader title={t('section.ledger')} />} className="px-gutter pb-8">
      <RecordView query={query}>
        {({ is_consistent: isConsistent, faults, unverified, totals, disk }) => (
          <div className="flex flex-col gap-5">
            {unverified ? (
              <UnverifiedLedger unverified={unverified} />
            ) : (
              <p>
                <Badge tone={isConsistent ? 'up' : 'down'}>
                  {t(isConsistent ? 'overview.consistent' : 'overview.inconsistent')}
                </Badge>
              </p>
            )}
            {/* The only fault of an unverified ledger is that it could not be verified, as the panel says. */}
            {unverified === null && faults.length > 0 && (
              <ul aria-label={t('ledger.faults')} className="flex flex-col gap-2">
                {faults.map((fault) => (
                  <li key={fault} className="rounded-control bg-down-soft p-3 text-sm text-down">
                    <code className="[overflow-wrap:anywhere]">{fault}</code>
                  </li>
                ))}
              </ul>
            )}
            {totals.length === 0 ? (
              <EmptyState title={t('ledger.empty')} hint={t('ledger.emptyHint')} />
            ) : (
              <Totals totals={totals} />
            )}
            <DiskRoomLine room={disk} />
          </div>
        )}
      </RecordView>
    </Screen>
  );
}

/** The totals of each currency. */
function Totals({ totals }: { readonly totals: OperatorLedgerHealth['totals'] }) {
  const t = useText('operator');
  return (
    <AmountsTable
      columns={[t('ledger.sum'), t('ledger.frozen')]}
      rows={totals.map(({ currency_code: currency, sum, frozen }) => ({
        currency,
        amounts: [sum, frozen],
      }))}
    />
  );
}
