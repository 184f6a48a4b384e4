/** The statements of the specification with the tests that show each, read from a data file, and their page. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { code, page, table } from './markdown.ts';

/** The data file, relative to the repository root. */
export const SPEC_COVERAGE_FILE = 'docs/spec-coverage.json';

const specStatement = z.strictObject({
  /** Section and position in it: `4.2`. */
  id: z.string(),
  /** The statement in our spelling. */
  text: z.string().min(1),
  /** Path of a test file → names of the tests in it that show the statement. */
  tests: z.record(z.string(), z.array(z.string()).min(1)).optional(),
  /** An intended difference from the statement. */
  note: z.string().optional(),
  /** The part that no test shows, with the reason. */
  gap: z.string().optional(),
});
const specSection = z.strictObject({
  number: z.int(),
  title: z.string(),
  statements: z.array(specStatement).min(1),
});
const specCoverage = z.strictObject({ sections: z.array(specSection).min(1) });

type SpecStatement = z.infer<typeof specStatement>;
type SpecSection = z.infer<typeof specSection>;
export type SpecCoverage = z.infer<typeof specCoverage>;

/** @param root folder of the repository. */
export async function readSpecCoverage(root: string): Promise<SpecCoverage> {
  return specCoverage.parse(JSON.parse(await readFile(join(root, SPEC_COVERAGE_FILE), 'utf8')));
}

export function specCoveragePage({ sections }: SpecCoverage): string {
  const all = sections.flatMap(({ statements }) => statements);
  const withGap = all.filter(({ gap }) => gap !== undefined);
  const unshown = withGap.filter(({ tests }) => tests === undefined).length;
  return page(
    'The specification and its tests',
    `Each statement of the specification with the tests that show it: ${all.length - withGap.length} of ${all.length} are shown, ` +
      `${withGap.length - unshown} in part, ${unshown} not yet. [spec-coverage.json](spec-coverage.json) has the data. ` +
      'A guard fails when a named test does not exist, and when a statement has neither a test nor a reason. ' +
      'Intended differences are in [SPEC-NOTES.md](SPEC-NOTES.md).',
    ...sections.map(sectionText),
  );
}

function sectionText({ number, title, statements }: SpecSection): string {
  return [
    `## ${number}. ${title}`,
    table(
      ['id', 'statement', 'shown by'],
      statements.map((statement) => [statement.id, statement.text, shownBy(statement)]),
    ),
  ].join('\n\n');
}

const shownBy = ({ tests = {}, note, gap }: SpecStatement): string =>
  [
    ...Object.entries(tests).map(([file, names]) => `${code(file)}: ${names.map(code).join('; ')}`),
    ...(note === undefined ? [] : [`Difference: ${note}`]),
    ...(gap === undefined ? [] : [`**Gap:** ${gap}`]),
  ].join('<br>');
