import type { SeriesInterval } from '../../store/series.ts'
import { ImportError } from '../import-error.ts'
import type { ImportFormat, ReadContext } from '../import-format.ts'
import type { TextFile } from '../open-files.ts'
import { readRows } from '../read-rows.ts'
import type { RowParser, Sample } from '../store-row.ts'
import { ParsedRows } from '../parsed-rows.ts'
import { localRowTime, type RowTime, rowTime } from '../row-time.ts'
import { cellNumber } from '../text-lines.ts'

const RESOLUTIONS: readonly (readonly [string, SeriesInterval])[] = [
  ['tick', 'Tick'],
  ['second', 'S1'],
  ['minute', 'M1'],
  ['hour', 'H1'],
  ['daily', 'D1'],
]

/**
 * Archives of the Lean engine: no header, the day in the name and the time in milliseconds since midnight; hour and
 * daily files have the day in the row. The time zone is the data time zone of Lean's market-hours database: UTC for
 * OANDA and crypto exchanges, UTC-05:00 without daylight saving time for FXCM.
 */
export const leanFormat: ImportFormat = {
  name: 'lean',
  title: 'Lean archives',
  description:
    'Zip archives of the Lean engine: ticks, seconds, minutes, hours or days; quotes or trades. Several archives or a ' +
    'folder. Times are in UTC, except for FXCM: UTC-05:00.',
  defaultTimezone: 'UTC',
  extensions: ['.zip', '.csv'],
  needsMapping: false,
  timezoneFor: (broker) => (broker === 'FXCM' ? 'UTC-05:00' : 'UTC'),
  read: (file, context) => readRows(file, context, planLean),
}

function planLean(sample: Sample, file: TextFile, context: ReadContext): RowParser {
  const first = sample.rows[0] ?? []
  const words = `${file.entryName} ${file.fileName}`.toLowerCase().split(/[^a-z0-9]+/)
  const resolution = RESOLUTIONS.find(([word]) => words.includes(word) || file.folder.toLowerCase() === word)?.[1]
  const trade = words.includes('trade')
  // Ticks: bid and ask (3 cells), with sizes (5 or more), or trades: price and quantity.
  const tick = resolution === 'Tick' || (resolution === undefined && first.length === 3)
  const time = (sink: ParsedRows): RowTime => leanTime(sink, first[0] ?? '', file, context)
  if (tick && first.length >= 3) return ticks(trade, first.length, time, file, context)
  const interval = resolution ?? null
  if (!tick && first.length >= 10) return quoteBars(interval, time, file, context)
  if (!tick && first.length >= 5) return tradeBars(interval, time, file, context)
  throw new ImportError(`a row of ${first.length} cells matches no Lean format`, file.name, 1)
}

function ticks(
  trade: boolean,
  width: number,
  time: (sink: ParsedRows) => RowTime,
  file: TextFile,
  context: ReadContext,
): RowParser {
  const sink = new ParsedRows(file.name, 'tick', trade ? 'trade' : 'both', context)
  const read = time(sink)
  const ask = width >= 5 ? 3 : 2
  return {
    sink,
    width: trade ? 3 : ask + 1,
    headerRows: 0,
    read(cells, line) {
      const at = read(cells[0] ?? '', line)
      if (Number.isNaN(at)) return
      if (trade) sink.tradeTick(line, at, cellNumber(cells[1]), cellNumber(cells[2]))
      else sink.quoteTick(line, at, cellNumber(cells[1]), cellNumber(cells[ask]))
    },
  }
}

function quoteBars(
  interval: SeriesInterval | null,
  time: (sink: ParsedRows) => RowTime,
  file: TextFile,
  context: ReadContext,
): RowParser {
  const sink = new ParsedRows(file.name, 'bar', 'both', context)
  sink.interval = interval
  const read = time(sink)
  return {
    sink,
    width: 10,
    headerRows: 0,
    read(cells, line) {
      const at = read(cells[0] ?? '', line)
      if (Number.isNaN(at)) return
      // Sizes are those of the book at the end of the bar, not traded quantities: there is no volume.
      sink.quoteBar(line, at, cells.slice(1, 5).map(cellNumber), cells.slice(6, 10).map(cellNumber), 0)
    },
  }
}

function tradeBars(
  interval: SeriesInterval | null,
  time: (sink: ParsedRows) => RowTime,
  file: TextFile,
  context: ReadContext,
): RowParser {
  const sink = new ParsedRows(file.name, 'bar', 'trade', context)
  sink.interval = interval
  const read = time(sink)
  return {
    sink,
    width: 5,
    headerRows: 0,
    read(cells, line) {
      const at = read(cells[0] ?? '', line)
      if (Number.isNaN(at)) return
      const [open, high, low, close] = cells.slice(1, 5).map(cellNumber) as [number, number, number, number]
      sink.bar(line, at, open, high, low, close, cells.length > 5 ? cellNumber(cells[5]) : 0)
    },
  }
}

/** Milliseconds since midnight of the day in the file name, or day and time in the row. */
function leanTime(sink: ParsedRows, first: string, file: TextFile, context: ReadContext): RowTime {
  if (/^\d{8} \d{2}:\d{2}/.test(first)) return rowTime(sink, context)
  const day = /(?:^|[^\d])(\d{4})(\d{2})(\d{2})_/.exec(file.entryName) ?? /^(\d{4})(\d{2})(\d{2})_/.exec(file.fileName)
  if (!day) throw new ImportError('the file name has no day (20140501_…), and neither do the rows', file.name)
  const midnight = Date.UTC(Number(day[1]), Number(day[2]) - 1, Number(day[3]))
  const local = localRowTime(sink, context)
  return (text, line) => {
    const ms = cellNumber(text)
    if (ms >= 0 && ms < 86_400_000) return local(midnight + Math.floor(ms), line)
    sink.reject('badTime', line, `"${text.slice(0, 40)}" is not a time of day in milliseconds`)
    return Number.NaN
  }
}
