import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createDatabase, startPostgres } from '@tradeloom/testkit'
import { ALGORITHMS, BACKTESTS, fillDatabase } from './http/fill-database.ts'
import { loadInTurns } from './http/load-in-turns.ts'
import { routesOf } from './http/routes.ts'
import { type ServedCheckout, serveCheckout } from './http/served-checkout.ts'
import type { Table } from './measure.ts'
import { simulatedStore } from './simulated-store.ts'

const ROOT = join(import.meta.dirname, '..', '..')

/**
 * Requests for lists and charts to a server with a realistic amount of data. With TRADELOOM_BENCH_AGAINST, the path of
 * another checkout, both servers take turns.
 */
export async function httpLoad(folder: string): Promise<Table[]> {
  const against = process.env['TRADELOOM_BENCH_AGAINST']
  const places = [...(against === undefined ? [] : [{ name: 'before', root: against }]), { name: 'now', root: ROOT }]
  const market = join(folder, 'market')
  const { to } = await simulatedStore(market)
  const postgres = await startPostgres()
  const servers: ServedCheckout[] = []
  try {
    for (const { name, root } of places) {
      const dataDir = join(folder, name)
      mkdirSync(dataDir)
      cpSync(market, join(dataDir, 'market'), { recursive: true })
      const databaseUrl = await createDatabase(postgres.address, `bench_${name}`)
      const server = await serveCheckout({ name, root, dataDir, databaseUrl })
      servers.push(server)
      await fillDatabase(server.database, 'bench')
    }
    const title = `${ALGORITHMS} algorithms, ${BACKTESTS} backtests, a year of minutes: processor time per request`
    return [{ title, rows: await loadInTurns(servers, routesOf(to)) }]
  } finally {
    for (const server of servers) await server.stop()
    await postgres.stop()
  }
}
