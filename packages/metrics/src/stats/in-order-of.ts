/** Indexes of `values` from smallest to largest; equal values keep their order. */
export function inOrderOf(values: ArrayLike<number>): Uint32Array {
  const places = new Uint32Array(values.length)
  let isSorted = true
  for (let at = 0; at < places.length; at++) {
    places[at] = at
    if (at > 0 && (values[at] as number) < (values[at - 1] as number)) isSorted = false
  }
  return isSorted ? places : places.sort((a, b) => (values[a] as number) - (values[b] as number) || a - b)
}
