/** Deeper than anything that the engine gives a script. */
const MAX_DEPTH = 8

/**
 * Copies plain data into objects of this realm, so that one run reaches another run, or the analysis, by values alone.
 * Runs no code of what it copies: accessors and functions are omitted.
 */
export function plainCopy<Value>(value: Value): Value {
  return copyOf(value, MAX_DEPTH) as Value
}

function copyOf(value: unknown, depth: number): unknown {
  if (typeof value === 'function') return undefined
  if (typeof value !== 'object' || value === null) return value
  if (depth === 0) return null
  if (Array.isArray(value)) return fieldsOf(value, [], depth)
  const prototype = Object.getPrototypeOf(value) as object | null
  // A plain object of any realm: its prototype is the root.
  if (prototype === null || Object.getPrototypeOf(prototype) === null) return fieldsOf(value, {}, depth)
  return collectionOf(value, depth) ?? fieldsOf(value, {}, depth)
}

function fieldsOf(value: object, made: object, depth: number): unknown {
  for (const name of Object.keys(value)) {
    const descriptor = Object.getOwnPropertyDescriptor(value, name)
    if (name === '__proto__' || descriptor === undefined || !('value' in descriptor)) continue
    const copy = copyOf(descriptor.value, depth - 1)
    ;(made as Record<string, unknown>)[name] = copy
  }
  return made
}

/** A map or a set, recognized by its internals: another realm has other classes. */
function collectionOf(value: object, depth: number): unknown {
  try {
    const map = new Map<unknown, unknown>()
    Map.prototype.forEach.call(value, (one: unknown, key: unknown) => map.set(key, copyOf(one, depth - 1)))
    return map
  } catch {
    // Not a map.
  }
  try {
    const set = new Set<unknown>()
    Set.prototype.forEach.call(value, (one: unknown) => set.add(copyOf(one, depth - 1)))
    return set
  } catch {
    return null
  }
}
