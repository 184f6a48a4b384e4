import { useMemo, useState } from 'react';
import type { Verification } from '../../../contract/schemas/verification.ts';
import {
  verificationLifecycle,
  type VerificationLifecycle,
} from '../people/verification-mirror.ts';
import { useQuery, type QueryView } from './use-query.ts';
import { useReloadWhenShown } from './use-reload-when-shown.ts';
import { useReloadAfterMissedNews, useUserNews } from './use-user-news.ts';

/** The person's real-name verification: by call, then live. */
export function useVerification(): QueryView<Verification> {
  const query = useQuery('getVerification', {});
  const [told, setTold] = useState<Verification | null>(null);
  useUserNews('verification', setTold);
  useReloadWhenShown(query.retry);
  useReloadAfterMissedNews(query.refresh);
  const isNewer = query.status === 'success' && (told?.revision ?? 0) > query.data.revision;
  return isNewer && told !== null ? { ...query, data: told } : query;
}

/** How a verification stands and what it allows, by its lifecycle machine. */
export function useVerificationLifecycle({ state }: Verification): VerificationLifecycle {
  return useMemo(() => verificationLifecycle({ state }), [state]);
}
