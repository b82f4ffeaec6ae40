import { type Drizzle, schema } from '@tradeloom/database'
import type { TickNeeds } from '@tradeloom/market-data/ticks'
import { sql } from 'drizzle-orm'

const { alerts, backtestResults, backtests, keptTicks, positions, sessions, venueOrders } = schema

/** Why ticks of an instrument are kept. */
export interface TickReasons extends TickNeeds {
  readonly sessions: number
  readonly runs: number
  readonly isKeptByHand: boolean
}

interface Found extends Record<string, unknown> {
  readonly instrumentId: string
  readonly sessions: string
  readonly runs: string
  readonly byHand: boolean
  readonly row: string | null
  readonly time: string | null
}

const NONE: TickReasons = { sessions: 0, runs: 0, isKeptByHand: false, isKept: false, row: Infinity, time: Infinity }

/**
 * What is needed of the tick log. A session that runs is replayed from its start; orders, trailing stops and alerts that wait
 * here go on after the row that they were last compared with. A session that has ended, a run with its manifest and whoever
 * asked for it keep the ticks of an instrument, in months.
 */
export async function tickNeeds(db: Drizzle): Promise<ReadonlyMap<string, TickReasons>> {
  const { rows } = await db.execute<Found>(sql`
    select "instrumentId", sum(sessions) sessions, sum(runs) runs, bool_or("byHand") "byHand", min("row") "row", min("time") "time"
    from (
      select ${sessions.instrumentId} "instrumentId", count(*) sessions, 0 runs, false "byHand", null::bigint "row",
             min(least(extract(epoch from ${sessions.started}) * 1000, (${sessions.spec}->>'start')::numeric))
               filter (where ${sessions.status} = 'Active') "time"
        from ${sessions} group by 1
      union all
      select market, 0, count(*), false, null, null
        from ${backtests} join ${backtestResults} on ${backtestResults.backtestId} = ${backtests.id},
             lateral (select ${backtests.instrumentId} market union select jsonb_array_elements_text(${backtests.markets})) named
       group by 1
      union all
      select ${keptTicks.instrumentId}, 0, 0, true, null, null from ${keptTicks}
      union all
      select ${venueOrders.instrumentId}, 0, 0, false, min(${venueOrders.matchedRow}), null from ${venueOrders}
       where ${venueOrders.status} in ('NEW', 'PARTIALLY_FILLED') and ${venueOrders.matchedRow} >= 0 group by 1
      union all
      select ${positions.instrumentId}, 0, 0, false, min(${positions.matchedRow}), null from ${positions}
       where ${positions.status} = 'OPEN' and ${positions.trailingStop} is not null
             and not ${positions.isTrailingStopRejected} and ${positions.matchedRow} >= 0 group by 1
      union all
      select ${alerts.instrumentId}, 0, 0, false, min(${alerts.nextRow}) - 1, null from ${alerts}
       where ${alerts.status} = 'ACTIVE' group by 1
    ) needs group by 1`)
  return new Map(rows.map((found) => [found.instrumentId, reasonsOf(found)]))
}

/** For an instrument that nobody has asked for. */
export const needsOf = (needs: ReadonlyMap<string, TickReasons>, instrumentId: string): TickReasons =>
  needs.get(instrumentId) ?? NONE

function reasonsOf({ sessions: sessionCount, runs: runCount, byHand, row, time }: Found): TickReasons {
  const counts = { sessions: Number(sessionCount), runs: Number(runCount), isKeptByHand: byHand }
  const isKept = counts.sessions > 0 || counts.runs > 0 || byHand
  return {
    ...counts,
    isKept,
    row: row === null ? Infinity : Number(row),
    time: time === null ? Infinity : Number(time),
  }
}
