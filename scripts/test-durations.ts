/** Writes the duration of each test file, from a JSON report of vitest, to `tests/durations.json`. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '..');
const SECOND_MS = 1_000;

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly startTime: number;
    readonly endTime: number;
  }[];
}

const [reportFile] = process.argv.slice(2);
if (reportFile === undefined) {
  console.error('Which report? npx vitest run --reporter=json --outputFile=report.json');
  process.exit(1);
}
const { testResults } = JSON.parse(readFileSync(reportFile, 'utf8')) as Report;
const seconds = testResults.map(({ name, startTime, endTime }): [string, number] => {
  const at = name.lastIndexOf('/tests/');
  return [name.slice(at + 1), Math.round((endTime - startTime) / SECOND_MS)];
});
const sorted = seconds.toSorted(([one], [other]) => (one < other ? -1 : 1));
const file = path.join(ROOT, 'tests/durations.json');
writeFileSync(file, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
console.log(`${sorted.length} files in ${path.relative(ROOT, file)}`);
