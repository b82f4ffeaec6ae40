type Scores = readonly number[]

/** The volume that points dominate above a reference (Zitzler and Thiele 1999): one to three objectives, higher is better. */
export function hypervolume(points: readonly Scores[], reference: Scores): number {
  const above = points.filter((scores) => scores.every((score, k) => score > (reference[k] as number)))
  return volumeAbove(above, reference)
}

/** Slices along the last objective, each with the area of the points that reach it. */
function volumeAbove(points: readonly Scores[], reference: Scores): number {
  const last = reference.length - 1
  const base = reference[last] as number
  if (last === 0) return points.reduce((best, [score]) => Math.max(best, (score as number) - base), 0)
  const descending = points.toSorted((a, b) => (b[last] as number) - (a[last] as number))
  let volume = 0
  for (const [k, scores] of descending.entries()) {
    const height = (scores[last] as number) - (descending[k + 1]?.[last] ?? base)
    if (height > 0) volume += height * volumeAbove(descending.slice(0, k + 1), reference.slice(0, last))
  }
  return volume
}
