// What alerts watch, apart from the rest: pages without alerts do not load it.
export {
  ALERT_DIRECTIONS,
  ALERT_FREQUENCIES,
  ALERT_INTERVALS,
  ALERT_QUOTES,
  type AlertDirection,
  type AlertFrequency,
  type AlertIndicator,
  type AlertInterval,
  type AlertTerms,
  type AlertValue,
  MAX_CHANGE_MINUTES,
} from './alerts/alert-terms.ts'
export { type AlertSide, type AlertState, NEW_ALERT_STATE } from './alerts/alert-state.ts'
export { alertProblem } from './alerts/alert-problem.ts'
export { describeAlert, describeAlertNumber, describeAlertValue } from './alerts/describe-alert.ts'
