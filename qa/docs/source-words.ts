/** Reads descriptions from source files: their first comment, and the hooks they export. */

/** Returns the first sentence of the comment at the top of a file; empty if there is none. */
export function firstSentence(text: string): string {
  const comment = /^(?:#!.*\n)?(?:\/\*\*?([\s\S]*?)\*\/|((?:\/\/.*\n)+))/.exec(text);
  return comment === null ? '' : sentenceOf(comment[1] ?? comment[2] ?? '');
}

/** Returns the files that hold a decision, from its line "Held by: …."; `undefined` without such a line. */
export function holdersOf(decision: string): string | undefined {
  return /^# .*\n\nHeld by: (`.+`)\.\n/.exec(decision)?.[1];
}

interface Hook {
  readonly name: string;
  readonly meaning: string;
}

/** Returns the exported hooks with the first sentence of their own comment. */
export function hooksIn(text: string): Hook[] {
  const exported =
    /(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*)?^export (?:function|const) (use[A-Z]\w*)/gm;
  return [...text.matchAll(exported)].map(({ 1: comment = '', 2: name = '' }) => ({
    name,
    meaning: sentenceOf(comment),
  }));
}

/** Removes comment marks and references, then everything after the first sentence. */
function sentenceOf(comment: string): string {
  const words = comment
    .split(/\n\s*\*?\s*(?:\n|@)/)[0]
    ?.replaceAll(/^\s*(?:\*|\/\/)\s?/gm, '')
    .replaceAll(/\{@link (#?\w+)\}/g, '`$1`')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return /^.*?[.!?](?=\s[A-Z]|$)/.exec(words ?? '')?.[0] ?? words ?? '';
}
