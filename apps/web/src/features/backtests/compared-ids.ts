export const MIN_RUNS = 2
export const MAX_RUNS = 6

const ID = /^[0-9a-f-]{36}$/i

/** The backtests of an address like `?ids=a,b`: each once, at most six. */
export function comparedIds(given: string | undefined): string[] {
  const ids = (given ?? '').split(',').filter((id) => ID.test(id))
  return [...new Set(ids)].slice(0, MAX_RUNS)
}
