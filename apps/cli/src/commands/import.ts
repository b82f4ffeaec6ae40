import { isBarInterval } from '@tradeloom/domain'
import {
  IMPORT_FORMATS,
  ImportError,
  importFiles,
  type ImportReport,
  openMarketStore,
  type SeriesInterval,
} from '@tradeloom/market-data'
import type { Command } from 'commander'

import { marketFolder } from '../data-folder.ts'
import { InputError } from '../input-error.ts'
import { parseMapping } from '../options/parse-mapping.ts'
import { printImportReport } from '../print-import-report.ts'
import { startImportProgress } from '../import-progress.ts'

interface ImportOptions {
  readonly file: string[]
  readonly format: string
  readonly instrument: string
  readonly timezone?: string
  readonly mapping?: string
  readonly interval?: string
  readonly data?: string
  readonly json?: boolean
}

export function registerImport(program: Command): void {
  const formats = IMPORT_FORMATS.map(({ name }) => name).join(', ')
  program
    .command('import')
    .description('Import files of market data')
    .requiredOption('--file <file...>', 'file, archive or folder; several, or the option again, for more')
    .requiredOption('--format <name>', `one of ${formats}`)
    .requiredOption('--instrument <id>', 'SYMBOL:BROKER, for example EURUSD:OANDA')
    .option('--timezone <zone>', 'zone of times without one: Europe/Athens, UTC-05:00, … (default: the format’s)')
    .option('--mapping <columns>', 'columns of a csv file by number from 1 or name: time=1,open=2,high=3,low=4,close=5')
    .option('--interval <key>', 'interval of the bars when their times do not tell: M1, H1, …')
    .option('--data <dir>', 'data folder (default: TRADELOOM_DATA or data in the clone)')
    .option('--json', 'print the report as one JSON object and nothing else')
    .action(runImport)
}

async function runImport(options: ImportOptions): Promise<void> {
  const interval = parseInterval(options.interval)
  const mapping = parseMapping(options.mapping)
  const progress = startImportProgress()
  let report: ImportReport
  try {
    report = await importFiles({
      store: openMarketStore(marketFolder(options.data)),
      files: options.file,
      format: options.format,
      instrument: options.instrument,
      mapping,
      ...(options.timezone === undefined ? {} : { timezone: options.timezone }),
      ...(interval === undefined ? {} : { interval }),
      onProgress: progress.update,
    })
  } catch (error) {
    if (error instanceof ImportError) throw new InputError(error.message)
    throw error
  } finally {
    progress.stop()
  }
  if (options.json === true) process.stdout.write(`${JSON.stringify(report)}\n`)
  else printImportReport(report)
  refuse(report)
}

/** Months that were refused make the command fail, after what was imported has been said. */
function refuse(report: ImportReport): void {
  const months = report.months.filter(({ status }) => status === 'refused').map(({ month }) => month)
  const first = report.problems.find(({ severity }) => severity === 'error')
  if (!first) return
  const what = months.length > 0 ? `${months.join(', ')} refused` : 'rows refused'
  throw new InputError(`${what}: ${first.file} line ${first.line}: ${first.message}`)
}

function parseInterval(text: string | undefined): SeriesInterval | undefined {
  if (text === undefined || text === 'S1' || isBarInterval(text)) return text
  throw new InputError(`--interval ${text}: use one of S1, S5, M1, M5, M15, H1, H4, D1, W1, …`)
}
