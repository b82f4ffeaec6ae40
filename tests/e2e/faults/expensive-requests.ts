import type { Fault } from './fault.ts'

const AT_ONCE = 40
const YEAR_MS = 365 * 86_400_000
/** Acceptable statuses for a user with too many concurrent requests. */
const MAY_ANSWER: readonly (number | null)[] = [200, 429, 503]

/** One user repeatedly sends many of the most expensive requests concurrently. */
export const EXPENSIVE_REQUESTS: Fault = {
  name: 'expensive-requests',
  title: `${AT_ONCE} expensive requests at a time`,
  isRepeated: false,
  async strike({ client }) {
    const end = new Date().toISOString()
    const start = new Date(Date.now() - YEAR_MS).toISOString()
    const range = `instrumentId=EURUSD:SIM&start=${start}&end=${end}`
    const paths = [
      `/public-api/historical-prices?${range}&interval=W1`,
      `/public-api/historical-prices?${range}&interval=M1&limit=20000`,
      `/public-api/market-data/quality?${range}`,
      '/api/market-data/spread?instrumentId=EURUSD:SIM',
    ]
    const strange = new Set<string>()
    for (let wave = 0; wave < 5; wave++) {
      await Promise.all(
        Array.from({ length: AT_ONCE }, async (_, index) => {
          const path = paths[index % paths.length] as string
          const status = await client.status(path)
          if (!MAY_ANSWER.includes(status)) strange.add(`GET ${path} answered ${status}`)
        }),
      )
    }
    return [...strange]
  },
}
