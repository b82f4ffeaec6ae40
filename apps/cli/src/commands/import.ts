import { isBarInterval, UserError } from '@tradeloom/domain'
import {
  ImportError,
  importFiles,
  type ImportReport,
  openMarketStore,
  type SeriesInterval,
} from '@tradeloom/market-data'
import type { Command } from 'commander'

import { marketFolder } from '../data-folder.ts'
import { parseMapping } from '../options/parse-mapping.ts'
import { printImportReport } from '../print-import-report.ts'
import { startImportProgress } from '../import-progress.ts'
import { FORMAT_HELP, MAPPING_HELP, SYMBOL_HELP, TIMEZONE_HELP } from '../options/file-options.ts'
import { addOutputOptions } from '../options/shared-options.ts'
import type { Terminal } from '../terminal.ts'

interface ImportOptions {
  readonly file: string[]
  readonly format: string
  readonly instrument: string
  readonly timezone?: string
  readonly mapping?: string
  readonly symbol?: string
  readonly interval?: string
  readonly data?: string
  readonly json?: boolean
}

export function addImport(command: Command, terminal: Terminal): void {
  command
    .requiredOption('--file <file...>', 'one or more files, archives or folders; may be repeated')
    .requiredOption('--format <name>', FORMAT_HELP)
    .requiredOption('--instrument <id>', 'SYMBOL:BROKER, for example EURUSD:OANDA')
    .option('--timezone <zone>', TIMEZONE_HELP)
    .option('--mapping <columns>', MAPPING_HELP)
    .option('--symbol <name>', SYMBOL_HELP)
    .option('--interval <key>', 'bar interval, if it cannot be detected from the times: M1, H1, …')
  addOutputOptions(command).action((options: ImportOptions) => runImport(options, terminal))
}

async function runImport(options: ImportOptions, terminal: Terminal): Promise<void> {
  const interval = parseInterval(options.interval)
  const mapping = parseMapping(options.mapping)
  const progress = startImportProgress(terminal)
  let report: ImportReport
  try {
    report = await importFiles({
      store: openMarketStore(marketFolder(options.data)),
      files: options.file,
      format: options.format,
      instrument: options.instrument,
      mapping,
      ...(options.timezone === undefined ? {} : { timezone: options.timezone }),
      ...(options.symbol === undefined ? {} : { symbol: options.symbol }),
      ...(interval === undefined ? {} : { interval }),
      onProgress: progress.update,
    })
  } catch (error) {
    if (error instanceof ImportError) throw new UserError('invalid-input', error.message)
    throw error
  } finally {
    progress.stop()
  }
  if (options.json === true) terminal.out(`${JSON.stringify(report)}\n`)
  else printImportReport(report, terminal)
  refuse(report)
}

/** Rejected months make the command fail, after the report on what was imported. */
function refuse(report: ImportReport): void {
  const months = report.months.filter(({ status }) => status === 'refused').map(({ month }) => month)
  const first = report.problems.find(({ severity }) => severity === 'error')
  if (!first) return
  const what = months.length > 0 ? `${months.join(', ')} refused` : 'rows refused'
  throw new UserError('invalid-input', `${what}: ${first.file} line ${first.line}: ${first.message}`)
}

function parseInterval(text: string | undefined): SeriesInterval | undefined {
  if (text === undefined || text === 'S1' || isBarInterval(text)) return text
  throw new UserError('invalid-input', `--interval ${text}: use one of S1, S5, M1, M5, M15, H1, H4, D1, W1, …`)
}
