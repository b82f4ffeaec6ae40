import { Command, CommanderError, Help } from 'commander'
import { errorText } from './error-text.ts'
import { PROGRAM_VERSION } from './program-version.ts'
import type { Terminal } from './terminal.ts'

/** Gives a command its options and what it does. */
type AddCommand = (command: Command, terminal: Terminal) => void

interface CommandEntry {
  readonly summary: string
  /** Behind its name in the list of all commands; default `[options]`. */
  readonly usage?: string
  /** A command loads what it needs when it is called: listing instruments does not wait for engine and sandbox. */
  readonly load: () => Promise<AddCommand>
}

const COMMANDS: Readonly<Record<string, CommandEntry>> = {
  import: {
    summary: 'Import market data files',
    load: async () => (await import('./commands/import.ts')).addImport,
  },
  fetch: {
    summary: 'Fetch minutes that are not stored from the venue of an instrument',
    load: async () => (await import('./commands/fetch.ts')).addFetch,
  },
  instruments: {
    summary: 'List the instruments with market data',
    load: async () => (await import('./commands/instruments.ts')).addInstruments,
  },
  calendar: {
    summary: 'Manage market holidays and early closes',
    usage: '',
    load: async () => (await import('./commands/calendar.ts')).addCalendar,
  },
  spread: {
    summary: 'Measure the median spread for each hour of the week, to use with data that has one price only',
    load: async () => (await import('./commands/spread.ts')).addSpread,
  },
  quality: {
    summary: 'Show the quality of market data by month and day, and list its defects',
    load: async () => (await import('./commands/quality.ts')).addQuality,
  },
  backtest: {
    summary: 'Run an algorithm over market data and print the result',
    load: async () => (await import('./commands/backtest.ts')).addBacktest,
  },
  optimize: {
    summary: 'Search for the best externals of an algorithm, and judge how much of the result is luck',
    load: async () => (await import('./commands/optimize.ts')).addOptimize,
  },
  bench: {
    summary: 'Measure the speed of engine, indicators, data and sandbox on this machine, as ratios within one run',
    usage: '[options] [name...]',
    load: async () => (await import('./commands/bench.ts')).addBench,
  },
  check: {
    summary: 'Analyze an algorithm for look-ahead, repainting and unstable warm-up',
    load: async () => (await import('./commands/check.ts')).addCheck,
  },
  indicator: {
    summary: 'Compute an indicator and print its times and values',
    load: async () => (await import('./commands/indicator.ts')).addIndicator,
  },
  metrics: {
    summary: 'Compute every metric from a list of trades or an equity curve of any origin',
    load: async () => (await import('./commands/metrics.ts')).addMetrics,
  },
  verify: {
    summary: 'Run an exported backtest on the data of this installation and compare the results',
    usage: '[options] <file>',
    load: async () => (await import('./commands/verify.ts')).addVerify,
  },
  key: {
    summary: 'Keep a copy of the master key on paper, bring it back, or replace it',
    usage: '',
    load: async () => (await import('./commands/key.ts')).addKey,
  },
  backup: {
    summary: 'Back up database and files, list backups, and verify one by restoring it',
    usage: '[options] [list | verify]',
    load: async () => (await import('./commands/backup.ts')).addBackup,
  },
  restore: {
    summary: 'Restore a backup into a new data folder',
    usage: '[options] <place>',
    load: async () => (await import('./commands/restore.ts')).addRestore,
  },
  database: {
    summary: 'Move the installation to another PostgreSQL, or back to the embedded one',
    usage: 'move [options]',
    load: async () => (await import('./commands/database.ts')).addDatabase,
  },
  flatten: {
    summary: 'Close accounts down: cancel their orders and close their positions, even while the server hangs',
    load: async () => (await import('./commands/flatten.ts')).addFlatten,
  },
  user: {
    summary: 'List users, reset passwords, appoint administrators, read unsent mail',
    usage: '',
    load: async () => (await import('./commands/user.ts')).addUser,
  },
  algorithm: {
    summary: 'Pull an algorithm from a server to a folder, and push changes of it',
    usage: '',
    load: async () => (await import('./commands/algorithm.ts')).addAlgorithm,
  },
  serve: {
    summary: 'Run the server as one process, configured by environment variables (for services and containers)',
    load: async () => (await import('./commands/serve.ts')).addServe,
  },
}

/** Runs the given command to its end and sets the terminal's status. */
export async function runTerminal(args: readonly string[], terminal: Terminal): Promise<void> {
  const program = new Command('tradeloom')
    .description('Import market data and run trading algorithms from the terminal')
    .version(PROGRAM_VERSION)
    .exitOverride()
    .configureOutput({ writeOut: (text) => terminal.out(text), writeErr: (text) => terminal.err(text) })
    .configureHelp({ subcommandTerm: termOf })
  const called = args[0] === 'help' ? args[1] : args[0]
  for (const [name, { summary, load }] of Object.entries(COMMANDS)) {
    const command = program.command(name).description(summary)
    if (name === called) (await load())(command, terminal)
  }
  try {
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    // For help and wrong options, commander has already written its output.
    if (error instanceof CommanderError) terminal.status = error.exitCode
    else {
      terminal.err(`${errorText(error) ?? faultText(error)}\n`)
      terminal.status = 1
    }
  }
}

/** Only the called command has its options; the others are listed as if they had theirs. */
function termOf(command: Command): string {
  const entry = command.parent?.parent === null ? COMMANDS[command.name()] : undefined
  if (entry === undefined) return new Help().subcommandTerm(command)
  return `${command.name()} ${entry.usage ?? '[options]'}`.trimEnd()
}

/** A fault of the program shows where it happened. */
function faultText(error: unknown): string {
  return (error as Error).stack ?? String(error)
}
