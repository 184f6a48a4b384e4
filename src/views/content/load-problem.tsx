import { LIMITS } from '../../../contract/limits.ts';
import type { ProblemName } from '../../../machines/app/problem.ts';
import { useText } from '../../i18n/use-text.ts';
import { ErrorState } from '../../ui/state-panel.tsx';

/** Says why something could not be loaded and offers another try. */
export function LoadProblem(props: { readonly error: ProblemName; readonly onRetry: () => void }) {
  const t = useText('errors');
  const message = t(props.error, { seconds: LIMITS.http_timeout_ms / 1000 });
  return <ErrorState message={message} onRetry={props.onRetry} />;
}
