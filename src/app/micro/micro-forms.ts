/** The forms that place a fast contract and that set own limits. */
import { wireAmount } from '../../../machines/app/core/amount.rules.ts';
import {
  MICRO_LIMITS_RULES,
  type MicroLimitsFields,
} from '../../../machines/app/micro/micro-limits.rules.ts';
import {
  MICRO_TICKET_RULES,
  type MicroTicketFacts,
  type MicroTicketFields,
} from '../../../machines/app/micro/micro-ticket.rules.ts';
import type { SubmissionForm } from '../core/forms/submission-form.ts';

export const microTicketForm: SubmissionForm<
  'placeMicroOrder',
  MicroTicketFields,
  MicroTicketFacts
> = {
  name: 'placeMicroOrder',
  rules: MICRO_TICKET_RULES,
  request: ({ productId, direction, stake, profitPpm, lossPpm }) => ({
    micro_product_id: productId,
    direction,
    stake: wireAmount(stake),
    profit_ppm: profitPpm,
    loss_ppm: lossPpm,
  }),
  readRecord: (id, api, options) => api.call('getMicroOrder', { id }, options),
};

export const microLimitsForm: SubmissionForm<'setMicroLimits', MicroLimitsFields, null> = {
  name: 'setMicroLimits',
  rules: MICRO_LIMITS_RULES,
  request: ({ dailyLoss, dailyLossBefore, breakHours }) => ({
    ...(dailyLoss !== dailyLossBefore && {
      daily_loss_limit: dailyLoss === '' ? '' : wireAmount(dailyLoss),
    }),
    ...(breakHours !== '' && { break_hours: breakHours }),
  }),
};
