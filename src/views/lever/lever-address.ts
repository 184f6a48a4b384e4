/** Addresses of the screens of contracts. */

/** Returns the address of a market's ticket. */
export const leverPath = (marketId: number): string => `/lever?id=${marketId}`;

export const LEVER_TABS = ['positions', 'pending', 'history'] as const;
type LeverTab = (typeof LEVER_TABS)[number];

/** Returns the address of a list of own contract orders. */
export const myTradePath = (tab: LeverTab): string => `/lever-my-trade?tab=${tab}`;

/** Returns the address of one own contract order. */
export const leverOrderPath = (id: string): string => `/lever-my-trade?id=${id}`;

/** Returns the list that the address names; the positions for other text. */
export const leverTab = (text: string | null): LeverTab =>
  LEVER_TABS.find((tab) => tab === text) ?? 'positions';
