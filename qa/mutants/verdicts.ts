/** Plants faults one after the other, and reports the checks that notice each. */
import { checksThatNotice } from './machine-checks.ts';
import type { Mutant, Verdict } from './mutant.ts';
import { SourceTree } from './source-tree.ts';

/** @param root folder of the repository; `report` receives every verdict immediately. */
export async function judge(
  mutants: readonly Mutant[],
  root: string,
  report: (verdict: Verdict) => void,
): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  const needsTree = mutants.some(({ place }) => place !== 'machine');
  const tree = needsTree ? await SourceTree.copyOf(root) : null;
  try {
    for (const mutant of mutants) {
      const verdict = await judgeOne(mutant, root, tree);
      verdicts.push(verdict);
      report(verdict);
    }
  } finally {
    await tree?.remove();
  }
  return verdicts;
}

async function judgeOne(mutant: Mutant, root: string, tree: SourceTree | null): Promise<Verdict> {
  try {
    if (mutant.place === 'machine')
      return { mutant, caughtBy: await checksThatNotice(mutant, root), problem: null };
    if (tree === null) throw new Error('there is no copy of the sources');
    const { isPassed, failures } = await tree.tryMutant(mutant);
    const caughtBy = isPassed ? [] : [`${mutant.check.file}: ${failures[0] ?? 'it failed'}`];
    return { mutant, caughtBy, problem: null };
  } catch (error) {
    return {
      mutant,
      caughtBy: [],
      problem: error instanceof Error ? error.message : String(error),
    };
  }
}

export const isCaught = ({ caughtBy, problem }: Verdict): boolean =>
  problem === null && caughtBy.length > 0;

/** Returns one line for the terminal, printed while others are still tried. */
export function verdictLine(verdict: Verdict): string {
  const { mutant, caughtBy, problem } = verdict;
  const [first = '', ...more] = caughtBy;
  const others = more.length === 0 ? '' : ` and ${more.length} more`;
  const text = problem ?? (first === '' ? 'NOT NOTICED' : `${first}${others}`);
  return `${isCaught(verdict) ? 'caught' : 'ALIVE '}  ${mutant.place.padEnd(7)} ${mutant.name}: ${text}`;
}

function noticedText(caughtBy: readonly string[], problem: string | null): string {
  if (problem !== null) return `**not tried: ${cellText(problem)}**`;
  return caughtBy.map(cellText).join('; ') || '**nothing**';
}

const cellText = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** Returns all verdicts as a Markdown table. */
export function verdictTable(verdicts: readonly Verdict[]): string {
  const caught = verdicts.filter(isCaught).length;
  return [
    `${caught} of ${verdicts.length} planted faults were noticed.`,
    '',
    '| # | in | name | fault | noticed by |',
    '|---|---|---|---|---|',
    ...verdicts.map(({ mutant, caughtBy, problem }, index) =>
      [
        '',
        index + 1,
        mutant.place,
        `\`${mutant.name}\``,
        mutant.fault,
        noticedText(caughtBy, problem),
        '',
      ]
        .join(' | ')
        .trim(),
    ),
    '',
  ].join('\n');
}
