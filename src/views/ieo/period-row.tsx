/** The row with the subscription period of an offering. */
import type { OfferedTokens } from '../../app/ieo/use-offerings.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { DetailRow } from '../../ui/detail-list.tsx';

/** Both times; a line breaks between them, and only in a narrow place within one. */
export function PeriodRow({ offering }: { readonly offering: OfferedTokens }) {
  const t = useText('ieo');
  const format = useFormat();
  return (
    <DetailRow name={t('period')} isOneLine>
      <span>
        <span className="inline-block">{format.dateTime(offering.opens_at)}</span>
        {' – '}
        <span className="inline-block">{format.dateTime(offering.closes_at)}</span>
      </span>
    </DetailRow>
  );
}
