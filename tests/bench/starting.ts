import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { median, type Table } from './measure.ts'
import { simulatedStore } from './simulated-store.ts'
import { SMA_CROSS } from './strategies.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const MONTH = 30 * 86_400_000

/** Commands of the terminal from process start to end, against a Node that does nothing. */
export async function starting(folder: string): Promise<Table[]> {
  const { instrument, to } = await simulatedStore(join(folder, 'market'))
  const script = join(folder, 'cross.js')
  writeFileSync(script, SMA_CROSS)
  const period = ['--from', new Date(to - MONTH).toISOString(), '--to', new Date(to).toISOString()]
  const month = ['backtest', '--script', script, '--instrument', instrument.id, '--interval', 'M1', ...period]
  const tradeloom = (...args: string[]) => wallMs(join(ROOT, 'bin', 'tradeloom'), [...args, '--data', folder])
  const help = () => wallMs(join(ROOT, 'bin', 'tradeloom'), ['help'])
  const nothing = () => wallMs(process.execPath, ['-e', '0'])
  // Builds bundles, engine and columns that are missing.
  help()
  tradeloom(...month)
  const times: Record<'nothing' | 'help' | 'month', number[]> = { nothing: [], help: [], month: [] }
  for (let round = 0; round < 7; round++) {
    times.nothing.push(nothing())
    times.help.push(help())
    times.month.push(tradeloom(...month))
  }
  const base = median(times.nothing)
  const row = (what: string, ms: number) => ({ what, ms, ratio: ms / base, note: 'wall time' })
  const rows = [
    row('node that does nothing', base),
    row('tradeloom help', median(times.help)),
    row('tradeloom backtest, a month of minute data', median(times.month)),
  ]
  return [{ title: 'From process start to the end of a command', rows }]
}

function wallMs(command: string, args: readonly string[]): number {
  const before = performance.now()
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`)
  return performance.now() - before
}
