import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UserError } from '@tradeloom/domain'
import {
  fetchMonths,
  type FetchOutcome,
  type MarketStore,
  missingParts,
  openMarketStore,
  resolveInstrument,
} from '@tradeloom/market-data'
import { ADAPTERS, type MarketFeed, systemClock } from '@tradeloom/venues'
import type { Command } from 'commander'
import { marketFolder } from '../data-folder.ts'
import { checkEnd } from '../options/check-end.ts'
import { parseEnd, parseTime } from '../options/parse-backtest-options.ts'
import { addDataOption, addPeriodOptions } from '../options/shared-options.ts'
import { printImportReport } from '../print-import-report.ts'
import type { Terminal } from '../terminal.ts'
import { venueAddresses } from '../venue-addresses.ts'

interface FetchOptions {
  readonly instrument: string
  readonly from?: string
  readonly to?: string
  readonly data?: string
}

export function addFetch(command: Command, terminal: Terminal): void {
  command.requiredOption('--instrument <id>', 'SYMBOL:VENUE as the venue lists it, for example BTCUSDT:BINANCE')
  addDataOption(addPeriodOptions(command)).action((options: FetchOptions) => runFetch(options, terminal))
}

async function runFetch(options: FetchOptions, terminal: Terminal): Promise<void> {
  const { id, broker, calendar } = resolveInstrument(options.instrument)
  if (options.from === undefined) throw new UserError('invalid-input', '--from is missing: where the period begins')
  const from = parseTime('--from', options.from)
  const to = options.to === undefined ? Date.now() : parseEnd('--to', options.to)
  checkEnd(from, to)
  const feed = openFeed(broker)
  const store = openMarketStore(marketFolder(options.data))
  try {
    const series = (await store.instrument(id))?.series ?? []
    const parts = missingParts(series, { from, to, now: Date.now(), calendar })
    if (parts.length === 0) return terminal.err(`${id}: nothing of that period is missing\n`)
    report(await fetchFrom(feed, store, { id, broker, parts }, terminal), terminal)
  } finally {
    feed.close()
  }
}

async function fetchFrom(
  feed: MarketFeed,
  store: MarketStore,
  { id, broker, parts }: { id: string; broker: string; parts: ReturnType<typeof missingParts> },
  terminal: Terminal,
): Promise<FetchOutcome> {
  let shown = ''
  return fetchMonths({
    store,
    instrumentId: id,
    venue: broker,
    parts,
    quotaBytes: null,
    candles: (start, end) => feed.candles(id, start, end),
    dir: await mkdtemp(join(tmpdir(), 'tradeloom-fetch-')),
    onProgress: ({ month, progress }) => {
      if (terminal.stderr.isTTY !== true || month === shown) return
      shown = month
      terminal.err(`Fetching ${month} (${progress.toFixed(0)} %)\n`)
    },
  })
}

/** A venue that shows prices to accounts alone needs a key, which the server keeps. */
function openFeed(broker: string): MarketFeed {
  const adapter = ADAPTERS.find(({ id }) => id === broker)
  if (!adapter) throw new UserError('invalid-input', `${broker} is no venue that prices can be fetched from`)
  if (!adapter.openFeed) {
    const text = `${adapter.displayName} shows its prices to accounts alone: connect yours on a server, and fetch them there`
    throw new UserError('invalid-input', text)
  }
  return adapter.openFeed({ clock: systemClock, urls: venueAddresses(broker) })
}

function report({ reports, begins, problem }: FetchOutcome, terminal: Terminal): void {
  for (const one of reports) printImportReport(one, terminal)
  if (begins !== null)
    terminal.err(`The history of the venue begins on ${new Date(begins).toISOString().slice(0, 10)}\n`)
  if (problem !== null) throw new UserError('no-data', `${problem}. What was fetched before is stored`)
}
