/** Products, the versions of their risk notices, and how contracts are offered: plain data for app and server. */

/** lever: contracts. micro: fast contracts. */
export const PRODUCTS = ['lever', 'micro'] as const;
export type Product = (typeof PRODUCTS)[number];

/**
 * Version of the text of each risk notice (`risk.<product>` in `locales/<tag>/parts.json`). A text with another meaning
 * gets the next number, and every user must accept it again.
 */
export const RISK_VERSIONS: Readonly<Record<Product, number>> = { lever: 1, micro: 1 };

/** open: all terms of the markets. esma: the leverage that ESMA allows for retail clients. off: no new orders. */
export const LEVER_PROFILES = ['open', 'esma', 'off'] as const;
export type LeverProfile = (typeof LEVER_PROFILES)[number];
