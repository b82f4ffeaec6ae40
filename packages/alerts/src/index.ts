export type { AlertOutcome, AlertFiring, AlertGap } from './alert-outcome.ts'
export { alertHistory, type AlertHistory } from './alert-history.ts'
export { type AlertRow, InstrumentAlerts, type WatchedAlert } from './instrument-alerts.ts'
export { indicatorProblem } from './indicator-problem.ts'
