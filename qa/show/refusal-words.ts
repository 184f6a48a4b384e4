/** The texts of refusals, as in the operators' console. */
import type { Refusal } from '../../machines/domain/explain/explain.ts';
import texts from '../../locales/en-US/operator.json' with { type: 'json' };

const WORDS: Readonly<Record<string, string>> = texts.guard;

export function refusalWords(refusal: Refusal): string {
  switch (refusal.because) {
    case 'role':
      return texts.refusal.role.replace('{{roles}}', refusal.roles.join(', '));
    case 'state':
      return texts.refusal.state.replace('{{states}}', refusal.states.join(' or '));
    case 'ended':
      return texts.refusal.ended;
    case 'guard':
      return guardWords(refusal.guard) ?? refusal.guard;
  }
}

/** Returns undefined for a rule without a text. */
export const guardWords = (guard: string): string | undefined => WORDS[guard];
