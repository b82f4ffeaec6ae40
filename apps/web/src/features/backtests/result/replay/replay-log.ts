import type { LogLine } from '@tradeloom/contracts'

/** How many lines of a log, which is in time order, were written before a time. */
export function linesUntil(lines: readonly Pick<LogLine, 'time'>[], time: number): number {
  let [low, high] = [0, lines.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((lines[middle]?.time ?? 0) < time) low = middle + 1
    else high = middle
  }
  return low
}

/** What `log('name', number)` wrote last under each name, as a script's variables. */
export function variablesOf(lines: readonly Pick<LogLine, 'message'>[]): ReadonlyMap<string, number> {
  const variables = new Map<string, number>()
  for (const { message } of lines) {
    const [, name, value] = /^([A-Za-z_$][\w$]{0,39}):? (-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)$/.exec(message) ?? []
    if (name === undefined || value === undefined) continue
    // The newest name comes last.
    variables.delete(name)
    variables.set(name, Number(value))
  }
  return variables
}
