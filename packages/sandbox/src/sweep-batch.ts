import type { BatchOutcome } from './received-rows.ts'
import type { SweepOutcome, SweepRow } from './sweep-outcome.ts'

/**
 * Performs the runs of a batch. When a run takes its runner with it, the rest goes on in another one: first the runs up to
 * the one at fault, then that run alone, so that only it is charged with the loss.
 */
export async function sweepBatch(
  count: number,
  perform: (from: number, to: number) => Promise<BatchOutcome>,
): Promise<SweepOutcome> {
  const begin = performance.now()
  const rows: SweepRow[] = []
  let cpuMs = 0
  /** How many runs the next part has at most; less than all while a run at fault is looked for. */
  let most = count
  let suspect: number | null = null
  while (rows.length < count) {
    const from = rows.length
    const to: number = from === suspect ? from + 1 : Math.min(from + most, suspect ?? count, count)
    const outcome = await perform(from, to)
    if (outcome.status === 'failed' || outcome.status === 'canceled') return outcome
    rows.push(...outcome.rows)
    if (outcome.status === 'completed') {
      cpuMs += outcome.cpuMs
      most = Math.min(count, most * 2)
    } else {
      const run = outcome.run === null ? null : from + outcome.run
      const isAlone = to === from + 1
      const isSlow = outcome.failure.kind === 'timeout' && run === rows.length
      if (rows.length < to && (isAlone || isSlow)) rows.push({ status: 'Errored', ...outcome.failure })
      suspect = run
      most = isAlone || run !== null ? count : 1
    }
    if (suspect !== null && rows.length > suspect) suspect = null
  }
  return { status: 'completed', rows, cpuMs, wallMs: performance.now() - begin }
}
