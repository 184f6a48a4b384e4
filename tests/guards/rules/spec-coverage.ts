/** Every statement of the specification names tests that exist, or the reason for which no test shows it. */
import { SPEC_COVERAGE_FILE, type SpecCoverage } from '../../../qa/docs/spec-coverage.ts';
import type { Finding } from '../support/finding.ts';
import type { SourceFile } from '../support/source-file.ts';
import { testNamesOf } from '../support/test-names.ts';

/** @param sources the files of tests, at least. */
export function checkSpecCoverage(
  { sections }: SpecCoverage,
  sources: readonly SourceFile[],
): Finding[] {
  const files = new Map(sources.map((source) => [source.path, source]));
  const names = new Map<string, ReadonlySet<string>>();
  const namesIn = (source: SourceFile): ReadonlySet<string> => {
    const known = names.get(source.path) ?? new Set(testNamesOf(source).map(({ text }) => text));
    names.set(source.path, known);
    return known;
  };
  const findings: string[] = [];
  for (const { number, statements } of sections) {
    for (const [index, { id, tests = {}, gap }] of statements.entries()) {
      if (id !== `${number}.${index + 1}`)
        findings.push(`${id} stands at ${number}.${index + 1}: ids count up and none is left out`);
      if (Object.keys(tests).length === 0 && gap === undefined)
        findings.push(`${id} names no test; name one, or write the reason as its gap`);
      for (const [file, titles] of Object.entries(tests)) {
        const source = files.get(file);
        if (source === undefined) findings.push(`${id} names ${file}, which does not exist`);
        else
          for (const title of titles.filter((each) => !namesIn(source).has(each)))
            findings.push(`${id} names "${title}", which is no test of ${file}`);
      }
    }
  }
  return findings.map((message) => ({ path: SPEC_COVERAGE_FILE, line: 1, message }));
}
