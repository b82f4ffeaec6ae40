import type { RunSpec } from '../run-spec.ts'

/**
 * The trading hours that the metrics of a run count: those of the traded instrument, or of another one that trades on
 * weekends, so that no day on which equity moves is left out.
 */
export function hoursOfRun({
  instrument,
  closures,
  markets = [],
}: Pick<RunSpec, 'instrument' | 'closures' | 'markets'>): Pick<RunSpec, 'closures'> & {
  readonly calendar: RunSpec['instrument']['calendar']
} {
  const own = { instrument, closures }
  const widest = [own, ...markets].find((market) => market.instrument.calendar === 'always') ?? own
  return { calendar: widest.instrument.calendar, closures: widest.closures }
}
