/** The ratchet: files and functions stay small; one above the limit may only get shorter. */
import type { Finding } from '../support/finding.ts';
import type { SourceFile } from '../support/source-file.ts';

export const FILE_LINES_MAX = 400;
export const FUNCTION_LINES_MAX = 70;

/** `path` or `path#function` → allowed number of lines until it is shortened. */
type Baseline = Readonly<Record<string, number>>;

export function checkSizes(sources: readonly SourceFile[], baseline: Baseline): Finding[] {
  const measured = sources.flatMap(measure);
  const tooLong = measured.filter(({ lines, id, max }) => lines > (baseline[id] ?? max));
  const slack = Object.entries(baseline).flatMap(([id, allowed]) => {
    const now = Math.max(0, ...measured.filter((size) => size.id === id).map(({ lines }) => lines));
    return now < allowed ? [{ id, allowed, now }] : [];
  });
  return [
    ...tooLong.map(({ path, line, what, lines, max }) => ({
      path,
      line,
      message: `${what} has ${lines} lines, at most ${max}; cut it where its parts have names`,
    })),
    ...slack.map(({ id, allowed, now }) => ({
      path: id,
      line: 1,
      message: `the baseline allows ${allowed} lines and it has ${now}; lower or remove the entry`,
    })),
  ];
}

interface Size {
  readonly path: string;
  readonly id: string;
  readonly what: string;
  readonly line: number;
  readonly lines: number;
  readonly max: number;
}

function measure({ path, text, functions }: SourceFile): Size[] {
  const lines = text.trimEnd().split('\n').length;
  return [
    { path, id: path, what: 'the file', line: 1, lines, max: FILE_LINES_MAX },
    ...functions.map((span) => ({
      path,
      id: `${path}#${span.name}`,
      what: `"${span.name}"`,
      line: span.line,
      lines: span.lines,
      max: FUNCTION_LINES_MAX,
    })),
  ];
}
