/** Sources with planted faults, for the tests of the guards themselves. */
import { parseSource, type SourceFile } from './source-file.ts';

/** Path → text. */
export function planted(files: Readonly<Record<string, string>>): SourceFile[] {
  return Object.entries(files).map(([path, text]) => parseSource(path, text));
}
