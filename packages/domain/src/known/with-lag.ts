import { pickRows, type KnownColumns, qualityOf } from './known-columns.ts'
import { frequencyOfStarts, laggedTime } from './lag-of-frequency.ts'

/** Whether any value is dated by an assumed delay; there are none in a session that has not been told values. */
export function takesLag(columns: KnownColumns): boolean {
  const { length } = columns.knownAt
  return length === 0 || [...columns.knownAt.keys()].some((row) => isLagged(columns, row))
}

/** The same values, where each that is dated by the usual delay is dated by one of so many days. */
export function withLag(columns: KnownColumns, days: number): KnownColumns {
  const frequency = frequencyOfStarts([...new Set(columns.period)].toSorted((a, b) => a - b))
  const longer = (end: number): number => laggedTime(end, frequency, days) - laggedTime(end, frequency)
  const knownAt = columns.knownAt.map((time, row) =>
    isLagged(columns, row) ? time + longer(columns.periodEnd[row] as number) : time,
  )
  const timeOf = (row: number): number => knownAt[row] as number
  const periodOf = (row: number): number => columns.period[row] as number
  const order = [...knownAt.keys()].toSorted((a, b) => timeOf(a) - timeOf(b) || periodOf(a) - periodOf(b))
  return pickRows({ ...columns, knownAt }, order)
}

function isLagged(columns: KnownColumns, row: number): boolean {
  return qualityOf(columns, row) === 'lagged'
}
