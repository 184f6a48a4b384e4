/** Every lifecycle whose course can be explained: its machine, who takes part, what can happen. */
import type { AnyStateMachine } from 'xstate';
import type { LifecycleKind } from '../../../contract/lifecycle-kinds.ts';
import { DEPOSIT_EVENTS, DEPOSIT_ROLES } from '../wallet/deposit.events.ts';
import { depositMachine } from '../wallet/deposit.machine.ts';
import {
  FEEDBACK_TICKET_EVENTS,
  FEEDBACK_TICKET_ROLES,
} from '../feedback/feedback-ticket.events.ts';
import { feedbackTicketMachine } from '../feedback/feedback-ticket.machine.ts';
import { FIAT_AD_EVENTS, FIAT_AD_ROLES } from '../fiat/fiat-ad.events.ts';
import { fiatAdMachine } from '../fiat/fiat-ad.machine.ts';
import { FIAT_ORDER_EVENTS, FIAT_ORDER_ROLES } from '../fiat/fiat-order.events.ts';
import { fiatOrderMachine } from '../fiat/fiat-order.machine.ts';
import { KYC_REVIEW_EVENTS, KYC_REVIEW_ROLES } from '../verification/kyc-review.events.ts';
import { kycReviewMachine } from '../verification/kyc-review.machine.ts';
import { SPOT_ORDER_EVENTS, SPOT_ORDER_ROLES } from '../spot/spot-order.events.ts';
import { spotOrderMachine } from '../spot/spot-order.machine.ts';
import { WITHDRAWAL_EVENTS, WITHDRAWAL_ROLES } from '../wallet/withdrawal.events.ts';
import { withdrawalMachine } from '../wallet/withdrawal.machine.ts';
import * as probes from './probes.ts';

type Fields = Readonly<Record<string, unknown>>;
/** An event without who sends it. */
export type Probe = { readonly type: string } & Fields;

export interface ExplainedLifecycle {
  readonly machine: AnyStateMachine;
  readonly roles: readonly string[];
  readonly events: Readonly<Record<string, EventFacts>>;
  /** Examples of the event as it could happen to a record with this context. */
  probesOf(context: Fields, event: string): readonly Probe[];
  /** Who acts in a role, as the machine knows them. */
  personOf(context: Fields, role: string): number;
}

interface EventFacts {
  /** Who may send it at all. */
  readonly roles: readonly string[];
  readonly description: string;
}

interface Parts<Context> {
  readonly machine: AnyStateMachine;
  readonly roles: readonly string[];
  readonly events: Readonly<
    Record<
      string,
      { readonly description: string } & (
        | { readonly role: string }
        | { readonly roles: readonly string[] }
      )
    >
  >;
  readonly probes: (context: Context) => Readonly<Record<string, readonly Probe[]>>;
  readonly person: (context: Context, role: string) => number;
}

function lifecycle<Context>(parts: Parts<Context>): ExplainedLifecycle {
  const events = Object.entries(parts.events).map(([type, facts]) => [
    type,
    {
      roles: 'roles' in facts ? facts.roles : [facts.role],
      description: facts.description,
    },
  ]);
  return {
    machine: parts.machine,
    roles: parts.roles,
    events: Object.fromEntries(events) as Record<string, EventFacts>,
    probesOf: (context, event) => parts.probes(context as Context)[event] ?? [],
    personOf: (context, role) => parts.person(context as Context, role),
  };
}

export const LIFECYCLES: Readonly<Record<LifecycleKind, ExplainedLifecycle>> = {
  'fiat-order': lifecycle({
    machine: fiatOrderMachine,
    roles: FIAT_ORDER_ROLES,
    events: FIAT_ORDER_EVENTS,
    probes: () => probes.fiatOrderProbes,
    person: probes.fiatOrderPerson,
  }),
  'fiat-ad': lifecycle({
    machine: fiatAdMachine,
    roles: FIAT_AD_ROLES,
    events: FIAT_AD_EVENTS,
    probes: probes.fiatAdProbes,
    person: probes.fiatAdPerson,
  }),
  withdrawal: lifecycle({
    machine: withdrawalMachine,
    roles: WITHDRAWAL_ROLES,
    events: WITHDRAWAL_EVENTS,
    probes: probes.withdrawalProbes,
    person: probes.withdrawalPerson,
  }),
  deposit: lifecycle({
    machine: depositMachine,
    roles: DEPOSIT_ROLES,
    events: DEPOSIT_EVENTS,
    probes: probes.depositProbes,
    person: probes.depositPerson,
  }),
  'kyc-review': lifecycle({
    machine: kycReviewMachine,
    roles: KYC_REVIEW_ROLES,
    events: KYC_REVIEW_EVENTS,
    probes: probes.kycReviewProbes,
    person: probes.kycReviewPerson,
  }),
  'feedback-ticket': lifecycle({
    machine: feedbackTicketMachine,
    roles: FEEDBACK_TICKET_ROLES,
    events: FEEDBACK_TICKET_EVENTS,
    probes: () => probes.feedbackTicketProbes,
    person: probes.feedbackTicketPerson,
  }),
  'spot-order': lifecycle({
    machine: spotOrderMachine,
    roles: SPOT_ORDER_ROLES,
    events: SPOT_ORDER_EVENTS,
    probes: probes.spotOrderProbes,
    person: probes.spotOrderPerson,
  }),
};
