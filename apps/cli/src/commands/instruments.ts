import { DAY_ENDS, UserError, WEEK_STARTS } from '@tradeloom/domain'
import { type InstrumentSummary, openMarketStore } from '@tradeloom/market-data'
import type { Command } from 'commander'

import { marketFolder } from '../data-folder.ts'
import { addOutputOptions } from '../options/shared-options.ts'
import type { Terminal } from '../terminal.ts'

interface InstrumentsOptions {
  readonly set?: string
  readonly dayEnd?: string
  readonly weekStart?: string
  readonly data?: string
  readonly json?: boolean
}

export function addInstruments(command: Command, terminal: Terminal): void {
  command
    .option('--set <instrument>', 'change when the days and weeks of a shared instrument begin, for bars of D1 and W1')
    .option('--day-end <time>', `with --set: ${DAY_ENDS.join(' (00:00 UTC) or ')} (17:00 there)`)
    .option('--week-start <day>', `with --set: ${WEEK_STARTS.join(' or ')}`)
  addOutputOptions(command).action(async (options: InstrumentsOptions) => {
    if (options.set !== undefined) await setDays(options.set, options)
    else if (options.dayEnd !== undefined || options.weekStart !== undefined) {
      throw new UserError('invalid-input', '--day-end and --week-start need --set SYMBOL:BROKER')
    }
    await listInstruments(options, terminal)
  })
}

async function setDays(id: string, options: InstrumentsOptions): Promise<void> {
  const store = openMarketStore(marketFolder(options.data))
  const found = await store.instrument(id)
  if (!found) throw new UserError('invalid-input', `No market data for ${id}: import some first`)
  const dayEnd = oneOf('--day-end', DAY_ENDS, options.dayEnd) ?? found.dayEnd
  const weekStart = oneOf('--week-start', WEEK_STARTS, options.weekStart) ?? found.weekStart
  await store.setBarDays(found.id, { dayEnd, weekStart })
}

function oneOf<Choice extends string>(option: string, choices: readonly Choice[], given?: string): Choice | undefined {
  const chosen = choices.find((one) => one === given)
  if (given === undefined || chosen !== undefined) return chosen
  throw new UserError('invalid-input', `${option} must be ${choices.join(' or ')}`)
}

async function listInstruments(options: InstrumentsOptions, terminal: Terminal): Promise<void> {
  const folder = marketFolder(options.data)
  const instruments = await openMarketStore(folder).instruments()
  if (options.json === true) {
    terminal.out(`${JSON.stringify({ instruments })}\n`)
    return
  }
  if (instruments.length === 0) terminal.err(`No market data in ${folder} yet\n`)
  for (const instrument of instruments) terminal.out(describe(instrument))
}

function describe(instrument: InstrumentSummary): string {
  const title = `${instrument.id}  ${instrument.displaySymbol}, ${instrument.product}${instrument.simulated ? ', Simulated' : ''}${daysText(instrument)}`
  const series = instrument.series.map(({ interval, price, source, rows, first, last, quality, damaged }) => {
    const good = `${quality.summary.goodPercent.toFixed(2).padStart(6)} % good`
    const damage = damaged.length === 0 ? '' : `\n       DAMAGED: import ${damaged.join(', ')} again`
    const kind = price === 'quote' ? 'bid and ask' : source
    return `  ${interval.padEnd(4)} ${kind.padEnd(11)} ${String(rows).padStart(9)} rows  ${day(first)} to ${day(last)}  ${good}${damage}`
  })
  return `${[title, ...series].join('\n')}\n`
}

/** Nothing for days of UTC and weeks from Sunday. */
function daysText({ dayEnd, weekStart }: InstrumentSummary): string {
  const end = dayEnd === 'new-york' ? ', days end at 17:00 New York' : ''
  return weekStart === 'monday' ? `${end}, weeks start on Monday` : end
}

function day(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}
