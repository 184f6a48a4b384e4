/** The hooks of the authorization code, the team and adding a member. */
import { useEffect } from 'react';
import type { AuthorizationCode } from '../../../contract/identity/security.ts';
import { useSecondsLeft } from '../../ui/use-seconds-left.ts';
import { teamMemberForm } from './team-member-form.ts';
import { useQuery, type QueryView } from '../core/hooks/use-query.ts';
import { useReloadWhenShown } from '../core/hooks/use-reload-when-shown.ts';
import { useSubmission } from '../core/hooks/use-submission.ts';
import { useWhenDone } from '../core/hooks/use-when-done.ts';

/**
 * Returns the code with which an agent may add the user, and its remaining time; a new one follows.
 */
export function useAuthorizationCode(): QueryView<AuthorizationCode> & {
  readonly secondsLeft: number;
} {
  const query = useQuery('getAuthorizationCode', {});
  const { data, retry } = query;
  const secondsLeft = useSecondsLeft(data?.expires_at ?? null);
  const isOver = data !== null && secondsLeft === 0;
  useReloadWhenShown(retry);
  useEffect(() => {
    if (isOver) retry();
  }, [isOver, retry]);
  return { ...query, secondsLeft };
}

/** Returns the totals of the agent's team. */
export function useTeam() {
  const query = useQuery('getTeam', {});
  useReloadWhenShown(query.retry);
  return query;
}

/** The form that adds users to the team by their authorization codes, one after the other. */
export function useTeamMemberForm(onAdded: () => void) {
  const form = useSubmission(teamMemberForm, { onSuccess: onAdded });
  useWhenDone(form.status, form.reset);
  return form;
}
