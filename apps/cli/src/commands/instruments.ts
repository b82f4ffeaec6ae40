import { type InstrumentSummary, openMarketStore } from '@tradeloom/market-data'
import type { Command } from 'commander'

import { marketFolder } from '../data-folder.ts'

export function registerInstruments(program: Command): void {
  program
    .command('instruments')
    .description('List the instruments that there is market data of')
    .option('--data <dir>', 'data folder (default: TRADELOOM_DATA or data in the clone)')
    .option('--json', 'print one JSON object and nothing else')
    .action(listInstruments)
}

async function listInstruments(options: { readonly data?: string; readonly json?: boolean }): Promise<void> {
  const folder = marketFolder(options.data)
  const instruments = await openMarketStore(folder).instruments()
  if (options.json === true) {
    process.stdout.write(`${JSON.stringify({ instruments })}\n`)
    return
  }
  if (instruments.length === 0) process.stderr.write(`There is no market data in ${folder} yet\n`)
  for (const instrument of instruments) process.stdout.write(describe(instrument))
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
