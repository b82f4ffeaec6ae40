import type { GroupMoments, TrialMoments } from '@tradeloom/metrics'

const NOTHING: GroupMoments = { rated: 0, mean: 0, squares: 0 }

/** The moments of all trials together. Those of which no returns are kept are one group in each grouping. */
export function mergeMoments(lines: Iterable<TrialMoments>): TrialMoments {
  let [count, all, kept, rest] = [0, NOTHING, [] as GroupMoments[], NOTHING]
  for (const line of lines) {
    count += line.count
    all = join(all, line)
    if (line.groupings === undefined) rest = join(rest, line)
    else kept = line.groupings.map((grouping, k) => join(kept[k] ?? NOTHING, grouping))
  }
  const { rated, mean, squares } = all
  const merged = { count, rated, mean, squares }
  if (kept.length === 0) return merged
  const one = { rated: Math.min(1, rest.rated), mean: rest.mean, squares: 0 }
  return { ...merged, groupings: kept.map((grouping) => join(grouping, one)) }
}

/** Chan, Golub and LeVeque 1979. */
function join(one: GroupMoments, other: GroupMoments): GroupMoments {
  const rated = one.rated + other.rated
  const distance = other.mean - one.mean
  const share = rated === 0 ? 0 : other.rated / rated
  return {
    rated,
    mean: one.mean + distance * share,
    squares: one.squares + other.squares + distance ** 2 * one.rated * share,
  }
}
