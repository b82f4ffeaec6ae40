import { UserError } from '@tradeloom/domain'
import {
  compareData,
  compareRuns,
  type DataEntry,
  type MarketReader,
  type MarketReaders,
  type RunInput,
  runInput,
  runManifest,
  storedData,
} from '@tradeloom/market-data'
import type { RunnerPool, RunOutcome } from '@tradeloom/sandbox'
import { withoutServerPaths } from '../../platform/errors/server-folders.ts'
import type { EndedVerification, Repeatable } from './verifications.repository.ts'

export interface RepeatDeps {
  readonly pool: Pick<RunnerPool, 'run'>
  readonly store: MarketReaders
}

export interface Repetition extends Repeatable {
  readonly id: string
  readonly userId: string
}

/** Attempts when a runner is lost or a file is replaced before it is read. */
const MAX_ATTEMPTS = 3
const MAX_DETAIL = 1_000

/** Runs it again on the user's data and compares. Null if it was aborted. */
export async function repeatRun(
  one: Repetition,
  { pool, store }: RepeatDeps,
  signal: AbortSignal,
): Promise<EndedVerification | null> {
  const view = store.forOwner(one.userId)
  for (let attempt = 1; ; attempt++) {
    let input: RunInput
    try {
      input = await runInput(view, one.run)
    } catch (error) {
      if (!(error instanceof UserError)) throw error
      return withoutData(one, view, error.message)
    }
    const outcome = await pool.run({
      id: one.id,
      tenant: one.userId,
      source: one.run.script,
      indicators: one.run.indicators,
      spec: input.spec,
      series: input.series,
      signal,
    })
    if (signal.aborted) return null
    if (outcome.status !== 'failed' || attempt >= MAX_ATTEMPTS) return endOf(outcome, one, input)
  }
}

/** The run cannot begin any more: says which of its prices are gone. */
async function withoutData({ expected }: Repetition, view: MarketReader, reason: string): Promise<EndedVerification> {
  const then = (expected.manifest['data'] ?? []) as readonly DataEntry[]
  const found = compareData(then, await storedData(view, then))
  const missing = found.length > 0 ? found : [{ what: 'data' as const, before: '', now: '', text: shown(reason) }]
  return { status: 'Differs', differences: [...missing], detail: shown(reason) }
}

function endOf(outcome: RunOutcome, { run, expected }: Repetition, input: RunInput): EndedVerification {
  switch (outcome.status) {
    case 'completed': {
      const { result, resultHash } = outcome
      const { ledgerHash, engineVersion, statistics } = result
      const manifest = runManifest(input, run.scriptHash, result)
      const { equity, positionCount } = statistics
      const now = { manifest, resultHash, ledgerHash, equity, positionCount }
      const { isSame, differences, undecided } = compareRuns(expected, now)
      const status = isSame ? 'Verified' : undecided === null ? 'Differs' : 'Failed'
      return { status, differences: [...differences], engineVersion, resultHash, ledgerHash, detail: undecided }
    }
    case 'errored': {
      const text = `The script ended with an error: ${shown(outcome.error.message)}`
      return { status: 'Differs', differences: [{ what: 'result', before: expected.resultHash, now: '', text }] }
    }
    case 'failed':
      return failed(`The runner was lost ${MAX_ATTEMPTS} times: ${outcome.error.message}`)
    default:
      return failed('The repetition was stopped')
  }
}

export function failed(reason: string): EndedVerification {
  return { status: 'Failed', differences: [], detail: shown(reason) }
}

function shown(text: string): string {
  return withoutServerPaths(text).slice(0, MAX_DETAIL)
}
