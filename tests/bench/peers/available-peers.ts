import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Where `peers/install.ts` puts the Python environment. */
export const ENVIRONMENT = join(import.meta.dirname, '..', '.build', 'peers')

const PEERS = [
  ['backtesting.py', 'backtesting_run.py'],
  ['vectorbt', 'vectorbt_run.py'],
  ['NautilusTrader', 'nautilus_run.py'],
] as const

/** Engines in Python with the command that starts each, without the file of prices; none when they are not installed. */
export function availablePeers(): readonly (readonly [name: string, command: readonly [string, ...string[]]])[] {
  const python = join(ENVIRONMENT, 'bin', 'python')
  if (!existsSync(python)) return []
  return PEERS.map(([name, file]) => [name, [python, '-W', 'ignore', join(import.meta.dirname, file)]])
}
