/** The currencies of the server under test, as the commands need them. */

interface KnownCurrency {
  readonly id: number;
  readonly code: string;
  /** Number of decimals. */
  readonly scale: number;
}

export interface KnownCurrencies {
  byId(id: number): KnownCurrency | undefined;
  byCode(code: string): KnownCurrency | undefined;
}
