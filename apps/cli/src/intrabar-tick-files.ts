import { UserError } from '@tradeloom/domain'
import type { Instrument, TickColumns } from '@tradeloom/domain'
import {
  type ImportReport,
  MAX_INTRABAR_TICKS,
  readColumns,
  type SpreadChoice,
  type SpreadModel,
} from '@tradeloom/market-data'

/** Ticks that resolve ambiguous minutes of a run on minute files. */
export interface IntrabarTickOptions {
  readonly intrabarTicks?: string[]
  readonly intrabarTicksFormat?: string
  /** Time zone of these files; defaults to that of their format. */
  readonly intrabarTicksTimezone?: string
}

interface MinuteRun {
  readonly instrument: Instrument
  readonly source: SpreadModel['source']
  readonly spread: SpreadChoice
  readonly start: number
  readonly end: number
}

/** The ticks within the run's period and a note about them; null if none were requested. */
export async function readIntrabarTicks(
  { intrabarTicks, intrabarTicksFormat, intrabarTicksTimezone }: IntrabarTickOptions,
  { instrument, source, spread, start, end }: MinuteRun,
): Promise<{ columns: TickColumns; note: string; report: ImportReport } | null> {
  if (intrabarTicks === undefined) {
    if (intrabarTicksFormat !== undefined || intrabarTicksTimezone !== undefined)
      throw new UserError(
        'invalid-input',
        '--intrabar-ticks-format and --intrabar-ticks-timezone require --intrabar-ticks FILE',
      )
    return null
  }
  if (intrabarTicksFormat === undefined)
    throw new UserError('invalid-input', '--intrabar-ticks needs --intrabar-ticks-format')
  const { columns, interval, spreadModel, report } = await readColumns({
    files: intrabarTicks,
    format: intrabarTicksFormat,
    instrument: instrument.id,
    ...(intrabarTicksTimezone === undefined ? {} : { timezone: intrabarTicksTimezone }),
    ...spread,
  })
  if (columns.kind !== 'tick')
    throw new UserError('invalid-input', `--intrabar-ticks: the files contain ${interval} data, not ticks`)
  // Minutes with a spread, resolved by ticks without one, would fill orders at prices that exist in neither.
  if (spreadModel.source !== source)
    throw new UserError(
      'invalid-input',
      `--intrabar-ticks: the minutes have ${sides(source)}, the ticks have ${sides(spreadModel.source)}`,
    )
  const cut = ticksBetween(columns, start, end)
  const rows = cut.time.length
  if (rows === 0)
    throw new UserError('invalid-input', '--intrabar-ticks: the files contain no ticks within the period of the run')
  if (rows > MAX_INTRABAR_TICKS)
    throw new UserError(
      'invalid-input',
      `--intrabar-ticks: ${rows} ticks in the period exceed the limit of ${MAX_INTRABAR_TICKS}`,
    )
  return {
    columns: cut,
    report,
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
