/** Test files that borrow a server, by their text, so that these run one after the other. */
import { readFileSync } from 'node:fs';

/** The kinds of `borrowServer`, in the order in which their files run. */
const KINDS = ['movesClock', 'plain', 'none'] as const;
/** Tests of pages borrow by `useProduct`. */
const BORROWS = /borrowServer\(|isShared: true/;
type Kind = (typeof KINDS)[number];

function kindOf(file: string): Kind {
  const text = readFileSync(file, 'utf8');
  if (!BORROWS.test(text)) return 'none';
  return text.includes('movesClock') ? 'movesClock' : 'plain';
}

export const borrowsServer = (file: string): boolean => kindOf(file) !== 'none';

/** The place of a file among the others: those with the same place may share a server. */
export const placeOf = (file: string): number => KINDS.indexOf(kindOf(file));
