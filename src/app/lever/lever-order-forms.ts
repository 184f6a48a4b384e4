/** The forms that open a contract position and that change its targets. */
import { LEVER_TICKET_RULES } from '../../../machines/app/lever/lever-ticket.rules.ts';
import type {
  LeverTicketFacts,
  LeverTicketFields,
} from '../../../machines/app/lever/lever-ticket.types.ts';
import {
  TARGETS_RULES,
  type TargetsFacts,
  type TargetsFields,
} from '../../../machines/app/lever/targets.rules.ts';
import { wireAmount } from '../../../machines/app/core/amount.rules.ts';
import type { SubmissionForm } from '../core/forms/submission-form.ts';

export const leverTicketForm: SubmissionForm<
  'placeLeverOrder',
  LeverTicketFields,
  LeverTicketFacts
> = {
  name: 'placeLeverOrder',
  rules: LEVER_TICKET_RULES,
  draft: {
    about: [],
    keeps: ['direction', 'type', 'lots', 'multiple', 'price', 'takeProfit', 'stopLoss'],
  },
  request: ({
    marketId,
    direction,
    type,
    lots,
    multiple,
    price,
    takeProfit,
    stopLoss,
    ...seen
  }) => ({
    lever_market_id: marketId,
    direction,
    type,
    lots,
    multiple,
    ...(type === 'limit' && { price: wireAmount(price) }),
    ...(type === 'market' && seen.worst !== '' && { worst_price: wireAmount(seen.worst) }),
    ...(takeProfit !== '' && { take_profit: wireAmount(takeProfit) }),
    ...(stopLoss !== '' && { stop_loss: wireAmount(stopLoss) }),
    fee_ppm: seen.feePpm,
    night_ppm: seen.nightPpm,
  }),
  readRecord: (id, api, options) => api.call('getLeverOrder', { id }, options),
};

export const targetsForm: SubmissionForm<'amendLeverTargets', TargetsFields, TargetsFacts> = {
  name: 'amendLeverTargets',
  rules: TARGETS_RULES,
  request: ({ id, revision, takeProfit, stopLoss }) => ({
    id,
    revision,
    take_profit: wireAmount(takeProfit),
    stop_loss: wireAmount(stopLoss),
  }),
};
