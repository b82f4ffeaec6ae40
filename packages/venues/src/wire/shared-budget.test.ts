import { fork } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openBudget } from './open-budget.ts'
import type { RateBudget } from './rate-budget.ts'
import type { RateLimit } from './rate-limit.ts'
import { VirtualClock } from './virtual-clock.ts'

const MINUTE = 60_000
const VENUE = 'https://venue.example'
const WINDOW: RateLimit = { name: 'weight', per: 'address', kind: 'window', limit: 100, windowMs: MINUTE }
const LEAKING: RateLimit = { name: 'calls', per: 'key', kind: 'leaking', limit: 20, perSecond: 0.5 }

/** Processes of one machine: each has a clock object of its own, which shows the same time, and shares a folder alone. */
function machine(limit: RateLimit = WINDOW, now = 0) {
  const folder = mkdtempSync(join(tmpdir(), 'tradeloom-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const time = new VirtualClock(now)
  const started = (key = 'key', url = VENUE): RateBudget => {
    const clock = { now: () => time.now(), at: () => () => {}, random: () => 0 }
    return openBudget({ clock, url, key, sharedDir: folder }, limit)
  }
  return { folder, time, started }
}

it('is one budget for all processes, and prices and brokers leave a fifth of it to the guardian', () => {
  const { started, time } = machine()
  const [ingest, brokers, guardian] = [started(), started(), started()]
  expect([ingest.take(50, 'snapshot'), brokers.take(30, 'order'), brokers.take(1, 'order')]).toEqual([0, 0, MINUTE])
  expect([ingest.take(1, 'history'), guardian.take(20, 'urgent'), guardian.take(1, 'urgent')]).toEqual([
    MINUTE,
    0,
    MINUTE,
  ])
  expect([ingest.state.used, brokers.state.used, guardian.state.used]).toEqual([100, 100, 100])
  time.advanceTo(MINUTE)
  expect([guardian.take(1, 'urgent'), ingest.state.used]).toEqual([0, 1])
})

it('outlives its processes: one that starts knows what was sent before', () => {
  const { started, time } = machine(WINDOW, 10 * 3_600_000 - 1)
  started().take(70, 'order')
  expect(started().state.used).toBe(70)
  time.advanceTo(10 * 3_600_000)
  expect(started().state.used).toBe(0)
})

it('lets a leaking counter of one key fall once, not once for each process', () => {
  const { started, time } = machine(LEAKING, 3_600_000 - 5_000)
  const [one, other, another] = [started(), started(), started('another key')]
  one.take(10, 'urgent')
  other.take(10, 'urgent')
  time.advanceTo(3_600_000 + 5_000)
  // Over the end of an hour, at which the log begins a new file.
  expect([one.state.used, other.state.used, started().state.used]).toEqual([15, 15, 15])
  expect(another.state.used).toBe(0)
})

it('tells all processes what the venue has counted of others behind the same address', () => {
  const { started } = machine()
  const [one, other] = [started(), started()]
  one.counted(90)
  expect([other.state.used, other.take(1, 'order'), other.take(10, 'urgent')]).toEqual([90, MINUTE, 0])
})

it('counts venues apart, and keeps the files of two hours', () => {
  const { started, time, folder } = machine()
  started().take(60, 'order')
  expect(started('key', 'https://other.example').state.used).toBe(0)
  const lasting = started()
  for (let hour = 1; hour < 5; hour++) {
    time.advanceTo(hour * 3_600_000)
    lasting.take(1, 'order')
  }
  expect(readdirSync(join(folder, '.budgets', 'venue.example.weight')).toSorted()).toEqual(['3', '4'])
})

it('goes on with lines that are damaged, and without a disk', () => {
  const { started, folder } = machine()
  const [one, other] = [started(), started()]
  one.take(10, 'order')
  appendFileSync(join(folder, '.budgets', 'venue.example.weight', '0'), '[1,\nnull\n{}\n[9999999999999,99]\n')
  one.take(10, 'order')
  expect([one.state.used, other.state.used]).toEqual([20, 20])
  rmSync(join(folder, '.budgets'), { recursive: true })
  appendFileSync(join(folder, '.budgets'), '')
  const alone = started()
  expect([alone.take(80, 'order'), alone.take(1, 'order')]).toEqual([0, MINUTE])
})

it('never lets processes that send at the same time exceed the budget, nor leaves any of it', async () => {
  const { folder } = machine()
  const entry = new URL('testing/take-main.ts', import.meta.url)
  const started = [1, 2, 3].map(() => fork(entry, [folder], { execArgv: [] }))
  await Promise.all(started.map((child) => once(child, 'message')))
  const answers = started.map((child) => once(child, 'message'))
  for (const child of started) child.send('go')
  const taken = (await Promise.all(answers)).map(([count]) => count as number)
  expect(taken.reduce((sum, one) => sum + one, 0)).toBe(800)
})
