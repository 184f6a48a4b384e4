/** Prints the findings of the glossary guard for one locale. */
import { lineOf } from './support/wording-finding.ts';
import { wordingFindings } from './support/wording.ts';
import { readWordingTexts } from './support/wording-texts.ts';

const [locale, ...words] = process.argv.slice(2);
if (locale === undefined) console.log('usage: npm run glossary -- <locale> [part of a finding]');
else print(locale, words.join(' '));

function print(shownLocale: string, part: string): void {
  const lines = wordingFindings(readWordingTexts())
    .filter((finding) => finding.locale === shownLocale)
    .map(lineOf)
    .filter((line) => line.includes(part));
  console.log([...lines, `${lines.length} findings`].join('\n'));
}
