/** The five tabs, at the bottom of a phone or on the side of a wide screen. */
import { Link, useLocation } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { BrandMark } from '../../ui/brand.tsx';
import { classNames } from '../../ui/class-names.ts';
import { WaitingBadge } from '../parts/waiting-badge.tsx';
import { SHELL_TABS, type ShellTab } from './tabs.ts';

interface TabBarProps {
  /** Called for a press of a tab; true: it was handled and no page opens. */
  readonly onSelect: (tab: ShellTab) => boolean;
}

/** The five tabs: a bar at the bottom of a phone, a rail at the side from 768 px. */
export function TabBar({ onSelect }: TabBarProps) {
  const t = useText('common');
  const { pathname } = useLocation();
  return (
    <nav
      aria-label={t('tabs.label')}
      className={classNames(
        'safe-bottom z-30 border-t border-line bg-surface',
        'md:order-first md:flex md:w-rail md:flex-col md:border-t-0 md:border-e md:pt-3',
        'short:order-first short:w-rail short:overflow-y-auto short:border-t-0 short:border-e',
      )}
    >
      <BrandMark className="mx-auto mb-5 hidden size-9 md:block" />
      <ul className="flex md:flex-col md:gap-1.5 md:px-2 short:h-full short:flex-col">
        {SHELL_TABS.map((tab) => {
          const isActive = pathname === tab.path || pathname === tab.also;
          return (
            <li key={tab.name} className="@container min-w-0 flex-1">
              <Link
                to={tab.path}
                aria-current={isActive ? 'page' : undefined}
                onClick={(event) => onSelect(tab) && event.preventDefault()}
                className={classNames(
                  'relative flex h-full min-h-tabs w-full flex-col items-center justify-center gap-1 px-0.5 -outline-offset-2',
                  'transition-colors duration-150 md:h-auto md:rounded-control md:py-2.5 md:hover:bg-tint',
                  isActive
                    ? 'font-semibold text-accent md:bg-accent-soft'
                    : 'text-muted hover:text-ink',
                )}
              >
                {isActive && (
                  <span
                    aria-hidden
                    className="absolute top-0 h-0.5 w-7 rounded-full bg-accent md:hidden"
                  />
                )}
                <tab.icon
                  aria-hidden
                  strokeWidth={isActive ? 2.25 : 1.75}
                  className="size-[1.375rem]"
                />
                <span className="w-full text-center text-[min(0.6875rem,17cqi)] leading-4">
                  {t(`tabs.${tab.name}`)}
                </span>
                {tab.also !== undefined && (
                  <WaitingBadge className="absolute start-1/2 top-1 ms-1.5" />
                )}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
