/** Amounts of money: whole numbers of a currency's smallest unit, kept apart from other bigints by type. */

declare const brand: unique symbol;

/** Smallest units of one currency (its `scale` says which); below zero only as a change or a debt. */
export type Units = bigint & { readonly [brand]: 'Units' };

/** Says that `value` counts smallest units of a currency. Sums and differences need it again. */
export const units = (value: bigint): Units => value as Units;

export const NO_UNITS = units(0n);
