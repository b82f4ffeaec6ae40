import { DAY } from '../time/units.ts'
import { KNOWN_QUALITIES, type KnownQuality, type KnownRevision } from './revision.ts'

/** Revisions as columns, in the order in which they became known; all have the same length. */
export interface KnownColumns {
  readonly kind: 'known'
  /** UTC milliseconds. */
  readonly knownAt: Float64Array
  /** Start of the period, UTC milliseconds. */
  readonly period: Float64Array
  /** The first moment after it. */
  readonly periodEnd: Float64Array
  readonly value: Float64Array
  /** Index in `KNOWN_QUALITIES`. */
  readonly quality: Float64Array
  /** 1 for a value that was known before its period ended, else 0. */
  readonly forecast: Float64Array
}

/** Column names in the order in which files and shared buffers store them. */
export const KNOWN_COLUMNS = ['knownAt', 'period', 'periodEnd', 'value', 'quality', 'forecast'] as const

export function knownColumns(revisions: readonly KnownRevision[]): KnownColumns {
  const column = (of: (revision: KnownRevision) => number): Float64Array => Float64Array.from(revisions, of)
  return {
    kind: 'known',
    knownAt: column(({ knownAt }) => knownAt),
    period: column(({ periodStart }) => periodStart),
    periodEnd: column(({ periodEnd }) => periodEnd),
    value: column(({ value }) => value),
    quality: column(({ quality }) => KNOWN_QUALITIES.indexOf(quality)),
    forecast: column((revision) => (isForecast(revision) ? 1 : 0)),
  }
}

export function joinColumns(first: KnownColumns, second: KnownColumns): KnownColumns {
  const join = (name: (typeof KNOWN_COLUMNS)[number]): Float64Array => {
    const joined = new Float64Array(first[name].length + second[name].length)
    joined.set(first[name])
    joined.set(second[name], first[name].length)
    return joined
  }
  const columns = KNOWN_COLUMNS.map((name) => [name, join(name)])
  return { kind: 'known', ...Object.fromEntries(columns) } as KnownColumns
}

/** The rows at these places, in this order. */
export function pickRows(columns: KnownColumns, rows: readonly number[]): KnownColumns {
  const picked = KNOWN_COLUMNS.map((name) => [name, Float64Array.from(rows, (row) => columns[name][row] as number)])
  return { kind: 'known', ...Object.fromEntries(picked) } as KnownColumns
}

/** Rates of a day are fixed and published on that day: they are no forecasts, although it has not ended. */
function isForecast({ knownAt, periodEnd }: Pick<KnownRevision, 'knownAt' | 'periodEnd'>): boolean {
  return periodEnd - knownAt > DAY
}

export function qualityOf({ quality }: KnownColumns, row: number): KnownQuality {
  return KNOWN_QUALITIES[quality[row] as number] as KnownQuality
}
