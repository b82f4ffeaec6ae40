import { intervalOfMs } from '../detect-interval.ts'
import { ImportError } from '../import-error.ts'
import type { ImportFormat, ReadContext } from '../import-format.ts'
import { readJson } from '../json-rows.ts'
import type { TextFile } from '../open-files.ts'
import { type ParsedFile, ParsedRows } from '../parsed-rows.ts'
import { sideOf } from './csv-format.ts'

/**
 * Payloads of Dukascopy's feed as JSON: a first value, and for each row the difference to the row before it in units of
 * `multiplier`, times in units of `shift` (candles) or milliseconds (ticks). The file's name states the side of
 * candles.
 */
export const dukascopyFormat: ImportFormat = {
  name: 'dukascopy',
  title: 'Dukascopy payloads',
  description:
    'JSON payloads of the Dukascopy feed: ticks, or candles of minutes, hours or days of one side (BID or ASK in the ' +
    'file name; import both sides to get bid and ask bars). Times are in UTC.',
  defaultTimezone: 'UTC',
  extensions: ['.json', '.gz', '.zip'],
  needsMapping: false,
  read: readDukascopy,
}

type Payload = Readonly<Record<string, unknown>>

async function readDukascopy(file: TextFile, context: ReadContext): Promise<ParsedFile> {
  const value = await readJson(file, context.buffers.budget)
  const payload = (value ?? {}) as Payload
  if (
    typeof payload.timestamp !== 'number' ||
    typeof payload.multiplier !== 'number' ||
    !Array.isArray(payload.times)
  ) {
    throw new ImportError('this is not a Dukascopy price payload (timestamp, multiplier, times)', file.name)
  }
  if (!(payload.multiplier > 0)) throw new ImportError(`multiplier ${payload.multiplier}`, file.name)
  const parsed = 'shift' in payload ? readCandles(payload, file, context) : readTicks(payload, file, context)
  context.onRows(parsed.rows)
  return parsed
}

function readCandles(payload: Payload, file: TextFile, context: ReadContext): ParsedFile {
  const side = sideOf(`${file.fileName} ${file.entryName}`)
  const sink = new ParsedRows(file.name, 'bar', side === 'trade' ? 'bid' : side, context)
  const shift = payload.shift as number
  sink.interval = intervalOfMs(shift)
  if (sink.interval === null) throw new ImportError(`candles of ${shift} ms match no known interval`, file.name)
  const times = deltas(payload, 'times', file)
  const volumes = deltas(payload, 'volumes', file, times.length)
  const [open, high, low, close] = (['open', 'high', 'low', 'close'] as const).map((name) =>
    prices(payload, name, `${name}s`, times.length, file),
  ) as [Float64Array, Float64Array, Float64Array, Float64Array]
  let time = payload.timestamp as number
  for (let row = 0; row < times.length; row++) {
    time += (times[row] as number) * shift
    const [o, h, l, c] = [open[row], high[row], low[row], close[row]] as [number, number, number, number]
    sink.bar(row + 1, time, o, h, l, c, volumes[row] as number)
  }
  return sink.finish()
}

function readTicks(payload: Payload, file: TextFile, context: ReadContext): ParsedFile {
  const sink = new ParsedRows(file.name, 'tick', 'both', context)
  const times = deltas(payload, 'times', file)
  const bid = prices(payload, 'bid', 'bids', times.length, file)
  const ask = prices(payload, 'ask', 'asks', times.length, file)
  let time = payload.timestamp as number
  for (let row = 0; row < times.length; row++) {
    time += times[row] as number
    sink.quoteTick(row + 1, time, bid[row] as number, ask[row] as number)
  }
  return sink.finish()
}

/** Cumulative sums, in whole units so that each price is exactly the double nearest to its decimals. */
function prices(payload: Payload, start: string, list: string, length: number, file: TextFile): Float64Array {
  const steps = deltas(payload, list, file, length)
  const units = Math.round(1 / (payload.multiplier as number))
  const first = payload[start]
  if (length > 0 && typeof first !== 'number') throw new ImportError(`"${start}" is missing`, file.name)
  let value = Math.round((first as number) * units)
  return Float64Array.from(steps, (step) => {
    value += step
    return value / units
  })
}

function deltas(payload: Payload, name: string, file: TextFile, length?: number): readonly number[] {
  const list = payload[name]
  const numbers = Array.isArray(list) && list.every((one) => typeof one === 'number' && Number.isFinite(one))
  if (!numbers) throw new ImportError(`"${name}" is not a list of numbers`, file.name)
  if (length !== undefined && list.length !== length) {
    throw new ImportError(
      `"${name}" has ${list.length} values where "times" has ${length}; the file is incomplete`,
      file.name,
    )
  }
  return list as readonly number[]
}
