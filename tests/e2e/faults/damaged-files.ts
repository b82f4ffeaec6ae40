import { readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Fault } from './fault.ts'
import type { Installation } from './installation.ts'
import { WorkInProgress } from './work-in-progress.ts'

interface Kind {
  readonly name: string
  /** Matches paths below the data folder. */
  readonly pattern: RegExp
  /** Whether it may also be altered, besides being emptied or truncated. */
  readonly mayBeAltered: boolean
  /** Whether a run may report the damaged month instead of giving the right result. */
  readonly mayBeNamed: boolean
}

/** Every kind of file except those of the database. */
const KINDS: readonly Kind[] = [
  { name: 'raw columns', pattern: /^market\/\.columns\//, mayBeAltered: true, mayBeNamed: false },
  { name: 'Parquet month', pattern: /^market\/SIM\/EURUSD\/.*\.parquet$/, mayBeAltered: false, mayBeNamed: true },
  { name: 'records', pattern: /^market\/SIM\/EURUSD\/.*\d\.[a-z.]*json$/, mayBeAltered: true, mayBeNamed: false },
  { name: 'instrument', pattern: /^market\/SIM\/EURUSD\/instrument\.json$/, mayBeAltered: false, mayBeNamed: false },
  { name: 'calendar', pattern: /^market\/\.calendars\/.*\.json$/, mayBeAltered: false, mayBeNamed: true },
  { name: 'engine code', pattern: /^runner\//, mayBeAltered: true, mayBeNamed: false },
]

type Damage = 'emptied' | 'truncated' | 'altered'

const DO: Record<Damage, (path: string) => void> = {
  emptied: (path) => truncateSync(path, 0),
  truncated: (path) => truncateSync(path, Math.floor(statSync(path).size / 2)),
  altered: (path) => {
    const bytes = readFileSync(path)
    const middle = Math.floor(bytes.length / 2)
    bytes[middle] = (bytes[middle] ?? 0) ^ 1
    writeFileSync(path, bytes)
  },
}

/**
 * Damages all files of a kind, one kind after the other: a run gives the right result or reports the damage, and lists
 * keep working.
 */
export const DAMAGED_FILES: Fault = {
  name: 'damaged-files',
  title: 'Files emptied, truncated and altered',
  isRepeated: false,
  async strike(installation) {
    const work = await WorkInProgress.prepare(installation)
    await importCalendar(installation)
    const right = await hashOf(installation, work)
    const lost: string[] = []
    for (const kind of KINDS) {
      for (const damage of ['emptied', 'truncated', 'altered'] as const) {
        if (damage === 'altered' && !kind.mayBeAltered) continue
        const found = await damageAll(installation, work, kind, damage, right)
        console.log(`  ${kind.name} ${damage}: ${found.length === 0 ? 'fine' : found.join('; ')}`)
        lost.push(...found.map((what) => `${kind.name} ${damage}: ${what}`))
      }
    }
    return lost
  },
}

async function damageAll(
  installation: Installation,
  work: WorkInProgress,
  kind: Kind,
  damage: Damage,
  right: string,
): Promise<string[]> {
  const files = filesBelow(installation.data).filter((file) => kind.pattern.test(file))
  if (files.length === 0) return ['no such file']
  const kept = files.map((file) => ({ path: join(installation.data, file), bytes: readFileSync(join(installation.data, file)) })) // prettier-ignore
  for (const { path } of kept) DO[damage](path)
  const problems: string[] = []
  // Briefly cached lists must not hide the damage.
  await new Promise((resolve) => setTimeout(resolve, 3500))
  for (const path of ['/api/instruments', '/public-api/market-data/calendars', '/api/market-data/spread?instrumentId=EURUSD:SIM']) {
    const status = await installation.client.status(path)
    if (status === null || status >= 500) problems.push(`GET ${path} answered ${status}`)
  } // prettier-ignore
  const result = await hashOf(installation, work)
  const isNamed = kind.mayBeNamed && /damaged/i.test(result)
  if (result !== right && !isNamed) problems.push(`a run ended with ${result}`)
  // Restores the files.
  for (const { path, bytes } of kept) writeFileSync(path, bytes)
  await new Promise((resolve) => setTimeout(resolve, 3500))
  const after = await hashOf(installation, work)
  if (after !== right) problems.push(`once it was repaired a run ended with ${after}`)
  return problems
}

/** The hash of a run's result, or how it ended otherwise. */
async function hashOf({ client }: Installation, work: WorkInProgress): Promise<string> {
  const queued = await work.queueBacktest().catch((error: Error) => error)
  if (queued instanceof Error) return queued.message
  const row = await work.ended(`/api/backtest/${queued.id}`)
  await client.call('DELETE', `/api/backtest/${queued.id}`).catch(() => undefined)
  return row.status === 'Completed' ? (row.resultHash ?? 'no hash') : `${row.status}: ${row.detail}`
}

async function importCalendar({ client }: Installation): Promise<void> {
  const form = new FormData()
  form.append('format', 'csv')
  form.append('name', 'forex')
  form.append('file', new Blob(['date,open,close\n2019-12-25,,\n']), 'days.csv')
  await client.call('POST', '/api/market-data/calendars', form)
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((file) => !file.startsWith('postgres/'))
}
