import { ImportError } from './import-error.ts'
import type { ReadContext } from './import-format.ts'
import { isPlausible, type ParsedRows } from './parsed-rows.ts'
import { type DayOrder, parseTime } from '@tradeloom/domain/zones'
import { localClock } from '@tradeloom/domain/zones'

/** Reads the time of a row: UTC milliseconds, or NaN if the row was rejected. */
export type RowTime = (text: string, line: number) => number

/** Times of one file; times with a time zone keep it, all others are in the import's time zone. */
export function rowTime(sink: ParsedRows, context: ReadContext, order: DayOrder | null = null): RowTime {
  const local = localRowTime(sink, context)
  /** Whether the first time has an offset, and its line. */
  let first: { readonly hasOffset: boolean; readonly line: number } | null = null
  return (text, line) => {
    const { local: time, offset } = parseTime(text, order)
    if (Number.isNaN(time)) {
      sink.reject('badTime', line, `"${text.slice(0, 40)}" is not a time`)
      return Number.NaN
    }
    // A time that no price can have makes a bad row.
    if (isPlausible(time)) first ??= { hasOffset: offset !== null, line }
    if (first && isPlausible(time) && first.hasOffset !== (offset !== null) && !context.isZoneStated)
      throw mixedOffsets(first, sink.file, line)
    if (offset !== null) return time - offset
    if (context.unknownClock !== undefined) throw unknownZone(context.unknownClock, sink.file, line)
    return local(time, line)
  }
}

function unknownZone(column: string, file: string, line: number): ImportError {
  const message = `the times under "${column}" name no time zone. State the zone of the file`
  return new ImportError(message, file, line, 'timezone')
}

/** In one file, or the rows without an offset would be of another clock than the others. */
function mixedOffsets(first: { readonly hasOffset: boolean; readonly line: number }, file: string, line: number) {
  const message = first.hasOffset
    ? `the time has no UTC offset, unlike that of line ${first.line}. State the zone of such times`
    : `the time has a UTC offset, unlike that of line ${first.line}. State the zone of times without one`
  return new ImportError(message, file, line, 'timezone')
}

/** The same for numeric times: milliseconds of the local clock as if it were UTC. */
export function localRowTime(sink: ParsedRows, context: ReadContext): (local: number, line: number) => number {
  const clock = localClock(context.timezone)
  return (local, line) => {
    const utc = clock.toUtc(local)
    const shown = (): string => new Date(local).toISOString().slice(0, 19).replace('T', ' ')
    if (Number.isNaN(utc)) {
      sink.reject('nonexistentTime', line, `${shown()} does not exist in ${clock.zone}; is the time zone right?`, local)
    } else if (clock.wasAmbiguous()) {
      const message = `${shown()} occurred twice in ${clock.zone}; rows are used in their order`
      context.problems.add('ambiguousTime', sink.file, line, message)
    }
    return utc
  }
}
