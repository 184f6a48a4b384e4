/** The links to deposit, withdrawal, transfer and fiat trading. */
import { Link } from 'react-router-dom';
import { useText } from '../../../i18n/use-text.ts';
import { IconDeposit, IconRecords, IconTrade, IconWithdraw } from '../../../ui/icons.ts';

const ACTIONS = [
  { name: 'deposit', to: '/recharge', icon: IconDeposit },
  { name: 'withdraw', to: '/withdrawal', icon: IconWithdraw },
  { name: 'transfer', to: '/transfer', icon: IconTrade },
  { name: 'records', to: '/recharge-record', icon: IconRecords },
] as const;

/** The four main actions with money. */
export function QuickActions() {
  const t = useText('wallet');
  return (
    <nav
      aria-label={t('actions.label')}
      className="-mx-2 border-t border-line pt-1 md:mx-0 md:border-t-0 md:pt-0"
    >
      <ul className="grid grid-cols-4 @max-[16rem]:grid-cols-2">
        {ACTIONS.map(({ name, to, icon: Icon }) => (
          <li key={name}>
            <Link
              to={to}
              className="flex min-h-18 md:min-w-20 lg:min-w-24 flex-col items-center justify-center gap-1.5 rounded-control px-1 py-2 text-center text-xs leading-tight -outline-offset-2 transition-colors duration-150 hover:bg-tint"
            >
              <Icon aria-hidden strokeWidth={1.6} className="size-6 shrink-0 text-accent" />
              <span className="wrap-break-word">{t(`actions.${name}`)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
