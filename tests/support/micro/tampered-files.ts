/** Settlement files that an exchange or a reader has tampered with, and the check that finds each. */
import type { SettlementFile } from '../../../contract/micro/settlement-file.ts';
import { recounted, rewritten, settled, settlementCase, signedReceipt } from './settlement-case.ts';

interface TamperedFiles {
  /** The honest file. */
  readonly file: SettlementFile;
  /** The exchange signs another price of a source for the last minute. */
  readonly secondHistory: SettlementFile;
  /** Name of the change, the changed file, and the name of the check. */
  readonly changes: readonly (readonly [string, SettlementFile, string])[];
}

/** The case of `settlement-case.ts`, and the ways to bend it. */
export async function tamperedFiles(): Promise<TamperedFiles> {
  const file = await settlementCase();
  const edit = (from: RegExp, to: string) => (lines: string[]) =>
    lines.map((line, place) => (place === 41 ? line.replace(from, to) : line));
  const withLines = (change: (lines: string[]) => string[]): SettlementFile => ({
    ...file,
    minutes: file.minutes.map((minute, place) =>
      place === 2 ? { ...minute, lines: change([...(minute.lines ?? [])]) } : minute,
    ),
  });
  const late = await settlementCase({ acceptedAtMs: file.minutes[1]?.last ?? 0 });

  const secondHistory = settled(rewritten(file, 2, edit(/2:\d+/, '2:100001')));

  return {
    file,
    secondHistory,
    changes: [
      ['a changed tick', withLines(edit(/ 100\d+ /, ' 99000 ')), 'chain'],
      [
        'a dropped tick, signed again',
        rewritten(file, 2, (lines) => lines.toSpliced(41, 1)),
        'grid',
      ],
      [
        'another source value, signed again',
        rewritten(file, 2, edit(/0:\d+/, '0:105000')),
        'index',
      ],
      ['minutes in another order', { ...file, minutes: file.minutes.toReversed() }, 'chain'],
      [
        'an order that is not counted, signed again',
        recounted(file, { up: 0, down: 0 }),
        'minutes',
      ],
      ['a second history', secondHistory, 'history'],
      [
        'a changed rate',
        {
          ...file,
          receipt: { ...file.receipt, text: file.receipt.text.replace('850000', '800000') },
        },
        'receipt',
      ],
      [
        'a changed rate, signed again',
        { ...file, receipt: signedReceipt(file.receipt.text.replace('850000', '800000')) },
        'payout',
      ],
      [
        'a changed outcome',
        { ...file, result: file.result && { ...file.result, outcome: 'lost' } },
        'outcome',
      ],
      ['a late receipt', late, 'receipt'],
    ],
  };
}
