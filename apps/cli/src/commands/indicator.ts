import { isBarInterval, type OhlcColumns, UserError } from '@tradeloom/domain'
import { computeIndicator, type IndicatorSeries, SYSTEM_INDICATORS } from '@tradeloom/indicators'
import type { Command } from 'commander'
import { parseEnd, parseTime } from '../options/parse-backtest-options.ts'
import { otherSeries } from '../other-series.ts'
import { type BarsOptions, terminalBars } from '../terminal-bars.ts'
import { addFileOptions } from '../options/file-options.ts'
import { addOutputOptions, addPeriodOptions } from '../options/shared-options.ts'
import type { Terminal } from '../terminal.ts'
import { checkEnd } from '../options/check-end.ts'

interface IndicatorOptions extends BarsOptions {
  readonly key: string
  readonly args?: string[]
  readonly other?: string
  readonly interval: string
  readonly from?: string
  readonly to?: string
  readonly json?: boolean
}

export function addIndicator(command: Command, terminal: Terminal): void {
  command
    .requiredOption('--key <key>', `one of ${Object.keys(SYSTEM_INDICATORS).join(', ')}`)
    .option('--args <numbers...>', 'its parameters, for example 12,26,9; missing ones take their defaults')
    .option(
      '--other <series>',
      'second series for indicators such as Beta: open, high, low, volume, or an indicator such as SMA:50',
    )
    .option('--instrument <id>', 'SYMBOL:BROKER, imported or simulated')
    .option('--interval <key>', 'bar interval', 'M15')
  addFileOptions(command, 'files to use instead of imported data')
  addOutputOptions(addPeriodOptions(command)).action((options: IndicatorOptions) => indicator(options, terminal))
}

async function indicator(options: IndicatorOptions, terminal: Terminal): Promise<void> {
  if (!Object.hasOwn(SYSTEM_INDICATORS, options.key))
    throw new UserError(
      'invalid-input',
      `--key ${options.key} is not one of ${Object.keys(SYSTEM_INDICATORS).join(', ')}`,
    )
  if (!isBarInterval(options.interval))
    throw new UserError('invalid-input', `--interval ${options.interval} is not a bar interval such as M15`)
  const args = parseArguments(options.args)
  const from = options.from === undefined ? -Infinity : parseTime('--from', options.from)
  const to = options.to === undefined ? Infinity : parseEnd('--to', options.to)
  checkEnd(from, to)
  const { bars, notes } = await terminalBars(options, options.interval)
  if (options.json !== true) for (const note of notes) terminal.err(`Note: ${note}\n`)
  const { times, outputs } = cut(compute(options, args, bars), from, to)
  if (options.json === true) {
    terminal.out(`${JSON.stringify({ times, outputs })}\n`)
    return
  }
  const names = Object.keys(outputs)
  terminal.out(`time\t${names.join('\t')}\n`)
  times.forEach((time, at) => {
    const values = names.map((name) => outputs[name]?.[at] ?? '')
    terminal.out(`${new Date(time).toISOString()}\t${values.join('\t')}\n`)
  })
}

function compute({ key, other }: IndicatorOptions, args: readonly number[], bars: OhlcColumns): IndicatorSeries {
  try {
    return computeIndicator({ key, args, bars, ...(other && { other: otherSeries(other, bars) }) })
  } catch (error) {
    // The indicator does not accept these arguments.
    if (error instanceof RangeError) throw new UserError('invalid-input', error.message)
    throw error
  }
}

/** Cuts the output only: earlier bars still count toward the first values. */
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
      throw new UserError('invalid-input', `--args ${text}: ${part || 'an empty part'} is not a number`)
    return value
  })
}
