/** A sentence around one live amount. */
import { formatGlance, formatWhole } from '../format/glance.ts';
import { useFormat } from '../format/use-format.ts';
import { WholeOnTap } from './whole-on-tap.tsx';

interface GlanceSentenceProps {
  /** Decimal text; null while it is not known. */
  readonly value: string | null;
  readonly code: string;
  /** The currency is named beside the sentence. */
  readonly isCodeHidden?: boolean;
  /** The sentence around the amount. */
  readonly say: (amount: string) => string;
}

/** A sentence with what somebody has, in short; a tap says it with every digit. */
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
