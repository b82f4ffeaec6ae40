import { Command } from 'commander'

import { registerImport } from './commands/import.ts'
import { registerInstruments } from './commands/instruments.ts'
import { InputError } from './input-error.ts'

const program = new Command('tradeloom')
  .description('Import market data and run trading algorithms from the terminal')
  .version('0.1.0')

registerImport(program)
registerInstruments(program)

try {
  await program.parseAsync()
} catch (error) {
  // What the user can put right is one line; anything else is a fault of the program and shows where it was.
  const text = error instanceof InputError ? error.message : ((error as Error).stack ?? String(error))
  process.stderr.write(`${text}\n`)
  process.exitCode = 1
}
