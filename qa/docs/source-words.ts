/** What the source files say about themselves: their first comment and the hooks they export. */

/** The first sentence of the comment at the top of a file; empty when there is none. */
export function firstSentence(text: string): string {
  const comment = /^(?:#!.*\n)?(?:\/\*\*?([\s\S]*?)\*\/|((?:\/\/.*\n)+))/.exec(text);
  return comment === null ? '' : sentenceOf(comment[1] ?? comment[2] ?? '');
}

export interface Hook {
  readonly name: string;
  readonly meaning: string;
}

/** Exported hooks with the first sentence of their own comment. */
export function hooksIn(text: string): Hook[] {
  const exported =
    /(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*)?^export (?:function|const) (use[A-Z]\w*)/gm;
  return [...text.matchAll(exported)].map(({ 1: comment = '', 2: name = '' }) => ({
    name,
    meaning: sentenceOf(comment),
  }));
}

/** Comment marks and references go, then everything after the first sentence. */
function sentenceOf(comment: string): string {
  const words = comment
    .split(/\n\s*\*?\s*(?:\n|@)/)[0]
    ?.replaceAll(/^\s*(?:\*|\/\/)\s?/gm, '')
    .replaceAll(/\{@link (#?\w+)\}/g, '`$1`')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return /^.*?[.!?](?=\s[A-Z]|$)/.exec(words ?? '')?.[0] ?? words ?? '';
}
