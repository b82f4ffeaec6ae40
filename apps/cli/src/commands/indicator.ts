import { isBarInterval, type OhlcColumns } from '@tradeloom/domain'
import { computeIndicator, type IndicatorSeries, SYSTEM_INDICATORS } from '@tradeloom/indicators'
import type { Command } from 'commander'
import { InputError } from '../input-error.ts'
import { parseEnd, parseTime } from '../options/parse-backtest-options.ts'
import { terminalBars } from '../terminal-bars.ts'

export interface IndicatorOptions {
  readonly key: string
  readonly args?: string[]
  readonly instrument?: string
  readonly file?: string[]
  readonly format?: string
  readonly timezone?: string
  readonly mapping?: string
  readonly interval: string
  readonly from?: string
  readonly to?: string
  readonly data?: string
  readonly json?: boolean
}

export function registerIndicator(program: Command): void {
  program
    .command('indicator')
    .description('Compute an indicator and print its times and values')
    .requiredOption('--key <key>', `one of ${Object.keys(SYSTEM_INDICATORS).join(', ')}`)
    .option('--args <numbers...>', 'its parameters, like 12,26,9 or 12 26 9; left out ones take their defaults')
    .option('--instrument <id>', 'SYMBOL:BROKER, imported or simulated')
    .option('--file <file...>', 'straight from files instead of imported data')
    .option('--format <name>', 'format of the files: mt5, fxcm, lean, histdata, binance, dukascopy, csv')
    .option('--timezone <zone>', 'time zone of the files')
    .option('--mapping <columns>', 'columns of a csv file: time=1,open=2,...')
    .option('--interval <key>', 'interval of the bars', 'M15')
    .option('--from <time>', 'first moment, ISO 8601')
    .option('--to <time>', 'moment at which it ends; a date alone is a day that is included')
    .option('--data <dir>', 'data folder')
    .option('--json', 'print one JSON object and nothing else')
    .action(indicator)
}

async function indicator(options: IndicatorOptions): Promise<void> {
  if (!Object.hasOwn(SYSTEM_INDICATORS, options.key))
    throw new InputError(`--key ${options.key} is none of ${Object.keys(SYSTEM_INDICATORS).join(', ')}`)
  if (!isBarInterval(options.interval))
    throw new InputError(`--interval ${options.interval} is no interval of bars, like M15`)
  const args = parseArguments(options.args)
  const from = options.from === undefined ? -Infinity : parseTime('--from', options.from)
  const to = options.to === undefined ? Infinity : parseEnd('--to', options.to)
  if (to <= from) throw new InputError('End cannot be before start!')
  const bars = await terminalBars(options, options.interval)
  const { times, outputs } = cut(compute(options.key, args, bars), from, to)
  if (options.json === true) {
    process.stdout.write(`${JSON.stringify({ times, outputs })}\n`)
    return
  }
  const names = Object.keys(outputs)
  process.stdout.write(`time\t${names.join('\t')}\n`)
  times.forEach((time, at) => {
    const values = names.map((name) => outputs[name]?.[at] ?? '')
    process.stdout.write(`${new Date(time).toISOString()}\t${values.join('\t')}\n`)
  })
}

function compute(key: string, args: readonly number[], bars: OhlcColumns): IndicatorSeries {
  try {
    return computeIndicator({ key, args, bars })
  } catch (error) {
    // Arguments that the indicator does not take.
    if (error instanceof RangeError) throw new InputError(error.message)
    throw error
  }
}

/** Only what is printed is cut: the bars before it still count for the first values. */
function cut({ times, outputs }: IndicatorSeries, from: number, to: number): IndicatorSeries {
  const first = times.findIndex((time) => time >= from)
  const after = times.findIndex((time) => time >= to)
  const range = [first === -1 ? times.length : first, after === -1 ? times.length : after] as const
  const columns = Object.entries(outputs).map(([name, values]) => [name, values.slice(...range)] as const)
  return { times: times.slice(...range), outputs: Object.fromEntries(columns) }
}

function parseArguments(parts: readonly string[] | undefined): number[] {
  const text = parts?.join(' ').trim() ?? ''
  if (text === '') return []
  return text.split(/[\s,]+/).map((part) => {
    const value = Number(part)
    if (part === '' || !Number.isFinite(value))
      throw new InputError(`--args ${text}: ${part || 'an empty part'} is not a number`)
    return value
  })
}
