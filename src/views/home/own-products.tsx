/** The user's savings in effect and token subscriptions awaiting allocation, each with a link to its record. */
import { useIeoSubscriptions } from '../../app/ieo/use-ieo-subscriptions.ts';
import { useStakingPositions } from '../../app/staking/use-staking-positions.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { IconSavings, IconTokens } from '../../ui/icons.ts';
import { LinkRow } from '../parts/link-row.tsx';

/** Rows of each kind; the pages of the records have all. */
const SHOWN = 3;

/** Renders nothing without records. */
export function OwnProducts() {
  const savings = useText('staking');
  const tokens = useText('ieo');
  const format = useFormat();
  const { positions } = useStakingPositions('in_effect');
  const { subscriptions } = useIeoSubscriptions('committed');
  if (positions.length + subscriptions.length === 0) return null;
  return (
    <ul data-testid="own-products" className="mx-gutter overflow-hidden rounded-card bg-surface">
      {positions.slice(0, SHOWN).map((position) => (
        <LinkRow
          key={`staking-${position.id}`}
          to={`/storage-currency-history?id=${position.id}`}
          icon={IconSavings}
          title={`${savings('title')} · ${format.amount(position.amount)} ${position.currency_code}`}
          hint={savings('paidDays', { paid: position.paid_days, count: position.cycle_days })}
        />
      ))}
      {subscriptions.slice(0, SHOWN).map((subscription) => (
        <LinkRow
          key={`ieo-${subscription.id}`}
          to={`/ieo-history?id=${subscription.id}`}
          icon={IconTokens}
          title={`${tokens('title')} · ${format.amount(subscription.quantity)} ${subscription.token_code}`}
          hint={tokens('state.committed')}
        />
      ))}
    </ul>
  );
}
