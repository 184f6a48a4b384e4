/** The tabs of the kit, with keyboard navigation. */
import { Tabs as BaseTabs } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

interface TabsProps<T extends string> {
  /** Names the group for assistive technology. */
  readonly label: string;
  readonly value: T;
  readonly onChange: (value: T) => void;
  readonly tabs: readonly { readonly value: T; readonly label: string }[];
  /** Content of the chosen tab. */
  readonly children: ReactNode;
  /** `line`: sections of a screen. `pill`: a choice inside a section. */
  readonly look?: 'line' | 'pill';
  readonly className?: string;
}

/** A row of tabs that scrolls if needed, and the panel of the chosen one. */
export function Tabs<T extends string>(props: TabsProps<T>) {
  const { label, value, onChange, tabs, children, look = 'line', className } = props;
  const isLine = look === 'line';
  return (
    <BaseTabs.Root value={value} onValueChange={(next: T) => onChange(next)} className={className}>
      <BaseTabs.List
        aria-label={label}
        className={classNames(
          'no-scrollbar relative flex overflow-x-auto',
          isLine ? 'gap-5 border-b border-line' : 'gap-1 rounded-control bg-sunken p-1',
        )}
      >
        {tabs.map((tab) => (
          <BaseTabs.Tab
            key={tab.value}
            value={tab.value}
            className={classNames(
              'relative z-1 min-h-11 shrink-0 whitespace-nowrap text-muted transition-colors duration-150',
              'hover:text-ink data-active:font-semibold data-active:text-ink -outline-offset-2',
              isLine ? 'text-base' : 'min-w-max flex-1 rounded-[8px] px-3 text-sm',
            )}
          >
            {tab.label}
          </BaseTabs.Tab>
        ))}
        <BaseTabs.Indicator
          className={classNames(
            'absolute start-0 w-(--active-tab-width) translate-x-(--active-tab-left)',
            'transition-[translate,width] duration-200 ease-out-soft',
            isLine ? 'bottom-0 h-0.5 rounded-full bg-accent' : 'inset-y-1 rounded-[8px] bg-raised',
          )}
        />
      </BaseTabs.List>
      <BaseTabs.Panel value={value} tabIndex={-1} className="outline-none">
        {children}
      </BaseTabs.Panel>
    </BaseTabs.Root>
  );
}
