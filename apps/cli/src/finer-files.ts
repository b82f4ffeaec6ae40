import type { Instrument, TickColumns } from '@tradeloom/domain'
import { MOST_FINER_TICKS, readColumns, type SpreadChoice, type SpreadModel } from '@tradeloom/market-data'
import { InputError } from './input-error.ts'

/** Ticks that decide the unclear minutes of a run on files of minutes. */
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

/** The ticks of the run's period and a line for people about them; null when none were asked for. */
export async function readFinerTicks(
  { finer, finerFormat, finerTimezone }: FinerOptions,
  { instrument, source, spread, start, end }: MinuteRun,
): Promise<{ columns: TickColumns; note: string } | null> {
  if (finer === undefined) {
    if (finerFormat !== undefined || finerTimezone !== undefined)
      throw new InputError('--finer-format and --finer-timezone go with --finer FILE')
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
  if (columns.kind !== 'tick') throw new InputError(`--finer: the files hold ${interval} data, not ticks`)
  // Minutes with a spread decided by ticks without one would fill orders at prices that neither has.
  if (spreadModel.source !== source)
    throw new InputError(`--finer: the minutes have ${sides(source)}, the ticks have ${sides(spreadModel.source)}`)
  const cut = ticksBetween(columns, start, end)
  const rows = cut.time.length
  if (rows === 0) throw new InputError('--finer: the files hold no ticks of the period of the run')
  if (rows > MOST_FINER_TICKS)
    throw new InputError(`--finer: ${rows} ticks in the period are more than the ${MOST_FINER_TICKS} that fit`)
  return { columns: cut, note: `${rows} ticks of the period decide what the bars leave unclear.` }
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
