// The process of one contestant: prepares its task, then performs it once for each line on standard input.
import { readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import type { Prepared, Report } from './contest.ts'

const REPORTS = 3
const [module = '', task = 'null'] = process.argv.slice(2)
const { prepare } = (await import(join(import.meta.dirname, 'contestants', module))) as {
  prepare: (task: unknown) => Prepared | Promise<Prepared>
}
const { run, before, warmUps = 1 } = await prepare(JSON.parse(task))
before?.()
const started = cpuMs()
let result = run()
const firstMs = cpuMs() - started
for (let round = 1; round < warmUps; round++) {
  before?.()
  result = run()
}

createInterface({ input: process.stdin }).on('line', () => {
  before?.()
  const start = cpuMs()
  run()
  report({ type: 'turn', ms: cpuMs() - start, peakMb: peakMb() })
})
report({ type: 'ready', result, firstMs })

function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

function report(message: Report): void {
  writeSync(REPORTS, `${JSON.stringify(message)}\n`)
}

/** Peak memory recorded by the system; zero if it records none. */
function peakMb(): number {
  try {
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}
