/** Says which markets keep money in the contract account, and why. */
import type { SetAside } from '../../../../machines/app/lever/lever-portfolio.ts';
import { Notice } from '../notice.tsx';
import { useSetAsideTexts } from './use-set-aside-texts.ts';
import type { LeverPair } from './use-lever-pairs.ts';

interface SetAsideNoticeProps {
  readonly setAside: readonly SetAside[];
  readonly pairs: readonly LeverPair[];
  readonly code: string;
}

/** Nothing while nothing is kept. */
export function SetAsideNotice({ setAside, pairs, code }: SetAsideNoticeProps) {
  const texts = useSetAsideTexts(setAside, pairs, code);
  if (texts.length === 0) return null;
  return (
    <div role="status" data-testid="set-aside">
      <Notice tone="warn">
        {texts.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </Notice>
    </div>
  );
}
