import { parentPort, workerData } from 'node:worker_threads'
import { ROW_STATUSES } from '@tradeloom/contracts'
import { latticeOfSettings, luckOf, type LuckTrial, sensitivityCurves } from '@tradeloom/optimizer'
import type { ComputedLuck, LuckOrder } from './luck-order.ts'

const order = workerData as LuckOrder
const lattice = latticeOfSettings(order.externalsSettings)
const trials = Array.from(order.index, (_, row) => trialOf(order, row, lattice.axes.length))
const luck = luckOf({ lattice, trials, seed: order.seed, perYear: order.perYear })
const best = trials.find(({ index }) => index === luck.best)
const answer: ComputedLuck = { luck, sensitivity: best ? sensitivityCurves(lattice, trials, best, order.sign) : [] }
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
parentPort?.postMessage(answer)

function trialOf({ index, points, status, score, ...columns }: LuckOrder, row: number, axes: number): LuckTrial {
  const value = score[row] as number
  return {
    index: index[row] as number,
    point: Array.from(points.subarray(row * axes, (row + 1) * axes)),
    status: ROW_STATUSES[status[row] as number] ?? 'Errored',
    scores: [Number.isNaN(value) ? null : value],
    violation: columns.violation[row] as number,
    ledgerHash: columns.ledgerHashes[row] ?? null,
    sample: columns.samples[row] ?? null,
    dailyReturns: columns.returns.subarray(columns.offsets[row], columns.offsets[row + 1]),
  }
}
