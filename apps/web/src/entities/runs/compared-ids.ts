export const MIN_RUNS = 2
export const MAX_RUNS = 6

const ID = /^[0-9a-f-]{36}$/i

interface ComparedIds {
  readonly ids: readonly string[]
  /** How many more the address has than can be compared. */
  readonly surplus: number
}

/** The backtests of an address like `?ids=a,b`: each once, at most six. */
export function comparedIds(given: string | undefined): ComparedIds {
  const ids = [...new Set((given ?? '').split(',').filter((id) => ID.test(id)))]
  return { ids: ids.slice(0, MAX_RUNS), surplus: Math.max(0, ids.length - MAX_RUNS) }
}
