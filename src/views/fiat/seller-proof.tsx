/** The secrets of a seller in a form, with a placeholder while their script loads. */
import { Suspense } from 'react';
import { useSecurity } from '../../app/identity/use-security.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { SellerSecretsForm } from './seller-secrets.tsx';

/** A buyer gives no secret. */
const SellerSecrets = lazyPart(async () => (await import('./seller-secrets.tsx')).SellerSecrets);

/** Asks a seller for their secrets. The fields come once it is known which of them are needed. */
export function SellerProof({ form }: { readonly form: SellerSecretsForm }) {
  const security = useSecurity();
  const isBound = security.data?.is_google_bound === true;
  const placeholder = <Placeholder hasCode={isBound} />;
  return (
    <Suspense fallback={placeholder}>
      <SellerSecrets
        form={form}
        isCodeNeeded={security.status === 'loading' ? null : isBound}
        placeholder={placeholder}
      />
    </Suspense>
  );
}

/** Has the height of the fields, so that nothing moves when they come. */
function Placeholder({ hasCode }: { readonly hasCode: boolean }) {
  return (
    <div data-testid="secrets-loading" className="flex flex-col gap-4">
      <div className="flex flex-col gap-1.5">
        <Skeleton className="h-5 w-36" />
        <Skeleton className="h-12.5 rounded-control" />
        <Skeleton className="h-5 w-24" />
      </div>
      {hasCode && (
        <div className="flex flex-col gap-1.5">
          <Skeleton className="h-5 w-36" />
          <Skeleton className="h-12 rounded-control" />
        </div>
      )}
    </div>
  );
}
