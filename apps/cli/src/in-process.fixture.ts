import { Writable } from 'node:stream'
import { join } from 'node:path'
import { runTerminal } from './run-terminal.ts'
import { Terminal } from './terminal.ts'

export interface Ended {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs a command in this process, in the test's own folder with its own data folder. */
export async function runInProcess(dir: string, args: readonly string[]): Promise<Ended> {
  const [stdout, stderr] = [new Collected(), new Collected()]
  const terminal = new Terminal({ stdout, stderr })
  const before = { dir: process.cwd(), data: process.env['TRADELOOM_DATA'] }
  process.chdir(dir)
  process.env['TRADELOOM_DATA'] = join(dir, 'data')
  try {
    await runTerminal(args, terminal)
  } finally {
    process.chdir(before.dir)
    if (before.data === undefined) delete process.env['TRADELOOM_DATA']
    else process.env['TRADELOOM_DATA'] = before.data
  }
  return { status: terminal.status, stdout: stdout.text, stderr: stderr.text }
}

class Collected extends Writable {
  text = ''

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString()
    done()
  }
}
