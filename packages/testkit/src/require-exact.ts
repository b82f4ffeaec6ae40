/** What live trading answers: all its amounts are decimals. Results of runs are doubles, and rounded where they are shown. */
const LIVE = /^\/(?:api\/(?:accounts|broker|executions|orders?|positions?|sessions?)|public-api\/currencies)(?:[/?]|$)/
const LIVE_TOPIC = /^(?:orders|executions|balances|positions|tradingSessions|(?:price|ticker|trades|book)\..+)$/
/** Percentages of the analysis of a session are those of a run. */
const RUNS = /\/analysis$/

/** Fails if an answer about live trading has a number that nobody writes, such as 0.15000000000000002. */
export function requireExact(path: string, answer: unknown): void {
  if (!LIVE.test(path) || RUNS.test(path)) return
  const [first] = inexactNumbers(answer, 'answer')
  if (first !== undefined) throw new Error(`${path}: ${first}`)
}

/** The first inexact amount of an event about live trading, or null. */
export function inexactEvent({ topic, payload }: { readonly topic: string; readonly payload: unknown }): string | null {
  return (LIVE_TOPIC.test(topic) && inexactNumbers(payload, topic)[0]) || null
}

/** Those of more than 15 significant digits. */
function inexactNumbers(value: unknown, at: string): string[] {
  if (typeof value === 'number') return Number(value.toPrecision(15)) === value ? [] : [`${at} is ${value}`]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => inexactNumbers(inner, `${at}.${key}`))
}
