/** The ledger, the audit log and the development mailbox. */
import { z } from 'zod';
import {
  decimalText,
  epochMs,
  pageFields,
  recordIdField,
  wholeNumber,
} from '../../schemas/fields.ts';
import { AUDIT_SUBJECTS } from '../audit-actions.ts';
import { diskRoom } from './disk.ts';
import { lastActField, nextField, reasonField, revisionField } from './fields.ts';

export const ledgerHealth = z.object({
  /** False as well while the exchange goes on with a ledger that is not verified. */
  is_consistent: z.boolean(),
  /** Faults, each with the rule first and the rows; empty when the ledger is consistent. */
  faults: z.array(z.string()),
  totals: z.array(
    z.object({
      currency_code: z.string(),
      /** Sum of all accounts: `0` in a consistent ledger. */
      sum: decimalText,
      frozen: decimalText,
    }),
  ),
  /** Set while the ledger has not been verified for long, and no fault is known. */
  unverified: z
    .object({
      /** End of the time for which an operator lets the exchange go on; null while it has stopped. */
      continues_until: epochMs.nullable(),
      revision: z.int(),
      last_act: lastActField,
    })
    .nullable(),
  /** The disk's room, because nothing can be booked on a full disk. */
  disk: diskRoom,
});

/** Hours for which the exchange may go on with a ledger that is not verified. */
const UNVERIFIED_HOURS = ['1', '4', '12', '24'] as const;
/** Lets the exchange go on without a verified ledger, until a pass succeeds or finds a fault. */
export const continueUnverifiedBody = z.strictObject({
  hours: z.enum(UNVERIFIED_HOURS),
  revision: revisionField,
  reason: reasonField,
});

/** `kind.verb` of the action, e.g. `withdrawal.approve`. */
const actionText = z.string();
const subjectKind = z.enum(AUDIT_SUBJECTS);
/** Newest first; of one subject if both its fields are given. */
export const listAuditQuery = z
  .strictObject({
    ...pageFields,
    operator_id: wholeNumber(1, 2_147_483_647).optional(),
    subject_kind: subjectKind.optional(),
    subject_id: z
      .string()
      .regex(/^[\w:-]{1,64}$/)
      .optional(),
  })
  .superRefine(({ subject_kind: kind, subject_id: id }, context) => {
    if (id !== undefined && kind === undefined)
      context.addIssue({ code: 'custom', path: ['subject_kind'] });
  });
const auditEntry = z.object({
  id: recordIdField,
  at: epochMs,
  operator_id: z.int(),
  operator_name: z.string(),
  action: actionText,
  subject_kind: subjectKind,
  subject_id: z.string(),
  reason: z.string(),
  /** Facts that are not in the record itself, e.g. values before and after. */
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  address: z.string(),
});
export const auditPage = z.object({ entries: z.array(auditEntry), next: nextField });

/** The latest messages of the development mailbox, of one recipient if given. */
export const listMailboxQuery = z.strictObject({
  recipient: z.string().min(1).max(254).optional(),
});
export const mailbox = z.object({
  /** False if mails and text messages are really sent. */
  is_available: z.boolean(),
  messages: z.array(
    z.object({
      channel: z.enum(['mail', 'sms']),
      recipient: z.string(),
      subject: z.string(),
      body: z.string(),
      sent_at: epochMs,
    }),
  ),
});

export type OperatorLedgerHealth = z.infer<typeof ledgerHealth>;
export type AuditEntry = z.infer<typeof auditEntry>;
export type AuditDetails = AuditEntry['details'];
export type SubjectKind = z.infer<typeof subjectKind>;
