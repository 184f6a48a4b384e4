/** The text of a settlement file: equal files have equal texts. */
import type { SettlementFile } from './settlement-file.ts';

/** @param file as its schema read it, which gives its fields an order. */
export const settlementText = (file: SettlementFile): string =>
  `${JSON.stringify(file, null, 1)}\n`;
