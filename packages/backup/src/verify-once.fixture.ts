import { verifyBackup } from './verify-backup.ts'

/** A process that verifies a backup: `node verify-once.fixture.ts '{"folder": …}'`. */
const { folder } = JSON.parse(process.argv[2] ?? '') as { readonly folder: string }
await verifyBackup(folder)
