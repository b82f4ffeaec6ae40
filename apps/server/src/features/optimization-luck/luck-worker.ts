import { parentPort, workerData } from 'node:worker_threads'
import { ROW_STATUSES } from '@tradeloom/contracts'
import { latticeOfSettings, luckOf, type LuckTrial, sensitivityCurves } from '@tradeloom/optimizer'
import type { ComputedLuck, LuckRequest } from './luck-request.ts'

const request = workerData as LuckRequest
const lattice = latticeOfSettings(request.externalsSettings)
const trials = Array.from(request.index, (_, row) => trialOf(request, row, lattice.axes.length))
const luck = luckOf({ lattice, trials, seed: request.seed, perYear: request.perYear })
const best = trials.find(({ index }) => index === luck.best)
const answer: ComputedLuck = { luck, sensitivity: best ? sensitivityCurves(lattice, trials, best, request.sign) : [] }
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
parentPort?.postMessage(answer)

function trialOf({ index, points, status, score, ...columns }: LuckRequest, row: number, axes: number): LuckTrial {
  const value = score[row] as number
  return {
    index: index[row] as number,
    point: Array.from(points.subarray(row * axes, (row + 1) * axes)),
    status: ROW_STATUSES[status[row] as number] ?? 'Errored',
    isBeforePrices: columns.isTrial[row] === 0,
    scores: [Number.isNaN(value) ? null : value],
    violation: columns.violation[row] as number,
    ledgerHash: columns.ledgerHashes[row] ?? null,
    sample: columns.samples[row] ?? null,
    dailyReturns: columns.returns.subarray(columns.offsets[row], columns.offsets[row + 1]),
  }
}
