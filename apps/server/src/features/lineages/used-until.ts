import { schema, type Transaction } from '@tradeloom/database'
import { sql } from 'drizzle-orm'
import type { Lineage } from './lineage-of.ts'

const { algorithmLineages, backtests, optimizations, trialLedger } = schema

/** End of the newest data that results of a lineage have used or will have, by the owners of its chain; null without any. */
export async function usedUntil(tx: Transaction, { lineageId, users }: Lineage): Promise<Date | null> {
  const owners = sql`${sql.param([...users])}::uuid[]`
  const { rows } = await tx.execute<{ until: string | null }>(sql`
    select to_char(max(time) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as until from (
      select data_end as time from ${trialLedger} where lineage_id = ${lineageId} and user_id = any(${owners})
      union all
      select run."end" from ${backtests} run join ${algorithmLineages} lineage using (algorithm_id)
      where lineage.lineage_id = ${lineageId} and run.user_id = any(${owners}) and run.status <> 'Failed'
      union all
      select search."end" from ${optimizations} search join ${algorithmLineages} lineage using (algorithm_id)
      where lineage.lineage_id = ${lineageId} and search.user_id = any(${owners})
        and (search.status in ('Queued', 'In Progress') or search.done > 0)
    ) used`)
  const until = rows[0]?.until ?? null
  return until === null ? null : new Date(until)
}
