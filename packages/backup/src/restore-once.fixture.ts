import { restoreBackup } from './restore-backup.ts'

/** A process that restores a backup: `node restore-once.fixture.ts '{"folder": …, "dataDir": …}'`. */
await restoreBackup(JSON.parse(process.argv[2] ?? '') as Parameters<typeof restoreBackup>[0])
