import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The Python environment created by `peers/install.ts`. */
export const ENVIRONMENT = join(import.meta.dirname, '..', '.build', 'peers')

const PEERS = [
  ['backtesting.py', 'backtesting_run.py'],
  ['vectorbt', 'vectorbt_run.py'],
  ['NautilusTrader', 'nautilus_run.py'],
] as const

/** Python engines with the command that starts each, without the price file; empty if they are not installed. */
export function availablePeers(): readonly (readonly [name: string, command: readonly [string, ...string[]]])[] {
  const python = join(ENVIRONMENT, 'bin', 'python')
  if (!existsSync(python)) return []
  return PEERS.map(([name, file]) => [name, [python, '-W', 'ignore', join(import.meta.dirname, file)]])
}
