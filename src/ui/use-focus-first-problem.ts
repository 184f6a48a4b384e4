/** The hook that moves the focus to the first invalid field after an attempt. */
import { useEffect, useRef, useState } from 'react';

/**
 * Moves the focus to the first invalid field after an attempt with problems. Edits never move it.
 * The form gets `formRef`, and each attempt must call `noteAttempt`.
 */
export function useFocusFirstProblem(isBusy: boolean) {
  const formRef = useRef<HTMLFormElement>(null);
  const [attempts, setAttempts] = useState(0);
  useEffect(() => {
    if (attempts === 0 || isBusy) return;
    formRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempts, isBusy]);
  return { formRef, noteAttempt: () => setAttempts((count) => count + 1) };
}
