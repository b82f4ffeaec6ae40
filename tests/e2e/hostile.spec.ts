import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { LANE } from '../../tools/lanes/lane.ts'
import { newAlgorithm, newUser, runBacktest } from './api.ts'

const HOSTILE = join(import.meta.dirname, '..', 'hostile', 'scripts')
/** Fills memory, grows a Map, throws, logs a gigabyte, reaches for `process`; an endless loop takes its whole minute. */
const SCRIPTS = [
  'fill-memory',
  'grow-map',
  'throw',
  'gigabyte-of-log',
  'reach-for-process',
  ...(LANE === 'full' ? ['loop-for-ever'] : []),
]
const GOOD = `function onIntervalClose(bar) { if (positions.count === 0) buy({ quantity: 1000, stopLossPips: 10 }) }`

const now = new Date()
const month = (back: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString()
const SETTINGS = { instrumentId: 'EURUSD:SIM', interval: 'M15', resolution: 1, start: month(3), end: month(2) }

test('hostile scripts end as Errored with a message for their author, and others run on meanwhile', async ({
  browser,
}) => {
  test.setTimeout(420_000)
  const [attacker, bystander] = await Promise.all([browser.newContext(), browser.newContext()])
  await newUser(attacker.request, 'attacker')
  await newUser(bystander.request, 'bystander')

  const attacks = Promise.all(
    SCRIPTS.map(async (name) => {
      const script = readFileSync(join(HOSTILE, `${name}.js`), 'utf8')
      // What can be seen without running it is refused when it is saved.
      const algorithm = await newAlgorithm(attacker.request, name, script).catch((error: Error) => error)
      if (algorithm instanceof Error) return { name, status: 'Refused', detail: algorithm.message }
      const { status, detail } = await runBacktest(attacker.request, algorithm, SETTINGS)
      return { name, status, detail }
    }),
  )
  const good = await newAlgorithm(bystander.request, 'Well-behaved', GOOD)
  let endedMeanwhile = 0
  const over = new AbortController()
  void attacks.finally(() => over.abort())
  while (!over.signal.aborted) {
    expect(await runBacktest(bystander.request, good, SETTINGS)).toMatchObject({ status: 'Completed' })
    if (!over.signal.aborted) endedMeanwhile++
  }
  for (const { name, status, detail } of await attacks) {
    console.log(`${name}: ${status}: ${detail}`)
    expect.soft({ name, status }).toEqual({ name, status: expect.stringMatching(/^(Errored|Refused)$/) })
    expect.soft(detail?.length ?? 0).toBeGreaterThan(20)
  }
  // The loop takes its limit of a minute; a run that is not in the way of others takes about a second.
  expect(endedMeanwhile).toBeGreaterThan(LANE === 'full' ? 3 : 0)
})
