import { Command } from 'commander'

import { registerBacktest } from './commands/backtest.ts'
import { registerBench } from './commands/bench.ts'
import { registerCalendar } from './commands/calendar.ts'
import { registerCheck } from './commands/check.ts'
import { registerImport } from './commands/import.ts'
import { registerIndicator } from './commands/indicator.ts'
import { registerInstruments } from './commands/instruments.ts'
import { registerMetrics } from './commands/metrics.ts'
import { registerQuality } from './commands/quality.ts'
import { registerSpread } from './commands/spread.ts'

const program = new Command('tradeloom')
  .description('Import market data and run trading algorithms from the terminal')
  .version('0.1.0')

registerImport(program)
registerInstruments(program)
registerCalendar(program)
registerSpread(program)
registerQuality(program)
registerBacktest(program)
registerBench(program)
registerCheck(program)
registerIndicator(program)
registerMetrics(program)

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
