import { INTERVAL_KEYS, type Interval } from './interval.ts'

/** Bars of seconds and of weeks are no choice for trading. */
const NEVER: readonly Interval[] = ['S5', 'S15', 'S30', 'W1']
const NOT_ON_FXCM: readonly Interval[] = ['M1', 'M2', 'M5']

/** The intervals that sessions on instruments of a broker can have. */
export function sessionIntervals(broker: string): readonly Interval[] {
  const isLeftOut = (interval: Interval): boolean =>
    NEVER.includes(interval) || (broker === 'FXCM' && NOT_ON_FXCM.includes(interval))
  return INTERVAL_KEYS.filter((interval) => !isLeftOut(interval))
}
