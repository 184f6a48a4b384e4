/** The hooks of the user's verification, live, and of its lifecycle. */
import { useMemo } from 'react';
import type { Verification } from '../../../contract/verification/verification.ts';
import { verificationLifecycle, type VerificationLifecycle } from './verification-mirror.ts';
import { useQuery, type QueryView } from '../core/hooks/use-query.ts';
import { useReloadWhenShown } from '../core/hooks/use-reload-when-shown.ts';
import { usePushedRecords } from '../core/hooks/use-pushed-records.ts';
import { useReloadAfterMissedUpdates, useUserUpdates } from '../core/hooks/use-user-updates.ts';

type VerificationView = QueryView<Verification> & {
  /** Takes the verification from the answer of a call. */
  readonly take: (answer: Verification) => void;
};

/** Each user has one. */
const OWN = 'own';

/** Returns the user's real-name verification: by call, then live. */
export function useVerification(): VerificationView {
  const query = useQuery('getVerification', {});
  const { pushed, add } = usePushedRecords<Verification>();
  const take = (verification: Verification) => add(OWN, verification);
  useUserUpdates('verification', take);
  useReloadWhenShown(query.retry);
  useReloadAfterMissedUpdates(query.refresh);
  const newest = pushed[OWN];
  if (query.status !== 'success') return { ...query, take };
  const isNewer = newest !== undefined && newest.revision > query.data.revision;
  return { ...query, data: isNewer ? newest : query.data, take };
}

/** Returns the state and open actions of a verification from its lifecycle machine. */
export function useVerificationLifecycle({ state }: Verification): VerificationLifecycle {
  return useMemo(() => verificationLifecycle({ state }), [state]);
}
