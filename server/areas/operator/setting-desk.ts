/** Links of the installation, as operators set them. */
import type { OperatorSetting } from '../../../contract/operator/schemas/settings.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import { LINK_SETTINGS } from '../../../contract/content/content.ts';
import type { LinkSetting } from '../../../contract/content/content.ts';
import type { Database, Executor } from '../../kit/db/database.ts';
import { transaction } from '../../kit/db/transaction.ts';
import { putSetting } from '../../kit/settings/settings.repo.ts';
import { findLink } from '../../kit/settings/settings.ts';
import type { StartLinks } from '../../kit/settings/settings.ts';
import { writeAudit } from './audit-trail.ts';
import type { OperatorAct } from './audit-trail.ts';
import { findLastAct } from './revisions.repo.ts';

/** A setting and its new value, at the revision that the operator saw, with the operator and the reason. */
interface SettingOrder {
  readonly key: LinkSetting;
  /** Empty for none. */
  readonly value: string;
  readonly seen: number;
  readonly act: OperatorAct;
  readonly reason: string;
}

export interface SettingDesk {
  list(): Promise<OperatorSetting[]>;
  save(order: SettingOrder): Promise<Result<OperatorSetting, 'not_changed'>>;
}

/** @param links the links that the server was started with. */
export function createSettingDesk(database: Database, links: StartLinks): SettingDesk {
  const read = async (db: Executor, key: LinkSetting): Promise<OperatorSetting> => {
    const { revision, act } = await findLastAct(db, ['setting', key]);
    const stored = await findLink(db, key);
    const value = stored ?? links[key] ?? '';
    return { key, value, is_of_start: stored === undefined, revision, last_act: act };
  };
  return {
    list: () => Promise.all(LINK_SETTINGS.map((key) => read(database, key))),
    save: ({ key, value, seen, act, reason }) =>
      transaction(database, async (tx) => {
        const before = await read(tx, key);
        if (!before.is_of_start && before.value === value) return refuse('not_changed');
        await writeAudit(tx, act, {
          action: 'setting.save',
          subject: ['setting', key],
          reason,
          seen,
          details: { before: before.value, after: value },
        });
        await putSetting(tx, key, value);
        return ok(await read(tx, key));
      }),
  };
}
