import { runTerminal } from './run-terminal.ts'
import { Terminal } from './terminal.ts'

// A reader that has seen enough (`| head`) closes the pipe; that is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  process.stderr.write(`Cannot write the output: ${error.message}\n`)
  process.exit(1)
})

const terminal = new Terminal(process)
await runTerminal(process.argv.slice(2), terminal)
process.exitCode = terminal.status
