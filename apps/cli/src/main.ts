import { Command } from 'commander'

type Register = (program: Command) => void

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

const program = new Command('tradeloom')
  .description('Import market data and run trading algorithms from the terminal')
  .version('0.1.0')

// All of them for help, and for a name that is none.
const named = Object.entries(COMMANDS).filter(([name]) => name === process.argv[2])
for (const [, load] of named.length > 0 ? named : Object.entries(COMMANDS)) (await load())(program)

// A reader that has seen enough (`| head`) closes the pipe; that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  process.stderr.write(`The output cannot be written: ${error.message}\n`)
  process.exit(1)
})

/** Errors whose message is for the user, who can put it right; by name, since each part has its own class. */
const FOR_USERS = ['InputError', 'ImportError', 'InstrumentError', 'MarketDataError']

try {
  await program.parseAsync()
} catch (error) {
  // Anything else is a fault of the program and shows where it was.
  const { name, message, stack, syscall } = error as NodeJS.ErrnoException
  // What the operating system refuses names the file or folder that it is about.
  const text = FOR_USERS.includes(name) || syscall !== undefined ? message : (stack ?? String(error))
  process.stderr.write(`${text}\n`)
  process.exitCode = 1
}
