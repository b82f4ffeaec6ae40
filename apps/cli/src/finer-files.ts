import type { Instrument, TickColumns } from '@tradeloom/domain'
import { MAX_INTRABAR_TICKS, readColumns, type SpreadChoice, type SpreadModel } from '@tradeloom/market-data'
import { InputError } from './input-error.ts'

/** Ticks that resolve ambiguous minutes of a run on minute files. */
export interface FinerOptions {
  readonly finer?: string[]
  readonly finerFormat?: string
  /** Time zone of these files; their format's own when left out. */
  readonly finerTimezone?: string
}

interface MinuteRun {
  readonly instrument: Instrument
  readonly source: SpreadModel['source']
  readonly spread: SpreadChoice
  readonly start: number
  readonly end: number
}

/** The ticks within the run's period and a note about them; null if none were requested. */
export async function readFinerTicks(
  { finer, finerFormat, finerTimezone }: FinerOptions,
  { instrument, source, spread, start, end }: MinuteRun,
): Promise<{ columns: TickColumns; note: string } | null> {
  if (finer === undefined) {
    if (finerFormat !== undefined || finerTimezone !== undefined)
      throw new InputError('--finer-format and --finer-timezone require --finer FILE')
    return null
  }
  if (finerFormat === undefined) throw new InputError('--finer needs --finer-format')
  const { columns, interval, spreadModel } = await readColumns({
    files: finer,
    format: finerFormat,
    instrument: instrument.id,
    ...(finerTimezone === undefined ? {} : { timezone: finerTimezone }),
    ...spread,
  })
  if (columns.kind !== 'tick') throw new InputError(`--finer: the files contain ${interval} data, not ticks`)
  // Minutes with a spread, resolved by ticks without one, would fill orders at prices that exist in neither.
  if (spreadModel.source !== source)
    throw new InputError(`--finer: the minutes have ${sides(source)}, the ticks have ${sides(spreadModel.source)}`)
  const cut = ticksBetween(columns, start, end)
  const rows = cut.time.length
  if (rows === 0) throw new InputError('--finer: the files contain no ticks within the period of the run')
  if (rows > MAX_INTRABAR_TICKS)
    throw new InputError(`--finer: ${rows} ticks in the period exceed the limit of ${MAX_INTRABAR_TICKS}`)
  return {
    columns: cut,
    note: `${rows.toLocaleString('en-US')} ticks resolved the minutes where bars alone were ambiguous.`,
  }
}

function sides(source: SpreadModel['source']): string {
  if (source === 'both') return 'bid and ask'
  return source === 'trade' ? 'one price (trades)' : `one price (${source})`
}

function ticksBetween({ time, bid, ask }: TickColumns, start: number, end: number): TickColumns {
  const firstAtLeast = (least: number): number => {
    const row = time.findIndex((at) => at >= least)
    return row === -1 ? time.length : row
  }
  const [from, to] = [firstAtLeast(start), firstAtLeast(end)]
  return { kind: 'tick', time: time.subarray(from, to), bid: bid.subarray(from, to), ask: ask.subarray(from, to) }
}
