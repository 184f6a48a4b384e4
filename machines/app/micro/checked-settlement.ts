/** The verdicts on one settlement file, as the check page shows them. */
import type { SettlementReport } from '../../../contract/figures/settlement-check.types.ts';
import type { SettlementFile } from '../../../contract/micro/settlement-file.ts';

/** Whether the browser computed the signatures itself. */
export type SignedBy = 'browser' | 'library';

export interface CheckedSettlement {
  readonly file: SettlementFile;
  readonly report: SettlementReport;
  readonly signedBy: SignedBy;
}
