/** The hook of unsaved article text, kept in this browser. */
import { useState } from 'react';
import type { EpochMs } from '../../../contract/time.ts';
import type { NewsFields } from '../../../machines/app/operator/operator-news.rules.ts';
import { useConsole } from '../core/runtime-context.ts';
import { useOperatorSession } from './use-operator-session.ts';

/** An operator's unsaved text. */
interface KeptDraft {
  readonly at: EpochMs;
  readonly fields: Partial<NewsFields>;
}

/**
 * The operator's unsaved text of an article (or of a new one of a category), stored in this
 * browser: it survives a change of section or page, and the end of the session.
 */
export function useNewsDraft(article: string) {
  const { drafts, clock } = useConsole();
  const { access } = useOperatorSession();
  const key = `meridian.newsDraft.${access?.account ?? ''}.${article}`;
  const [kept] = useState(() => readDraft(drafts.get(key)));
  return {
    kept,
    keep: (fields: Partial<NewsFields>) =>
      drafts.set(key, JSON.stringify({ at: clock.now(), fields } satisfies KeptDraft)),
    forget: () => drafts.remove(key),
  };
}

function readDraft(text: string | null): KeptDraft | null {
  try {
    const draft = JSON.parse(text ?? 'null') as Partial<KeptDraft> | null;
    return typeof draft?.at === 'number' && typeof draft.fields === 'object'
      ? { at: draft.at, fields: draft.fields }
      : null;
  } catch {
    return null;
  }
}
