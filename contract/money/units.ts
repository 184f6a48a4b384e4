/** Amounts of money: integers of a currency's smallest unit, with a type that keeps them apart from other bigints. */

declare const brand: unique symbol;

/** Smallest units of one currency (see its `scale`); negative only as a change or a shortfall. */
export type Units = bigint & { readonly [brand]: 'Units' };

/**
 * Declares that `value` counts smallest units of a currency. Sums and differences need it again.
 */
export const units = (value: bigint): Units => value as Units;

export const NO_UNITS = units(0n);
