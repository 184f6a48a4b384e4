/** The rows of the side menu. */
import type { ComponentType } from 'react';
import { Link } from 'react-router-dom';
import type { LinkSetting } from '../../../contract/content/content.ts';
import { useSetting } from '../../app/core/hooks/use-setting.ts';
import { useText } from '../../i18n/use-text.ts';
import { IconForward } from '../../ui/icons.ts';
import { showToast } from '../../ui/toast.ts';
import { UNSET_TEXT } from './unset-links.ts';

interface RowProps {
  readonly icon: ComponentType<{ className?: string; 'aria-hidden'?: boolean }>;
  readonly text: string;
}

const rowStyle =
  'flex min-h-12 w-full items-center gap-3.5 rounded-control px-3 text-start -outline-offset-2 transition-colors duration-150 hover:bg-tint';

/** A menu row that opens a page. */
export function PageRow(props: RowProps & { readonly to: string; readonly onOpen: () => void }) {
  return (
    <Link to={props.to} onClick={props.onOpen} className={rowStyle}>
      <RowFace icon={props.icon} text={props.text} />
      <IconForward aria-hidden className="size-4.5 text-faint" />
    </Link>
  );
}

/** A menu row that runs an action. */
export function ActionRow(props: RowProps & { readonly onPress: () => void }) {
  return (
    <button type="button" onClick={props.onPress} className={rowStyle}>
      <RowFace icon={props.icon} text={props.text} />
    </button>
  );
}

/** A menu row that opens a link of the settings; it reports if none is set. */
export function SettingRow(props: RowProps & { readonly setting: LinkSetting }) {
  const t = useText('home');
  const url = useSetting(props.setting);
  if (url === undefined || url === '')
    return (
      <ActionRow
        icon={props.icon}
        text={props.text}
        onPress={() => showToast(t(UNSET_TEXT[props.setting]))}
      />
    );
  return (
    <a
      href={url}
      target={props.setting === 'service_url' ? '_blank' : '_self'}
      rel="noopener noreferrer"
      className={rowStyle}
    >
      <RowFace icon={props.icon} text={props.text} />
    </a>
  );
}

function RowFace({ icon: Icon, text }: RowProps) {
  return (
    <>
      <Icon aria-hidden className="size-5 shrink-0 text-muted" />
      <span className="flex-1">{text}</span>
    </>
  );
}
