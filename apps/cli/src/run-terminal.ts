import { Command, CommanderError } from 'commander'
import { errorText } from './error-text.ts'
import type { Terminal } from './terminal.ts'

export type Register = (program: Command, terminal: Terminal) => void

/** A command loads what it needs when it is called: listing instruments does not wait for engine and sandbox. */
const COMMANDS: Readonly<Record<string, () => Promise<Register>>> = {
  import: async () => (await import('./commands/import.ts')).registerImport,
  instruments: async () => (await import('./commands/instruments.ts')).registerInstruments,
  calendar: async () => (await import('./commands/calendar.ts')).registerCalendar,
  spread: async () => (await import('./commands/spread.ts')).registerSpread,
  quality: async () => (await import('./commands/quality.ts')).registerQuality,
  backtest: async () => (await import('./commands/backtest.ts')).registerBacktest,
  bench: async () => (await import('./commands/bench.ts')).registerBench,
  check: async () => (await import('./commands/check.ts')).registerCheck,
  indicator: async () => (await import('./commands/indicator.ts')).registerIndicator,
  metrics: async () => (await import('./commands/metrics.ts')).registerMetrics,
  serve: async () => (await import('./commands/serve.ts')).registerServe,
}

/** Runs the command that the arguments name, to its end. Its status is the terminal's afterwards. */
export async function runTerminal(args: readonly string[], terminal: Terminal): Promise<void> {
  const program = new Command('tradeloom')
    .description('Import market data and run trading algorithms from the terminal')
    .version('0.1.0')
    .exitOverride()
    .configureOutput({ writeOut: (text) => terminal.out(text), writeErr: (text) => terminal.err(text) })
  // All of them for help, and for a name that is none.
  const named = Object.entries(COMMANDS).filter(([name]) => name === args[0])
  for (const [, load] of named.length > 0 ? named : Object.entries(COMMANDS)) (await load())(program, terminal)
  try {
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    // Help and wrong options: commander has written about them already.
    if (error instanceof CommanderError) terminal.status = error.exitCode
    else {
      terminal.err(`${errorText(error) ?? faultText(error)}\n`)
      terminal.status = 1
    }
  }
}

/** A fault of the program shows where it happened. */
function faultText(error: unknown): string {
  return (error as Error).stack ?? String(error)
}
