/** Calls about settings, the ledger, jobs, the audit log, event logs of records, the development mailbox and pictures. */
import { ok } from '../../../../contract/result.ts';
import type { OperatorLedgerHealth } from '../../../../contract/operator/schemas/exchange.ts';
import type { Jobs } from '../../../kit/jobs/jobs.ts';
import type { DevelopmentMailbox } from '../../../kit/notify/development-mailbox.ts';
import type { AuditReader } from '../audit-reader.ts';
import type { LedgerDesk } from '../ledger-desk.ts';
import type { LifecycleReader } from '../lifecycle-reader.ts';
import type { SettingDesk } from '../setting-desk.ts';
import type { PictureSource } from '../../../kit/pictures/pictures.types.ts';
import { actOf } from '../operator-handlers.ts';
import type { OperatorHandlers } from '../operator-handlers.ts';
import { pageOf, spanOf } from '../pages.ts';

type ExchangeHandlers = Pick<
  OperatorHandlers,
  | 'listSettings'
  | 'saveSetting'
  | 'getLedgerHealth'
  | 'continueUnverified'
  | 'listJobs'
  | 'listAudit'
  | 'getLifecycle'
  | 'listMailbox'
  | 'readPicture'
>;

interface ExchangeServices {
  readonly settings: SettingDesk;
  readonly audit: AuditReader;
  readonly pictures: PictureSource;
  readonly mailbox: Pick<DevelopmentMailbox, 'list'> | undefined;
  readonly readLifecycle: LifecycleReader;
  readonly jobs: Pick<Jobs, 'list'>;
  readonly ledger: Pick<LedgerDesk, 'continueUnverified'>;
  readLedger(): Promise<OperatorLedgerHealth>;
}

export function createExchangeHandlers(services: ExchangeServices): ExchangeHandlers {
  const { settings, audit, pictures, mailbox } = services;
  return {
    listSettings: async () => ok(await settings.list()),
    saveSetting: ({ revision: seen, ...request }, context) =>
      settings.save({ ...request, seen, act: actOf(context) }),
    getLedgerHealth: async () => ok(await services.readLedger()),
    continueUnverified: (request, context) =>
      services.ledger.continueUnverified(request, actOf(context)),
    listJobs: async () => ok([...services.jobs.list()]),
    listAudit: async (query) => {
      const { operator_id: operatorId, subject_kind: subjectKind, subject_id: subjectId } = query;
      const { beyond: before, count } = spanOf(query);
      const rows = await audit.list({ operatorId, subjectKind, subjectId, before, count });
      const { shown, next } = pageOf(rows, query);
      return ok({ entries: shown, next });
    },
    getLifecycle: ({ kind, id }, { now }) => services.readLifecycle(kind, Number(id), now),
    listMailbox: async ({ recipient }) => {
      const messages = (await mailbox?.list(recipient)) ?? [];
      return ok({
        is_available: mailbox !== undefined,
        messages: messages.map(({ sentAtMs, ...message }) => ({ ...message, sent_at: sentAtMs })),
      });
    },
    readPicture: ({ id }, { operator, now }) =>
      pictures.read({
        pictureId: id,
        reader: { role: 'operator', operatorId: operator.operatorId },
        now,
      }),
  };
}
