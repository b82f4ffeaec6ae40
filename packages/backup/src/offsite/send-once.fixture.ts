import { joinDatabase } from '@tradeloom/database'
import { type SendRequest, sendOffsite } from './send-offsite.ts'

/** A process that sends a backup, to be killed: `node send-once.fixture.ts '{"connection": …, "request": …}'`. */
const { connection, request } = JSON.parse(process.argv[2] ?? '') as {
  readonly connection: Parameters<typeof joinDatabase>[0]
  readonly request: Omit<SendRequest, 'db'>
}
const { db, stop } = joinDatabase(connection)
await sendOffsite({ ...request, db })
await stop()
