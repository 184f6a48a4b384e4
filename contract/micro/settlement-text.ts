/** The text of a settlement file: equal files have equal texts. */
import type { SettlementFile } from './settlement-file.ts';

/** @param file the result of its schema, which gives the fields their order. */
export const settlementText = (file: SettlementFile): string =>
  `${JSON.stringify(file, null, 1)}\n`;
