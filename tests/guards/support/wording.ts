/** All findings of the guards of texts on the real tree. */
import { z } from 'zod';
import { checkForbiddenWords } from '../rules/forbidden-words.ts';
import { checkTerms, GLOSSARY } from '../rules/glossary-terms.ts';
import { checkWidths } from '../rules/label-widths.ts';
import { checkSameTexts } from '../rules/same-texts.ts';
import { checkScripts } from '../rules/script-habits.ts';
import { readJson, readSources, readTree } from './tree.ts';
import type { WordingFinding } from './wording-finding.ts';
import { readWordingTexts, type WordingTexts } from './wording-texts.ts';

export function readGlossary() {
  return readJson('locales/glossary.json', GLOSSARY);
}

/** zh-CN text → why other languages have two renderings of it. */
export function readSplits() {
  return readJson('tests/guards/glossary-splits.json', z.record(z.string(), z.string().min(1)));
}

export function wordingFindings(texts: WordingTexts = readWordingTexts()): WordingFinding[] {
  const views = readTree().filter(({ path }) => /^src\/(?:views|ui|app)\/.*\.tsx$/.test(path));
  return [
    ...checkTerms(texts, readGlossary()),
    ...checkForbiddenWords(texts),
    ...checkSameTexts(texts, readSplits()),
    ...checkWidths(texts, readSources(views)),
    ...checkScripts(texts),
  ];
}
