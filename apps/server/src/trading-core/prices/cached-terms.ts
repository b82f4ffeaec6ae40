import { type Drizzle, schema } from '@tradeloom/database'
import type { ContractTerms } from '@tradeloom/domain'

const { contractTerms } = schema
const LOOK_MS = 2_000

/** The terms at which accounts trade contracts, where these are not those of the instruments; read again every two seconds. */
export function cachedTerms(
  db: Pick<Drizzle, 'select'>,
  now: () => number,
): (accountId: string) => Promise<readonly ContractTerms[]> {
  let known: { readonly until: number; readonly rows: Promise<Map<string, ContractTerms[]>> } | null = null
  const look = async () => Map.groupBy(await db.select().from(contractTerms), ({ accountId }) => accountId)
  return async (accountId) => {
    if (!known || known.until <= now()) {
      const rows = look()
      known = { until: now() + LOOK_MS, rows }
      rows.catch(() => (known = null))
    }
    return (await known.rows).get(accountId) ?? []
  }
}
