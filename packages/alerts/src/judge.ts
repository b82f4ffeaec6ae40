import type { AlertFrequency, AlertSide, AlertState, AlertTerms } from '@tradeloom/domain/alerts'

/** Each of them is a notification: what flickers more than that is paused. */
export const MAX_FIRINGS = 10
export const FIRINGS_MS = 60_000

export interface Judged {
  readonly state: AlertState
  readonly fires: boolean
}

/** What a value means for an alert in a state. A value that is not known changes nothing. */
export function judge(
  { value: measured, direction, fires: frequency }: Pick<AlertTerms, 'value' | 'direction' | 'fires'>,
  state: AlertState,
  { value, target, time }: { readonly value: number; readonly target: number; readonly time: number },
): Judged {
  if (!Number.isFinite(value) || !Number.isFinite(target)) return { state, fires: false }
  const side = Math.sign(value - target) as AlertSide
  // A fall is as large as it is deep.
  const fires = isFiring(measured.kind === 'change' ? 'above' : direction, frequency, state.side, side)
  if (!fires) return { state: state.side === side ? state : { ...state, side }, fires }
  const isSame = time - state.countedFrom < FIRINGS_MS
  const counted = isSame ? { count: state.count + 1 } : { countedFrom: time, count: 1 }
  return { state: { ...state, side, ...counted }, fires }
}

/** Reaching a value counts as crossing it; leaving it again, on either side, does not. */
function isFiring(
  direction: AlertTerms['direction'],
  frequency: AlertFrequency,
  before: AlertSide | null,
  side: AlertSide,
): boolean {
  if (direction === 'crosses') return before !== null && before !== 0 && side !== before
  const sign = direction === 'above' ? 1 : -1
  if (side * sign < 0) return false
  return frequency === 'bar-close' || before === null || before * sign < 0
}
