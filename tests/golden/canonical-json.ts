/** Records per call of the native serializer: enough to be fast, few enough to bound memory. */
const RECORDS = 1024
/** Approximate length of a piece in characters. */
const PIECE = 1 << 20

/**
 * Plain JSON as canonical text, in pieces: JSON as written by `JSON.stringify`, without spaces, with fields sorted by
 * name (UTF-16 code units) at every level and undefined fields omitted. Equal values give equal text, however they were
 * built. The hash of a result was the SHA-256 of this text in UTF-8 until engine 2.3.
 */
export function* canonicalJson(value: unknown): Generator<string, void> {
  let piece = ''
  for (const text of texts(value)) {
    piece += text
    if (piece.length < PIECE) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}

function* texts(value: unknown): Generator<string, void> {
  if (Array.isArray(value)) yield* textsOfArray(value)
  else if (typeof value === 'object' && value !== null) yield* textsOfObject(value as Record<string, unknown>)
  else yield JSON.stringify(value) ?? 'null'
}

function* textsOfArray(items: readonly unknown[]): Generator<string, void> {
  yield '['
  for (let from = 0; from < items.length; from += RECORDS) {
    const part = items.slice(from, from + RECORDS)
    if (from > 0) yield ','
    const names = namesOf(part)
    if (names !== null) yield JSON.stringify(part, names).slice(1, -1)
    else {
      for (const [at, item] of part.entries()) {
        if (at > 0) yield ','
        yield* texts(item)
      }
    }
  }
  yield ']'
}

function* textsOfObject(record: Readonly<Record<string, unknown>>): Generator<string, void> {
  const names = namesOf([record])
  if (names !== null) return yield JSON.stringify(record, names)
  let before = '{'
  for (const name of Object.keys(record).sort()) {
    if (record[name] === undefined) continue
    yield `${before}${JSON.stringify(name)}:`
    yield* texts(record[name])
    before = ','
  }
  yield before === '{' ? '{}' : '}'
}

/**
 * All field names of flat records, sorted; null if a record is nested. Passed as a list to `JSON.stringify`, they
 * determine the order of fields, which is five times faster than writing each field.
 */
function namesOf(items: readonly unknown[]): string[] | null {
  const names = new Set<string>()
  for (const item of items) {
    if (typeof item !== 'object' || item === null) continue
    if (Array.isArray(item)) return null
    const record = item as Readonly<Record<string, unknown>>
    for (const name of Object.keys(record)) {
      const value = record[name]
      if (typeof value === 'object' && value !== null) return null
      names.add(name)
    }
  }
  return [...names].sort()
}
