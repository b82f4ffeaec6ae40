import { createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Drizzle, schema } from '@tradeloom/database'
import type { MarketStore } from '@tradeloom/market-data'
import { and, asc, desc, eq, gt, lt, or } from 'drizzle-orm'
import { ZipFile } from 'yazl'
import type { BacktestResults } from '../backtests/backtest-results.service.ts'
import { EXPORTED } from './exported-tables.ts'
import { ownMarketData } from './own-market-data.ts'
import { rowsOf } from './rows-of.ts'

const { auditLog, backtests } = schema

/** Read at once. */
const PAGE = 200

export interface ExportSource {
  readonly db: Drizzle
  readonly results: Pick<BacktestResults, 'detail' | 'positionsCsv'>
  readonly store: MarketStore
}

interface Wanted {
  readonly userId: string
  /** Whether with the prices that the user has imported, which may be gigabytes. */
  readonly marketData: boolean
}

type Write = (name: string, text: AsyncIterable<string>) => Promise<void>

/** Writes everything of a user to a ZIP archive; returns its size. What was begun is removed if it fails. */
export async function writeExport(
  source: ExportSource,
  wanted: Wanted,
  file: string,
  signal: AbortSignal,
): Promise<number> {
  const zip = new ZipFile()
  const partial = `${file}.part`
  const written = pipeline(zip.outputStream, createWriteStream(partial, { mode: 0o600 }), { signal })
  written.catch(() => {})
  const write: Write = async (name, text) => {
    signal.throwIfAborted()
    const stream = Readable.from(encoded(text))
    // One after the other: what waits would wait in memory.
    const isRead = new Promise<void>((done, fail) => stream.once('end', done).once('error', fail))
    zip.addReadStream(stream, name)
    await Promise.race([isRead, written])
  }
  try {
    await writeAll(source, wanted, write)
    zip.end()
    await written
    await rename(partial, file)
    return (await stat(file)).size
  } catch (error) {
    zip.outputStream.unpipe()
    await rm(partial, { force: true })
    throw error
  }
}

async function writeAll(source: ExportSource, { userId, marketData }: Wanted, write: Write): Promise<void> {
  const { db, results, store } = source
  await write('README.txt', text(README))
  for (const exported of EXPORTED) await write(`${exported.file}.json`, array(rowsOf(db, exported, userId)))
  await write('account/activity.json', array(auditOf(db, userId)))
  for await (const version of rowsOf(db, SCRIPTS, userId)) {
    const { algorithmId, versionNo, script } = version
    await write(`algorithms/${String(algorithmId)}/version-${String(versionNo)}.js`, text(String(script)))
  }
  for await (const id of runsOf(db, userId)) {
    const detail = await results.detail(id, userId, true)
    await write(`backtests/${id}/result.json`, text(JSON.stringify(detail, null, 1)))
    await write(`backtests/${id}/positions.csv`, text(await results.positionsCsv(id, userId)))
  }
  if (marketData) for await (const { name, lines } of ownMarketData(store, userId)) await write(name, lines)
}

const SCRIPTS = { table: 'algorithmVersions', file: '', by: 'algorithmId', of: 'algorithms' } as const

const README = `Everything of your account at Tradeloom, as it was when you requested it.

Files that end with .json hold rows as the database has them: times are UTC, ids connect them.
algorithms/<algorithm>/version-<number>.js   each version of each algorithm
backtests/<backtest>/result.json             figures of a run
backtests/<backtest>/positions.csv           its positions

market-data/<instrument>.csv                 prices that you have imported, if you asked for them

Passwords, keys and other secrets are not here.
`

async function* runsOf(db: Drizzle, userId: string): AsyncGenerator<string> {
  let after: string | null = null
  for (;;) {
    const rows: { id: string }[] = await db
      .select({ id: backtests.id })
      .from(backtests)
      .where(
        and(
          eq(backtests.userId, userId),
          eq(backtests.status, 'Completed'),
          after === null ? undefined : gt(backtests.id, after),
        ),
      )
      .orderBy(asc(backtests.id))
      .limit(PAGE)
    for (const { id } of rows) yield id
    after = rows.at(-1)?.id ?? null
    if (after === null) return
  }
}

/** What was done by and to the user, newest first. */
async function* auditOf(db: Drizzle, userId: string): AsyncGenerator<object> {
  let n = Number.MAX_SAFE_INTEGER
  for (;;) {
    const rows = await db
      .select({ n: auditLog.n, at: auditLog.at, action: auditLog.action, body: auditLog.body })
      .from(auditLog)
      .where(and(or(eq(auditLog.actor, userId), eq(auditLog.object, userId)), lt(auditLog.n, n)))
      .orderBy(desc(auditLog.n))
      .limit(PAGE)
    for (const { body, ...row } of rows) yield { ...row, ...(JSON.parse(body) as object) }
    const last = rows.at(-1)
    if (last === undefined) return
    n = last.n
  }
}

async function* array(rows: AsyncIterable<unknown>): AsyncGenerator<string> {
  let before = '[\n'
  for await (const row of rows) {
    yield before + JSON.stringify(row)
    before = ',\n'
  }
  yield before === '[\n' ? '[]\n' : '\n]\n'
}

async function* text(whole: string): AsyncGenerator<string> {
  yield whole
}

async function* encoded(parts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const part of parts) yield Buffer.from(part)
}
