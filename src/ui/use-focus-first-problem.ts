/** The hook that moves the focus to the first invalid field after an attempt. */
import { useEffect, useRef, useState } from 'react';

/**
 * After an attempt that left problems, moves the focus to the first field at fault.
 * Edits never move it. Put `formRef` on the form and call `noteAttempt` with every attempt.
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
