import { createInProcessBus } from '@tradeloom/bus'
import type { CheckOutcome, CheckRequest } from '@tradeloom/sandbox'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import type { EndedCheck } from './check-verdict.ts'
import { checkVersion, type CheckVersionDeps } from './check-version.job.ts'
import type { TakenCheck } from './checks.repository.ts'

const LOST: CheckOutcome = { status: 'failed', error: { message: 'Runner was lost (SIGKILL)' } }
const CHECKED = {
  status: 'checked',
  cpuMs: 900,
  report: {
    verdict: 'unbiased',
    reason: null,
    findings: [],
    cautions: [],
    detectors: [],
    sample: { instrumentId: 'EURUSD:SYNTHETIC', synthetic: true, interval: 'M15', start: 0, end: 1, orders: 30 },
    isThin: false,
  },
} satisfies CheckOutcome

/** Performs the job of a check whose attempts end like this; returns what happened, in order. */
async function perform(outcomes: readonly CheckOutcome[]): Promise<{ steps: string[]; ended: EndedCheck | null }> {
  const steps: string[] = []
  let attempts = 0
  let ended: EndedCheck | null = null
  const taken = { id: 'v', algorithmId: 'a', userId: 'u', script: '', scriptHash: '', externals: [], indicators: [] }
  const repository = {
    take: async () => ({ ...taken, attempts: ++attempts }) as TakenCheck,
    begin: async () => void steps.push('checking'),
    requeue: async () => void steps.push('queued'),
    find: async () => null,
    usualSettings: async () => ({ externals: {}, interval: 'M15', lastRun: null, sealedFrom: null }),
    finishIn: async (_tx: unknown, _id: string, end: EndedCheck) => void (ended = end),
  }
  const deps = {
    repository,
    pool: {
      check: async ({ onStart }: CheckRequest) => {
        onStart?.()
        return outcomes[attempts - 1] ?? LOST
      },
    },
    store: { forOwner: () => ({ instruments: async () => [] }) },
    bus: createInProcessBus(() => undefined),
    logger: pino({ level: 'silent' }),
    size: 1,
    whenIdle: async () => void steps.push('idle'),
  } as unknown as CheckVersionDeps
  const end = async (work: (tx: never) => Promise<void>): Promise<boolean> => {
    await work(null as never)
    return true
  }
  await checkVersion
    .with(deps)
    .perform({ id: 'v', tenant: 'u', data: {}, signal: new AbortController().signal, end, change: end })
  return { steps, ended }
}

describe('the check of a version', () => {
  it('is repeated when the machine is idle, if its runner was lost', async () => {
    const { steps, ended } = await perform([LOST, CHECKED])
    expect(steps).toEqual(['checking', 'queued', 'idle', 'checking'])
    expect(ended).toMatchObject({ verdict: 'unbiased' })
  })

  it('does not blame the script for runners that were lost', async () => {
    const { steps, ended } = await perform([LOST, LOST, LOST])
    expect(steps).toEqual(['checking', 'queued', 'idle', 'checking', 'queued', 'idle', 'checking'])
    expect(ended).toEqual({
      verdict: 'not-verified',
      reason:
        'The analysis was interrupted several times, the last time because: Runner was lost (SIGKILL). This says nothing about the script: the server was busy, or lost the process. Check again.',
      findings: [],
    })
  })
})
