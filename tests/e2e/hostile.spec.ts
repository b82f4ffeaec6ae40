import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { backtestEnd, callApi, newAlgorithm, newUser, queueBacktest, runBacktest } from './api.ts'
import { test } from './test.ts'

const HOSTILE = join(import.meta.dirname, '..', 'hostile', 'scripts')
/** They fill memory, grow a Map, throw, log a gigabyte and access `process`. */
const SCRIPTS = ['fill-memory', 'grow-map', 'throw', 'gigabyte-of-log', 'reach-for-process']
const GOOD = `function onIntervalClose(bar) { if (positions.count === 0) buy({ quantity: 1000, stopLossPips: 10 }) }`
/** Another user's runs that must end while the endless loop runs. */
const RUNS_MEANWHILE = 4

const now = new Date()
const month = (back: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString()
const SETTINGS = { instrumentId: 'EURUSD:SIM', interval: 'M15', resolution: 1, start: month(3), end: month(2) }

const hostile = (name: string): string => readFileSync(join(HOSTILE, `${name}.js`), 'utf8')

// That an endless loop ends after its minute is tested in the sandbox with a shorter limit: tests/hostile.
test(
  'hostile scripts end as Errored with a message, an endless loop is stopped, and other runs complete',
  { tag: '@full' },
  async ({ browser }) => {
    test.setTimeout(420_000)
    const [attacker, bystander] = await Promise.all([browser.newContext(), browser.newContext()])
    await newUser(attacker.request, 'attacker')
    await newUser(bystander.request, 'bystander')
    const statusOf = async (id: string) =>
      (await callApi<{ status: string }>(attacker.request, 'GET', `/api/backtest/${id}`)).status

    const endless = await newAlgorithm(attacker.request, 'endless', hostile('loop-for-ever'))
    const loop = await queueBacktest(attacker.request, endless, SETTINGS)
    await expect.poll(() => statusOf(loop.id)).toBe('In Progress')
    const attacks = Promise.all(
      SCRIPTS.map(async (name) => {
        // Problems that can be found without running the script are rejected when it is saved.
        const algorithm = await newAlgorithm(attacker.request, name, hostile(name)).catch((error: Error) => error)
        if (algorithm instanceof Error) return { name, status: 'Refused', detail: algorithm.message }
        const { status, detail } = await runBacktest(attacker.request, algorithm, SETTINGS)
        return { name, status, detail }
      }),
    )
    const good = await newAlgorithm(bystander.request, 'Well-behaved', GOOD)
    for (let run = 0; run < RUNS_MEANWHILE; run++) {
      expect(await runBacktest(bystander.request, good, SETTINGS)).toMatchObject({ status: 'Completed' })
    }
    // The loop uses its full minute; an undisturbed run takes about a second.
    expect(await statusOf(loop.id)).toBe('In Progress')

    for (const { name, status, detail } of await attacks) {
      console.log(`${name}: ${status}: ${detail}`)
      expect.soft({ name, status }).toEqual({ name, status: expect.stringMatching(/^(Errored|Refused)$/) })
      expect.soft(detail?.length ?? 0).toBeGreaterThan(20)
    }

    await callApi(attacker.request, 'PATCH', `/api/backtest/${loop.id}`, { status: 'Stopped' })
    expect(await backtestEnd(attacker.request, loop.id)).toMatchObject({ status: 'Stopped' })
  },
)
