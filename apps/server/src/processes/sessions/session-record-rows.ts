import { type Drizzle, schema, type Transaction } from '@tradeloom/database'
import type { SessionRecords } from '@tradeloom/engine'
import { eq, max } from 'drizzle-orm'

const { sessionLogs, sessionRecords } = schema

export interface SessionLine {
  readonly time: number
  readonly level: 'info' | 'warning' | 'error'
  readonly message: string
}

type RecordKind = 'order' | 'position' | 'plot' | 'curve' | 'day'

/** What a session has recorded and logged: rows that are numbered one after the other, each kind for itself. */
export class SessionRecordRows {
  readonly #id: string
  #logCount = 0
  readonly #recordCounts = new Map<string, number>()

  constructor(id: string) {
    this.#id = id
  }

  /** What comes next gets the numbers after what is stored. */
  async count(db: Drizzle): Promise<void> {
    const [logged] = await db
      .select({ n: max(sessionLogs.n) })
      .from(sessionLogs)
      .where(eq(sessionLogs.sessionId, this.#id))
    this.#logCount = (logged?.n ?? -1) + 1
    const counts = await db
      .select({ kind: sessionRecords.kind, n: max(sessionRecords.n) })
      .from(sessionRecords)
      .where(eq(sessionRecords.sessionId, this.#id))
      .groupBy(sessionRecords.kind)
    for (const { kind, n } of counts) this.#recordCounts.set(kind, (n ?? -1) + 1)
  }

  async write(tx: Transaction, records: readonly SessionRecords[], lines: readonly SessionLine[]): Promise<void> {
    const logged = [...records.flatMap(({ log }) => log), ...lines]
    if (logged.length > 0) {
      await tx.insert(sessionLogs).values(
        logged.map(({ time, level, message }, i) => ({
          sessionId: this.#id,
          n: this.#logCount + i,
          time: new Date(time),
          level,
          message,
        })),
      )
    }
    for (const [kind, bodies] of recordsOf(records)) {
      const from = this.#recordCounts.get(kind) ?? 0
      await tx.insert(sessionRecords).values(
        bodies.map(({ time, body }, i) => ({
          sessionId: this.#id,
          kind,
          n: from + i,
          time: new Date(time),
          body,
        })),
      )
    }
  }

  /** They are committed. */
  wrote(records: readonly SessionRecords[], lines: readonly SessionLine[]): void {
    this.#logCount += lines.length + records.reduce((sum, { log }) => sum + log.length, 0)
    for (const [kind, bodies] of recordsOf(records)) {
      this.#recordCounts.set(kind, (this.#recordCounts.get(kind) ?? 0) + bodies.length)
    }
  }
}

interface RecordRow {
  readonly time: number
  readonly body: unknown
}

function recordsOf(records: readonly SessionRecords[]): [RecordKind, RecordRow[]][] {
  const rows: Record<RecordKind, RecordRow[]> = { order: [], position: [], plot: [], curve: [], day: [] }
  for (const { orders, positions, plots, curve, days } of records) {
    rows.order.push(...orders.map((body) => ({ time: body.time, body })))
    rows.position.push(...positions.map((body) => ({ time: body.closeTime ?? body.openTime, body })))
    for (const plot of plots) {
      if (plot.time.length === 0) continue
      const body = { ...plot, time: [...plot.time], value: [...plot.value].map(finite) }
      rows.plot.push({ time: plot.time[0] as number, body })
    }
    const columns = Object.entries(curve).map(([name, values]) => [name, [...(values as Float64Array)].map(finite)])
    const time = (curve as unknown as { time: Float64Array }).time[0]
    if (time !== undefined) rows.curve.push({ time, body: Object.fromEntries(columns) })
    rows.day.push(...days.time.map((day, i) => ({ time: day, body: { equity: days.equity[i] } })))
  }
  return (Object.entries(rows) as [RecordKind, RecordRow[]][]).filter(([, found]) => found.length > 0)
}

/** JSON has no NaN. */
function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null
}
