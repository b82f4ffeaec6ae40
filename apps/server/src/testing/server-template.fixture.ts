// A separate process: starts one PostgreSQL for all tests of the server and, once, a server that creates what every
// server needs at its first start: tables, queues and bundles. Tests start from copies of its database and data folder.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openMarketStore } from '@tradeloom/market-data'
import { createDatabase, putWaveMarket, startPostgres } from '@tradeloom/testkit'
import { launchServer } from './launch-server.fixture.ts'

const TEMPLATE = 'template_of_tests'

const postgres = await startPostgres()
const dataDir = mkdtempSync(join(tmpdir(), 'tradeloom-template-'))
// However the tests end, the database does not outlive them.
process.once('disconnect', () => void stop())
const databaseUrl = await createDatabase(postgres.address, TEMPLATE)
await putWaveMarket(openMarketStore(join(dataDir, 'market')))
const server = await launchServer({ databaseUrl, dataDir })
await server.stop()
process.send?.({ databaseTemplate: { postgres: postgres.address, template: TEMPLATE }, serverFolder: dataDir })

async function stop(): Promise<void> {
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
  process.exit()
}
