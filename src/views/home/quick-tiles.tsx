/** The eight tiles of the home screen; seven on an exchange without fast contracts. */
import type { ComponentType } from 'react';
import { Link } from 'react-router-dom';
import { useSetting } from '../../app/core/hooks/use-setting.ts';
import { useText } from '../../i18n/use-text.ts';
import {
  IconActivity,
  IconDeposit,
  IconDownload,
  IconHelp,
  IconMicroTrade,
  IconSavings,
  IconSecurity,
  IconService,
} from '../../ui/icons.ts';
import { showToast } from '../../ui/toast.ts';
import { UNSET_TEXT } from './unset-links.ts';

interface Tile {
  readonly name:
    | 'deposit'
    | 'microTrade'
    | 'storageCurrency'
    | 'activity'
    | 'help'
    | 'service'
    | 'security'
    | 'download';
  readonly icon: ComponentType<{
    className?: string;
    'aria-hidden'?: boolean;
    strokeWidth?: number;
  }>;
  /** A page, or a link of the settings. */
  readonly target: `/${string}` | 'service_url' | 'app_download_url';
}

/** The eight tiles in the order of SPEC 2. */
const TILES: readonly Tile[] = [
  { name: 'deposit', icon: IconDeposit, target: '/recharge' },
  { name: 'microTrade', icon: IconMicroTrade, target: '/micro-trade' },
  { name: 'storageCurrency', icon: IconSavings, target: '/storage-currency-list' },
  { name: 'activity', icon: IconActivity, target: '/activity-center' },
  { name: 'help', icon: IconHelp, target: '/help-center' },
  { name: 'service', icon: IconService, target: 'service_url' },
  { name: 'security', icon: IconSecurity, target: '/secure-center' },
  { name: 'download', icon: IconDownload, target: 'app_download_url' },
];

const tileStyle =
  'flex h-full min-h-20 w-full flex-col items-center justify-start gap-2 bg-surface px-1 pt-3.5 pb-2.5 text-center -outline-offset-2 transition-colors duration-150 hover:bg-tint';

/** Shortcuts to the parts of the product. */
export function QuickTiles() {
  const t = useText('home');
  const isMicroOff = useSetting('micro_trading') === 'off';
  return (
    <ul
      aria-label={t('tiles.label')}
      className="mx-gutter grid grid-cols-4 @max-[16rem]:grid-cols-2 gap-px overflow-hidden rounded-card bg-line"
    >
      {TILES.map(
        (tile) =>
          (tile.name !== 'microTrade' || !isMicroOff) && (
            <li key={tile.name}>
              <TileControl tile={tile} />
            </li>
          ),
      )}
      {isMicroOff && <li aria-hidden className="bg-surface" />}
    </ul>
  );
}

function TileControl({ tile }: { readonly tile: Tile }) {
  const { target } = tile;
  if (target === 'service_url' || target === 'app_download_url')
    return <SettingTile tile={tile} setting={target} />;
  return (
    <Link to={target} className={tileStyle}>
      <TileFace tile={tile} />
    </Link>
  );
}

/** Opens a link that the operator has set; reports if there is none. */
function SettingTile(props: {
  readonly tile: Tile;
  readonly setting: 'service_url' | 'app_download_url';
}) {
  const t = useText('home');
  const url = useSetting(props.setting);
  if (url === undefined || url === '')
    return (
      <button
        type="button"
        className={tileStyle}
        onClick={() => showToast(t(UNSET_TEXT[props.setting]))}
      >
        <TileFace tile={props.tile} />
      </button>
    );
  const target = props.setting === 'service_url' ? '_blank' : '_self';
  return (
    <a href={url} target={target} rel="noopener noreferrer" className={tileStyle}>
      <TileFace tile={props.tile} />
    </a>
  );
}

function TileFace({ tile: { name, icon: Icon } }: { readonly tile: Tile }) {
  const t = useText('home');
  return (
    <>
      <Icon aria-hidden strokeWidth={1.6} className="size-6 shrink-0 text-accent" />
      <span className="line-clamp-2 text-xs leading-tight text-balance wrap-break-word">
        {t(`tiles.${name}`)}
      </span>
    </>
  );
}
