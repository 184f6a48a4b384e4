/** Settlement files that an exchange or a reader has tampered with, and the check that finds each. */
import { ensure } from '../../../contract/assert.ts';
import type { SettlementFile } from '../../../contract/micro/settlement-file.ts';
import { OTHER_KEY } from './index/memory-index.ts';
import {
  OPENED,
  recounted,
  rewritten,
  settled,
  settlementCase,
  signedReceipt,
} from './settlement-case.ts';

/** Name of the change, the changed file, and the name of the check. */
type Change = readonly [string, SettlementFile, string];

interface TamperedFiles {
  /** The honest file. */
  readonly file: SettlementFile;
  /** The exchange signs another price of a source for the last minute. */
  readonly secondHistory: SettlementFile;
  readonly changes: readonly Change[];
}

const edit = (from: RegExp, to: string) => (lines: string[]) =>
  lines.map((line, place) => (place === 41 ? line.replace(from, to) : line));
const changedTick = edit(/ 100\d+ /, ' 99000 ');
const swapped = (lines: string[]) => {
  const [one, next] = [ensure(lines[41], 'a line'), ensure(lines[42], 'the next line')];
  return lines.with(41, next).with(42, one);
};

/** Changes of the lines of a minute. */
function changesOfLines(file: SettlementFile): readonly Change[] {
  const withLines = (change: (lines: string[]) => string[]): SettlementFile => ({
    ...file,
    minutes: file.minutes.map((minute, place) =>
      place === 2 ? { ...minute, lines: change([...(minute.lines ?? [])]) } : minute,
    ),
  });
  const again = (change: (lines: string[]) => string[]) => rewritten(file, 2, change);
  return [
    ['a changed tick', withLines(changedTick), 'chain'],
    ['a changed tick, signed again', again(changedTick), 'index'],
    [
      'a changed tick, signed again by another key',
      rewritten(file, 2, changedTick, OTHER_KEY),
      'minutes',
    ],
    ['two lines of a minute swapped', withLines(swapped), 'chain'],
    ['two lines of a minute swapped, signed again', again(swapped), 'grid'],
    ['a dropped tick, signed again', again((lines) => lines.toSpliced(41, 1)), 'grid'],
    ['another source value, signed again', again(edit(/0:\d+/, '0:105000')), 'index'],
  ];
}

/** The case of `settlement-case.ts`, and the ways to bend it. */
export async function tamperedFiles(): Promise<TamperedFiles> {
  const file = await settlementCase();
  const late = await settlementCase({ acceptedAtMs: file.minutes[1]?.last ?? 0 });

  const secondHistory = settled(rewritten(file, 2, edit(/2:\d+/, '2:100001')));

  const ofOtherKey: SettlementFile = {
    ...rewritten(secondHistory, 0, (lines) => lines, OTHER_KEY),
    public_key: OTHER_KEY.publicKey,
    receipt: signedReceipt(file.receipt.text, OTHER_KEY),
  };

  return {
    file,
    secondHistory,
    changes: [
      ...changesOfLines(file),
      ['a second history, all of it of another key', ofOtherKey, 'history'],
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
      [
        'a receipt that names a point after its opening',
        await settlementCase({ logAtMs: OPENED }),
        'receipt',
      ],
    ],
  };
}
