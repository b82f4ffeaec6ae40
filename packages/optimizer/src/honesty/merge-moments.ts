import type { TrialMoments } from '@tradeloom/metrics'

/** The moments of all trials together (Chan, Golub and LeVeque 1979). */
export function mergeMoments(lines: Iterable<TrialMoments>): TrialMoments {
  let all: TrialMoments = { count: 0, mean: 0, squares: 0 }
  for (const line of lines) {
    if (line.count === 0) continue
    const count = all.count + line.count
    const distance = line.mean - all.mean
    all = {
      count,
      mean: all.mean + (distance * line.count) / count,
      squares: all.squares + line.squares + (distance ** 2 * all.count * line.count) / count,
    }
  }
  return all
}
