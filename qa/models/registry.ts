/** Every machine that the QA tool knows, in the order of its lists. */
import type { MachineModel } from './model.ts';
import { orderTicketModel } from './order-ticket.model.ts';
import { passwordResetModel } from './password-reset.model.ts';
import { queryModel } from './query.model.ts';
import { registrationModel } from './registration.model.ts';
import { sessionModel } from './session.model.ts';
import { signInModel } from './sign-in.model.ts';
import { socketConnectionModel } from './socket-connection.model.ts';
import { spotMarketBuyModel, spotOrderModel } from './spot-order.model.ts';

export const MODELS: readonly MachineModel[] = [
  sessionModel,
  socketConnectionModel,
  signInModel,
  registrationModel,
  passwordResetModel,
  queryModel,
  orderTicketModel,
  spotOrderModel,
  spotMarketBuyModel,
];

/** @throws UnknownMachineError when no model has that name. */
export function modelNamed(models: readonly MachineModel[], name: string): MachineModel {
  const model = models.find((candidate) => candidate.name === name);
  if (model) return model;
  throw new UnknownMachineError(
    name,
    models.map((candidate) => candidate.name),
  );
}

export class UnknownMachineError extends Error {
  override readonly name = 'UnknownMachineError';

  constructor(machine: string, known: readonly string[]) {
    super(`unknown machine "${machine}"; known machines: ${known.join(', ')}`);
  }
}
