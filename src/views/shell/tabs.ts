/** The table of tabs: path, icon and gate. */
import type { ComponentType } from 'react';
import { IconAssets, IconHome, IconLever, IconMarket, IconTrade } from '../../ui/icons.ts';

export interface ShellTab {
  readonly name: 'home' | 'market' | 'trade' | 'lever' | 'assets';
  readonly path: `/${string}`;
  readonly icon: ComponentType<{
    className?: string;
    'aria-hidden'?: boolean;
    strokeWidth?: number;
  }>;
  /** Needs real-name verification (SPEC 5). */
  readonly isGated?: true;
  /** Another page that belongs to the tab. */
  readonly also?: `/${string}`;
}

/** The five tabs of the main layout, in their order (SPEC 2). */
export const SHELL_TABS: readonly ShellTab[] = [
  { name: 'home', path: '/home', icon: IconHome },
  { name: 'market', path: '/market', icon: IconMarket },
  { name: 'trade', path: '/trade', icon: IconTrade, isGated: true, also: '/fiat' },
  { name: 'lever', path: '/lever', icon: IconLever },
  { name: 'assets', path: '/assets', icon: IconAssets },
];
