/** A finding of a guard, with its remedy. */
export interface Finding {
  readonly path: string;
  readonly line: number;
  readonly message: string;
}

/** Lines that editors can jump to; empty when all is well. */
export function lines(findings: readonly Finding[]): string[] {
  return findings.map(({ path, line, message }) => `${path}:${line} ${message}`);
}
