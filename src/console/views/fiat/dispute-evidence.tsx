/** The evidence of a dispute: vouchers, payment code and claims. */
import type { ReactNode } from 'react';
import type { DisputeDetail } from '../../../../contract/operator/schemas/fiat.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { PrivatePicture } from '../parts/private-picture.tsx';

/** The evidence of both sides: the buyer's vouchers, the seller's payment code, and all claims. */
export function DisputeEvidence({ dispute }: { readonly dispute: DisputeDetail }) {
  const t = useText('operator');
  const { qr_picture_id: code } = dispute.payee;
  return (
    <section className="flex flex-col gap-4">
      <h3 className="font-semibold">{t('dispute.evidence')}</h3>
      {dispute.claims.map((claim) => (
        <Claim key={`${claim.by} ${claim.at}`} claim={claim} />
      ))}
      <Pictures>
        {dispute.voucher_ids.map((id, index) => (
          <PrivatePicture key={id} id={id} label={t('dispute.voucher', { number: index + 1 })} />
        ))}
        {code !== null && <PrivatePicture id={code} label={t('payee.code')} />}
      </Pictures>
    </section>
  );
}

function Claim({ claim }: { readonly claim: DisputeDetail['claims'][number] }) {
  const t = useText('operator');
  const format = useFormat();
  return (
    <article
      className={`rounded-card border border-line bg-surface p-3 ${claim.by === 'buyer' ? 'me-8' : 'ms-8'}`}
    >
      <p className="mb-1 flex flex-wrap justify-between gap-x-3 text-sm text-muted">
        <span>
          {t(`role.${claim.by}`)} · {t(`claim.${claim.reason}`)}
        </span>
        <time>{format.dateTime(claim.at)}</time>
      </p>
      <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
        {claim.content}
      </p>
      {claim.picture_ids.length > 0 && (
        <div className="mt-3">
          <Pictures>
            {claim.picture_ids.map((id, index) => (
              <PrivatePicture
                key={id}
                id={id}
                label={t('feedback.picture', { number: index + 1 })}
              />
            ))}
          </Pictures>
        </div>
      )}
    </article>
  );
}

function Pictures({ children }: { readonly children: ReactNode }) {
  return <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">{children}</div>;
}
