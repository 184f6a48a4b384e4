/** The eight tiles of the home screen. */
import { useState, type ComponentType } from 'react';
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
import type { LaterFeature } from '../parts/later-feature.ts';
import { NotYetSheet } from '../parts/not-yet-sheet.tsx';
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
  /** Exactly one of: a page, a planned feature, or a link of the settings. */
  readonly to?: string;
  readonly later?: LaterFeature;
  readonly setting?: 'service_url' | 'app_download_url';
}

/** The eight tiles in the order of SPEC 2. */
const TILES: readonly Tile[] = [
  { name: 'deposit', icon: IconDeposit, to: '/recharge' },
  { name: 'microTrade', icon: IconMicroTrade, to: '/micro-trade' },
  { name: 'storageCurrency', icon: IconSavings, later: 'storageCurrency' },
  { name: 'activity', icon: IconActivity, to: '/activity-center' },
  { name: 'help', icon: IconHelp, to: '/help-center' },
  { name: 'service', icon: IconService, setting: 'service_url' },
  { name: 'security', icon: IconSecurity, to: '/secure-center' },
  { name: 'download', icon: IconDownload, setting: 'app_download_url' },
];

const tileStyle =
  'flex h-full min-h-20 w-full flex-col items-center justify-start gap-2 bg-surface px-1 pt-3.5 pb-2.5 text-center -outline-offset-2 transition-colors duration-150 hover:bg-raised';

/** Shortcuts to the parts of the product. */
export function QuickTiles() {
  const t = useText('home');
  const [later, setLater] = useState<LaterFeature | null>(null);
  return (
    <>
      <ul
        aria-label={t('tiles.label')}
        className="mx-gutter grid grid-cols-4 @max-[16rem]:grid-cols-2 gap-px overflow-hidden rounded-card bg-line"
      >
        {TILES.map((tile) => (
          <li key={tile.name}>
            <TileControl tile={tile} onLater={setLater} />
          </li>
        ))}
      </ul>
      <NotYetSheet feature={later} onClose={() => setLater(null)} />
    </>
  );
}

interface TileControlProps {
  readonly tile: Tile;
  readonly onLater: (feature: LaterFeature) => void;
}

function TileControl({ tile, onLater }: TileControlProps) {
  const { later, setting, to } = tile;
  if (setting !== undefined) return <SettingTile tile={tile} setting={setting} />;
  if (to !== undefined)
    return (
      <Link to={to} className={tileStyle}>
        <TileFace tile={tile} />
      </Link>
    );
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={() => later && onLater(later)}
      className={tileStyle}
    >
      <TileFace tile={tile} />
    </button>
  );
}

/** Opens a link that the operator has set; reports if there is none. */
function SettingTile(props: {
  readonly tile: Tile;
  readonly setting: NonNullable<Tile['setting']>;
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
