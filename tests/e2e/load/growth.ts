// Prints by how many rows and bytes each table and folder grows a day, extrapolated from some minutes of sessions that trade on
// simulated prices: each opens and closes a position within 20 prices, and logs both.
// Usage: node tests/e2e/load/growth.ts [--sessions 1,10,50] [--seconds 180] [--warmup 60]
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { folderBytes } from '@tradeloom/market-data'
import { signUp, until } from '@tradeloom/testkit'
import { buildWeb } from '../../../tools/build-web.ts'
import { askDatabase } from '../ask-database.ts'
import { Installation } from '../faults/installation.ts'
import { startSession } from '../start-session.ts'

const SCRIPT = `
let count = 0
function onTick(tick) {
  count += 1
  if (count % 20 === 1) { buy({ quantity: 0.01, stopLossPips: 5000 }); log('opened', tick.time) }
  if (count % 20 === 11) { closeAll(); log('closed', tick.time) }
}`
const MARKETS = ['BTCUSDT:SIM', 'ETHUSDT:SIM'] as const
const DAY_S = 86_400
const FOLDERS = ['market/.live', 'backups/log'] as const
/** Less a day is not worth a line. */
const MIN_BYTES = 100_000

interface Size {
  readonly rows: number | null
  readonly bytes: number
}

const { values } = parseArgs({
  options: {
    sessions: { type: 'string', default: '1,10,50' },
    seconds: { type: 'string', default: '180' },
    warmup: { type: 'string', default: '60' },
  },
})
if (!buildWeb(join(import.meta.dirname, '..', '..', '..'))) process.exit(1)
const installation = await Installation.open({
  env: { TRADELOOM_REQUESTS_PER_MINUTE: '1000000', TRADELOOM_BACKUP_AT: 'off', LOG_LEVEL: 'error' },
})
const ask = askDatabase(() => installation.connection)
try {
  // From now on the log is stored next to it.
  await installation.client.call('POST', '/api/admin/backups')
  const user = await signUp(installation.url, 'trader')
  let running = 0
  for (const sessions of values.sessions.split(',').map(Number)) {
    while (running < sessions) await startSession(user, MARKETS[running++ % MARKETS.length] ?? MARKETS[0], SCRIPT)
    await until(async () => (await moving()) === sessions)
    await sleep(Number(values.warmup) * 1_000)
    const [load] = loadavg()
    const [began, before] = [performance.now(), await sizes()]
    await sleep(Number(values.seconds) * 1_000)
    const seconds = (performance.now() - began) / 1_000
    report(sessions, before, await sizes(), DAY_S / seconds)
    console.log(`${Math.round(seconds)} s, load ${load?.toFixed(1)} before and ${loadavg()[0]?.toFixed(1)} after`)
  }
} finally {
  await installation.close()
}

/** Sessions that have met a price. */
async function moving(): Promise<number> {
  const [found] = await ask<{ n: number }>('select count(*)::int as n from session_progress where row_no is not null')
  return found?.n ?? 0
}

async function sizes(): Promise<Map<string, Size>> {
  const tables = await ask<{ name: string; bytes: number }>(
    `select relid::regclass::text as name, pg_total_relation_size(relid)::float8 as bytes from pg_stat_user_tables`,
  )
  const found = new Map<string, Size>()
  for (const { name, bytes } of tables) {
    const [counted] = await ask<{ rows: number }>(`select count(*)::float8 as rows from ${name}`)
    found.set(name, { rows: counted?.rows ?? 0, bytes })
  }
  for (const name of FOLDERS) found.set(name, { rows: null, bytes: await folderBytes(join(installation.data, name)) })
  return found
}

function report(sessions: number, before: Map<string, Size>, after: Map<string, Size>, times: number): void {
  const rows = [...after].flatMap(([name, { rows, bytes }]) => {
    const had = before.get(name)
    const perDay = (bytes - (had?.bytes ?? 0)) * times
    if (perDay < MIN_BYTES) return []
    const added = rows === null ? null : Math.round((rows - (had?.rows ?? 0)) * times)
    return [{ sessions, name, 'rows a day': added, 'MB a day': Number((perDay / 1e6).toFixed(1)) }]
  })
  console.table(rows.toSorted((a, b) => b['MB a day'] - a['MB a day']))
}
