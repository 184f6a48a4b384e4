/** A sentence around one live amount. */
import { formatGlance, formatWhole } from '../format/glance.ts';
import { useFormat } from '../format/use-format.ts';
import { WholeOnTap } from './whole-on-tap.tsx';

interface GlanceSentenceProps {
  /** Decimal text; null while unknown. */
  readonly value: string | null;
  readonly code: string;
  /** The currency's name is next to the sentence. */
  readonly isCodeHidden?: boolean;
  /** The sentence around the amount. */
  readonly say: (amount: string) => string;
}

/** A sentence with a short balance; a tap shows every digit. */
export function GlanceSentence({ value, code, isCodeHidden = false, say }: GlanceSentenceProps) {
  const { locale } = useFormat();
  const unit = isCodeHidden ? '' : ` ${code}`;
  if (value === null) return <>{say('…')}</>;
  return (
    <WholeOnTap
      short={say(`${formatGlance(locale, value, code)}${unit}`)}
      whole={say(`${formatWhole(locale, value, code)}${unit}`)}
    />
  );
}
