/** Findings in texts that are known: they may only become fewer. */
import { z } from 'zod';
import { LOCALES } from '../../../contract/languages.ts';
import type { WordingFinding } from '../support/wording-finding.ts';

export const BASELINE_PATH = 'tests/guards/glossary-baseline.json';
const REMEDY = 'npm run glossary -- lower';

/** Locale → rule → names of findings. */
export const BASELINE = z.partialRecord(
  z.enum(LOCALES),
  z.partialRecord(z.enum(['term', 'word', 'same', 'width', 'script']), z.array(z.string())),
);
export type Baseline = z.infer<typeof BASELINE>;

/** Lines for findings that the baseline does not list, and for entries that are no longer found. */
export function checkBaseline(findings: readonly WordingFinding[], baseline: Baseline): string[] {
  const found = new Set(findings.map(idOf));
  const known = new Set(entries(baseline).map(idOf));
  return [
    ...findings
      .filter((finding) => !known.has(idOf(finding)))
      .map(({ rule, locale, name, message }) => `${locale} ${rule}: ${name}: ${message}`),
    ...entries(baseline)
      .filter((entry) => !found.has(idOf(entry)))
      .map((entry) => `${idOf(entry)}: is cured; remove it from the baseline (${REMEDY})`),
  ];
}

/** The baseline without what is cured; `owed` findings are added. */
export function lowered(
  findings: readonly WordingFinding[],
  baseline: Baseline,
  isOwed: (finding: WordingFinding) => boolean = () => false,
): Baseline {
  const known = new Set(entries(baseline).map(idOf));
  const kept = findings.filter((finding) => known.has(idOf(finding)) || isOwed(finding));
  const result: Baseline = {};
  for (const locale of LOCALES)
    for (const { rule, name } of kept
      .filter((finding) => finding.locale === locale)
      .toSorted((a, b) => (idOf(a) < idOf(b) ? -1 : 1))) {
      const ofLocale = (result[locale] ??= {});
      (ofLocale[rule] ??= []).push(name);
    }
  return result;
}

type Entry = Pick<WordingFinding, 'rule' | 'locale' | 'name'>;

function entries(baseline: Baseline): Entry[] {
  return LOCALES.flatMap((locale) =>
    Object.entries(baseline[locale] ?? {}).flatMap(([rule, names]) =>
      names.map((name) => ({ locale, rule: rule as WordingFinding['rule'], name })),
    ),
  );
}

function idOf({ locale, rule, name }: Entry): string {
  return `${locale} ${rule}: ${name}`;
}
