/** The hooks of the security center: status, sessions and forms. */
import type { Security, Session } from '../../../contract/identity/security.ts';
import {
  endOtherSessionsForm,
  googleBindingForm,
  googleKeyForm,
  googleUnbindingForm,
  loginPasswordForm,
  payPasswordForm,
} from './security-forms.ts';
import { useQuery, type QueryView } from '../core/hooks/use-query.ts';
import { useReloadWhenShown } from '../core/hooks/use-reload-when-shown.ts';
import { useSubmission } from '../core/hooks/use-submission.ts';

/** Returns the present security settings of the account. */
export function useSecurity(): QueryView<Security> {
  const query = useQuery('getSecurity', {});
  useReloadWhenShown(query.retry);
  return query;
}

/** Returns the user's signed-in sessions. */
export function useSessions(): QueryView<readonly Session[]> {
  const query = useQuery('listSessions', {});
  useReloadWhenShown(query.retry);
  return query;
}

export const useLoginPasswordForm = () => useSubmission(loginPasswordForm);
export const usePayPasswordForm = () => useSubmission(payPasswordForm);
export const useGoogleKeyForm = () => useSubmission(googleKeyForm);
export const useGoogleBindingForm = (onBound: () => void) =>
  useSubmission(googleBindingForm, { onSuccess: onBound });
export const useGoogleUnbindingForm = (onUnbound: () => void) =>
  useSubmission(googleUnbindingForm, { onSuccess: onUnbound });
/** @param onEnded receives the number of sessions that were ended. */
export const useEndOtherSessions = (onEnded: (ended: number) => void) =>
  useSubmission(endOtherSessionsForm, { onSuccess: ({ ended }) => onEnded(ended) });
