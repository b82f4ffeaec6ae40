import { type Drizzle, schema } from '@tradeloom/database'
import type { Outcome, Round } from '@tradeloom/optimizer'
import { and, asc, between, count, eq, inArray, isNotNull, max, sql } from 'drizzle-orm'
import type { OptimizationLogLine } from '../optimizations.repository.ts'
import type { StoredOptimization } from './optimization-inputs.ts'

const { optimizationLog, optimizationRounds, optimizationRows, optimizations } = schema

type LogEntry = Pick<OptimizationLogLine, 'level' | 'message'>
type Span = Pick<Round, 'first' | 'count'>

/** What the coordinator of an optimization reads and writes. */
export class OptimizationStore {
  readonly #db: Drizzle
  readonly #id: string

  constructor(db: Drizzle, id: string) {
    this.#db = db
    this.#id = id
  }

  /** Starts it, or continues it after an interruption; null if it has ended. */
  async take(): Promise<StoredOptimization | null> {
    const startedAt = sql`coalesce(${optimizations.startedAt}, now())`
    const [taken] = await this.#db
      .update(optimizations)
      .set({ status: 'In Progress', statusDetail: '', startedAt })
      .where(and(eq(optimizations.id, this.#id), inArray(optimizations.status, ['Queued', 'In Progress'])))
      .returning()
    return taken ?? null
  }

  /** Says what it does while it is in progress. */
  async explain(statusDetail: string): Promise<void> {
    const isOpen = and(eq(optimizations.id, this.#id), eq(optimizations.status, 'In Progress'))
    await this.#db.update(optimizations).set({ statusDetail }).where(isOpen)
  }

  async state() {
    const { status, done, cpuMs, revision, bestProfit } = optimizations
    const [found] = await this.#db
      .select({ status, done, cpuMs, revision, bestProfit })
      .from(optimizations)
      .where(eq(optimizations.id, this.#id))
    return found ?? null
  }

  /** Indexes of a round that have a row. */
  async storedIndexes({ first, count: size }: Span): Promise<number[]> {
    const { optimizationId, index } = optimizationRows
    const rows = await this.#db
      .select({ index })
      .from(optimizationRows)
      .where(and(eq(optimizationId, this.#id), between(index, first, first + size - 1)))
    return rows.map((row) => row.index)
  }

  async countStored({ first, count: size }: Span): Promise<number> {
    const { optimizationId, index } = optimizationRows
    const [found] = await this.#db
      .select({ n: count() })
      .from(optimizationRows)
      .where(and(eq(optimizationId, this.#id), between(index, first, first + size - 1)))
    return found?.n ?? 0
  }

  /** Outcomes of a round in the order of its indexes, oriented as the search wants them. */
  async outcomes({ first, count: size }: Span, goals: Pick<StoredOptimization, 'objectives'>): Promise<Outcome[]> {
    const { optimizationId, index, objectives, violation } = optimizationRows
    const rows = await this.#db
      .select({ objectives, violation })
      .from(optimizationRows)
      .where(and(eq(optimizationId, this.#id), between(index, first, first + size - 1)))
      .orderBy(asc(index))
    return rows.map((row) => ({
      scores: goals.objectives.map(({ better }, place) => {
        const value = row.objectives[place] ?? Number.NaN
        return Number.isNaN(value) ? null : better === 'higher' ? value : -value
      }),
      violation: row.violation,
    }))
  }

  async beginRound({ number, first, count: size }: Round): Promise<void> {
    const optimizationId = this.#id
    await this.#db
      .insert(optimizationRounds)
      .values({ optimizationId, number, first, count: size })
      .onConflictDoNothing()
  }

  /**
   * Ends a round once: marks the rows that traded exactly like an earlier one. They get new revisions, so that everybody
   * reads them again. False if it was ended before.
   */
  endRound(number: number, lines: readonly LogEntry[]): Promise<boolean> {
    const id = this.#id
    return this.#db.transaction(async (tx) => {
      const [found] = await tx
        .select({ revision: optimizations.revision })
        .from(optimizations)
        .where(eq(optimizations.id, id))
        .for('update')
      const { optimizationId, number: numberOf, endedAt } = optimizationRounds
      const ended = await tx
        .update(optimizationRounds)
        .set({ endedAt: new Date() })
        .where(and(eq(optimizationId, id), eq(numberOf, number), sql`${endedAt} is null`))
        .returning({ number: numberOf })
      if (!found || ended.length === 0) return false
      const { rowCount } = await tx.execute(sql`
        with firsts as (
          select index, min(index) over (partition by ledger_hash) as first from optimization_rows
          where optimization_id = ${id} and ledger_hash is not null
        ), changed as (
          select rows.index, first, row_number() over (order by rows.index) as place
          from optimization_rows rows join firsts on firsts.index = rows.index
          where rows.optimization_id = ${id} and first < rows.index and duplicate_of is distinct from first
        )
        update optimization_rows rows
        set duplicate_of = changed.first, revision = ${found.revision}::integer + changed.place::integer
        from changed where rows.optimization_id = ${id} and rows.index = changed.index`)
      const revision = found.revision + (rowCount ?? 0)
      await tx.update(optimizations).set({ revision }).where(eq(optimizations.id, id))
      const [last] = await tx
        .select({ number: max(optimizationLog.number) })
        .from(optimizationLog)
        .where(eq(optimizationLog.optimizationId, id))
      const from = (last?.number ?? -1) + 1
      const time = Date.now()
      const values = lines.map((line, place) => ({ ...line, optimizationId: id, number: from + place, time }))
      if (values.length > 0) await tx.insert(optimizationLog).values(values)
      return true
    })
  }

  async log(level: LogEntry['level'], message: string): Promise<void> {
    const id = this.#id
    await this.#db.execute(sql`
      insert into optimization_log (optimization_id, number, time, level, message)
      select ${id}, coalesce(max(number), -1) + 1, ${Date.now()}::bigint, ${level}, ${message}
      from optimization_log where optimization_id = ${id}`)
  }

  /** Messages of scripts in a round, the most frequent first. */
  errors({ first, count: size }: Span): Promise<{ message: string | null; n: number }[]> {
    const { optimizationId, index, error } = optimizationRows
    return this.#db
      .select({ message: error, n: count() })
      .from(optimizationRows)
      .where(and(eq(optimizationId, this.#id), between(index, first, first + size - 1), isNotNull(error)))
      .groupBy(error)
      .orderBy(sql`count(*) desc, min(${index})`)
      .limit(20)
  }

  /** The message of the first row if all have one. */
  async errorOfAll(): Promise<string | null> {
    const { optimizationId, index, error } = optimizationRows
    const [found] = await this.#db
      .select({ all: count(), errors: count(error) })
      .from(optimizationRows)
      .where(eq(optimizationId, this.#id))
    if (!found || found.all === 0 || found.errors < found.all) return null
    const [first] = await this.#db
      .select({ error })
      .from(optimizationRows)
      .where(eq(optimizationId, this.#id))
      .orderBy(asc(index))
      .limit(1)
    return first?.error ?? null
  }

  /** The best rows with a whole result. */
  best(goal: StoredOptimization['objectives'][number] | undefined, most: number) {
    const { optimizationId, index, point, ledgerHash, violation, objectives } = optimizationRows
    const value = sql`nullif(${objectives}[1], 'NaN')`
    const order = goal?.better === 'lower' ? sql`${value} asc nulls last` : sql`${value} desc nulls last`
    return this.#db
      .select({ index, point, ledgerHash })
      .from(optimizationRows)
      .where(and(eq(optimizationId, this.#id), isNotNull(ledgerHash)))
      .orderBy(asc(violation), order, asc(index))
      .limit(most)
  }

  /** Those of the given rows that have a whole result. */
  among(indexes: readonly number[]) {
    const { optimizationId, index, point, ledgerHash } = optimizationRows
    return this.#db
      .select({ index, point, ledgerHash })
      .from(optimizationRows)
      .where(and(eq(optimizationId, this.#id), isNotNull(ledgerHash), inArray(index, [...indexes])))
  }
}
