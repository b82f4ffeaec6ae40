import { connectDatabase, silentLogger } from '@tradeloom/database'
import { takeBackup } from './take-backup.ts'

/** A process that takes a backup beside the running database: `node backup-once.fixture.ts '{"dataDir": …, "root": …}'`. */
const { dataDir, root } = JSON.parse(process.argv[2] ?? '') as { readonly dataDir: string; readonly root: string }
const { db, connection, stop } = await connectDatabase({ dataDir, logger: silentLogger })
await takeBackup({ db, connection, dataDir, isOwnDatabase: false, root, program: '0.1.0', retention: null })
await stop()
