/** Deeper than anything that this program writes, and far from where recursive code would run out of stack. */
const MAX_DEPTH = 32

/** Databases cannot hold NUL and lone surrogates. */
const isClean = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed()

/**
 * Whether data of unknown shape can be stored and compared: all of its texts are clean, all of its numbers finite (JSON has
 * none that are not, but 1e400 is read as one), and it is not nested too deep.
 */
export function isStorable(data: unknown): boolean {
  const left: { readonly value: unknown; readonly depth: number }[] = [{ value: data, depth: 0 }]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { value, depth } = next
    if (typeof value === 'string' && !isClean(value)) return false
    if (typeof value === 'number' && !Number.isFinite(value)) return false
    if (typeof value !== 'object' || value === null) continue
    if (depth >= MAX_DEPTH) return false
    for (const [key, inner] of Object.entries(value)) {
      if (!isClean(key)) return false
      left.push({ value: inner, depth: depth + 1 })
    }
  }
  return true
}
