// The process of one contestant: prepares its task, then does it once for each message.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Prepared, Report } from './contest.ts'

const [module = '', task = 'null'] = process.argv.slice(2)
const { prepare } = (await import(join(import.meta.dirname, 'contestants', module))) as {
  prepare: (task: unknown) => Prepared | Promise<Prepared>
}
const { run, before, warmUps = 1 } = await prepare(JSON.parse(task))
let result: unknown
for (let round = 0; round < warmUps; round++) {
  before?.()
  result = run()
}

process.on('message', () => {
  before?.()
  const start = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(start)
  tell({ type: 'turn', ms: (user + system) / 1000, peakMb: peakMb() })
})
process.on('disconnect', () => process.exit())
tell({ type: 'ready', result })

function tell(report: Report): void {
  process.send?.(report)
}

/** The high-water mark that the system keeps; zero where it keeps none. */
function peakMb(): number {
  try {
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}
