/** Prints the findings of the glossary guard for one locale, or removes cured entries from its baseline. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_LOCALE } from '../../contract/languages.ts';
import { BASELINE, BASELINE_PATH, lowered } from './rules/glossary-baseline.ts';
import { readJson, ROOT } from './support/tree.ts';
import { wordingFindings } from './support/wording.ts';
import type { WordingFinding } from './support/wording-finding.ts';
import { readWordingTexts, sourceOf, sourceTexts } from './support/wording-texts.ts';

const USAGE = `usage: npm run glossary -- <locale> [part of a finding]   prints findings, also those in the baseline
       npm run glossary -- lower                        removes what is cured from the baseline
       npm run glossary -- lower --since <ref>          also adds what other languages owe to changed zh-CN texts`;

const [command, ...words] = process.argv.slice(2);
const texts = readWordingTexts();
const findings = wordingFindings(texts);

if (command === 'lower') lower(words[0] === '--since' ? words[1] : undefined);
else if (command === undefined) console.log(USAGE);
else print(command, words.join(' '));

function print(locale: string, part: string): void {
  const shown = findings
    .filter((finding) => finding.locale === locale)
    .map(({ rule, name, message }) => `${rule}: ${name}: ${message}`)
    .filter((line) => line.includes(part));
  console.log([...shown, `${shown.length} findings`].join('\n'));
}

function lower(since: string | undefined): void {
  const changed = since === undefined ? () => false : changedSince(since);
  const isOwed = ({ rule, locale, name }: WordingFinding): boolean =>
    locale !== DEFAULT_LOCALE &&
    ((rule === 'term' && changed(name.split(' ')[0] ?? '')) ||
      (rule === 'same' &&
        [...sourceTexts(texts)].some(([place, text]) => text === name && changed(place))));
  const baseline = lowered(findings, readJson(BASELINE_PATH, BASELINE), isOwed);
  writeFileSync(join(ROOT, BASELINE_PATH), `${JSON.stringify(baseline, null, 2)}\n`);
}

/** True for places whose zh-CN text is not in the file of `ref`. Mails and push texts count as changed with their file. */
function changedSince(ref: string): (place: string) => boolean {
  const before = new Map<string, string>();
  return (place) => {
    const path = pathOf(place);
    if (!before.has(path)) before.set(path, fileAt(ref, path));
    const old = before.get(path) ?? '';
    const text = sourceOf(sourceTexts(texts), place) ?? '';
    if (!path.endsWith('.json')) return old !== readFileSync(join(ROOT, path), 'utf8');
    const written = JSON.stringify(text).slice(1, -1);
    return !old.includes(written);
  };
}

function pathOf(place: string): string {
  const [area = ''] = place.split(':');
  if (area === 'mail') return 'server/kit/notify/texts/zh-cn.ts';
  if (area === 'push') return 'server/areas/people/push/push-texts.ts';
  if (area === 'article') return 'server/areas/content/seed/zh-CN.json';
  return `locales/zh-CN/${area}.json`;
}

function fileAt(ref: string, path: string): string {
  return execFileSync('git', ['show', `${ref}:${path}`], { cwd: ROOT, encoding: 'utf8' });
}
