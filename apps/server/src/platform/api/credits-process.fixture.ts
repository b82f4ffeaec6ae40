// A process that leases credits and spends one, says so, and goes on until it is killed.
import { startDatabase, silentLogger } from '@tradeloom/database'
import { openApiAccess } from './api-access.ts'

const [url = '', userId = '', available = ''] = process.argv.slice(2)
const logger = { ...silentLogger, error: () => {} } as never
const database = await startDatabase({ dataDir: '', url, logger: silentLogger })
const { credits } = openApiAccess({ database, profile: 'hosted', logger, now: () => Date.now() })
await credits.spend(userId, Number(available), 1)
process.stdout.write('spent')
setInterval(() => {}, 60_000)
