import type { TrialMoments } from '@tradeloom/metrics'

/** The moments of all trials together (Chan, Golub and LeVeque 1979). */
export function mergeMoments(lines: Iterable<TrialMoments>): TrialMoments {
  let all: TrialMoments = { count: 0, rated: 0, mean: 0, squares: 0 }
  for (const line of lines) {
    const count = all.count + line.count
    const rated = all.rated + line.rated
    const distance = line.mean - all.mean
    const share = rated === 0 ? 0 : line.rated / rated
    all = {
      count,
      rated,
      mean: all.mean + distance * share,
      squares: all.squares + line.squares + distance ** 2 * all.rated * share,
    }
  }
  return all
}
