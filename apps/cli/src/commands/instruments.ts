import { type InstrumentSummary, openMarketStore } from '@tradeloom/market-data'
import type { Command } from 'commander'

import { marketFolder } from '../data-folder.ts'
import { addOutputOptions } from '../options/shared-options.ts'
import type { Terminal } from '../terminal.ts'

interface InstrumentsOptions {
  readonly data?: string
  readonly json?: boolean
}

export function addInstruments(command: Command, terminal: Terminal): void {
  addOutputOptions(command).action((options: InstrumentsOptions) => listInstruments(options, terminal))
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
  const title = `${instrument.id}  ${instrument.displaySymbol}, ${instrument.product}${instrument.simulated ? ', Simulated' : ''}`
  const series = instrument.series.map(({ interval, price, source, rows, first, last, quality, damaged }) => {
    const good = `${quality.summary.goodPercent.toFixed(2).padStart(6)} % good`
    const damage = damaged.length === 0 ? '' : `\n       DAMAGED: import ${damaged.join(', ')} again`
    const kind = price === 'quote' ? 'bid and ask' : source
    return `  ${interval.padEnd(4)} ${kind.padEnd(11)} ${String(rows).padStart(9)} rows  ${day(first)} to ${day(last)}  ${good}${damage}`
  })
  return `${[title, ...series].join('\n')}\n`
}

function day(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}
