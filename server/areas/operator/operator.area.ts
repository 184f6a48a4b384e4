/** The door of operator: everything that the rest of the server may import from this area. */
// Opening
export { openOperator } from './open-operator.ts';
// Lifecycles
export { contractOrderReport } from './contract-order-report.ts';
export { microOrderReport, readMicroRecord } from './micro-order-report.ts';
export { recordReport, spotOrderReport } from './lifecycle-reader.ts';
export { RECORD_LIFECYCLES } from './record-lifecycles.ts';
// Seed
export { seedDemoOperator } from './demo-operator.ts';
// Functions
export { addOperator, disableOperator, resetOperator } from './operator-accounts.ts';
export { findOperatorByAccount } from './operators.repo.ts';
// Types
export type { LeverInstruments, NamedInstrument } from './lever-market-view.ts';
export type { OperatorServices } from './open-operator.ts';
export type { OperatorHandlers } from './operator-handlers.ts';
export type { OperatorAuthenticateError, SignedInOperator } from './operator-sessions.ts';
