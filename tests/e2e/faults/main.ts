// Does to a real server what goes wrong in the life of an installation, while others use it, and prints a
// table: what was lost, how long another user had to wait at most, and how much memory it took.
// Usage: node tests/e2e/faults/main.ts [--only kill-server,disk-full] [--rounds 10]
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildWeb } from '../../../tools/build-web.ts'
import { ARCHIVES } from './archives.ts'
import { Bystander } from './bystander.ts'
import { DAMAGED_FILES } from './damaged-files.ts'
import { DISK_FULL } from './disk-full.ts'
import { EXPENSIVE_REQUESTS } from './expensive-requests.ts'
import type { Fault } from './fault.ts'
import { Installation } from './installation.ts'
import { KILLS } from './kills.ts'
import { endLiveWork, LIVE_KILLS } from './live/live-kills.ts'
import { MemoryWatch } from './memory-watch.ts'
import { SUBSCRIPTION_FLOOD } from './subscriptions.ts'

interface Outcome {
  readonly fault: string
  readonly times: number
  readonly lost: string
  readonly 'longest wait (ms)': number
  readonly '99 of 100 waits (ms)': number
  readonly 'server (MB)': number
  readonly 'all processes (MB)': number
}

const FAULTS: readonly Fault[] = [
  ...KILLS,
  ...LIVE_KILLS,
  DISK_FULL,
  DAMAGED_FILES,
  ...ARCHIVES,
  SUBSCRIPTION_FLOOD,
  EXPENSIVE_REQUESTS,
]

const { values } = parseArgs({
  options: { only: { type: 'string' }, rounds: { type: 'string', default: '10' } },
})
const chosen = values.only?.split(',')
const unknown = chosen?.filter((name) => !FAULTS.some((fault) => fault.name === name)) ?? []
if (unknown.length > 0) {
  console.error(`No fault is called ${unknown.join(', ')}; there are ${FAULTS.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}

if (!buildWeb(join(import.meta.dirname, '..', '..', '..'))) process.exit(1)

const open = new Set<Installation>()
let shared: Installation | null = null
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    void Promise.allSettled([...open].map(close)).finally(() => process.exit(1))
  })
}

const outcomes: Outcome[] = []
let problems = 0
for (const fault of FAULTS) {
  if (chosen && !chosen.includes(fault.name)) continue
  outcomes.push(await injectFault(fault, fault.isRepeated ? Number(values.rounds) : 1))
}
const left = shared === null ? [] : await endLiveWork(shared)
for (const problem of left) console.log(`At the end of live trading: ${problem}`)
problems += left.length
await Promise.all([...open].map(close))
console.table(outcomes)
console.log(`${outcomes.length} faults, ${problems} problems`)
process.exit(problems === 0 ? 0 : 1)

/** The installation that repeated faults share: it must survive them all. Each of the others gets its own. */
async function installationFor(fault: Fault): Promise<Installation> {
  if (fault.isRepeated && shared !== null) return shared
  const installation = await Installation.open({
    ...(fault.env === undefined ? {} : { env: fault.env }),
    ...(fault.diskMb === undefined ? {} : { diskMb: fault.diskMb }),
  })
  open.add(installation)
  if (fault.isRepeated) shared = installation
  await fault.prepare?.(installation)
  return installation
}

async function close(installation: Installation): Promise<void> {
  open.delete(installation)
  await installation.close()
}

async function injectFault(fault: Fault, times: number): Promise<Outcome> {
  const installation = await installationFor(fault)
  const memory = new MemoryWatch(() => installation.pid)
  const bystander = await Bystander.join(installation.url, `bystander${outcomes.length + 1}`)
  const lost: string[] = []
  try {
    for (let round = 1; round <= times; round++) {
      const found = await fault.strike(installation, round).catch((error: unknown) => [String(error)])
      console.log(`${fault.title}, ${round} of ${times}: ${found.length === 0 ? 'nothing was lost' : found.join('; ')}`)
      lost.push(...found)
    }
    lost.push(...(await bystander.leave()))
  } finally {
    memory.stop()
    await bystander.leave()
    if (installation !== shared) await close(installation)
  }
  problems += lost.length
  const waits = bystander.waits.toSorted((a, b) => a - b)
  return {
    fault: fault.title,
    times,
    lost: lost.length === 0 ? 'nothing' : lost.join('; '),
    'longest wait (ms)': Math.round(waits.at(-1) ?? Number.NaN),
    '99 of 100 waits (ms)': Math.round(waits[Math.floor(waits.length * 0.99)] ?? Number.NaN),
    'server (MB)': Math.round(memory.server),
    'all processes (MB)': Math.round(memory.tree),
  }
}
