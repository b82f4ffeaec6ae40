import { readBackupKey, readBackupKeySetting } from '@tradeloom/backup'
import { type Drizzle, isActiveKey, isServerRunning, keyExported, recordAudit } from '@tradeloom/database'
import { UserError } from '@tradeloom/domain'
import { VaultError } from '@tradeloom/vault'
import { fingerprintOf, restoreMasterKey } from '@tradeloom/vault/master'
import { readPaperKey, writePaperKey } from '@tradeloom/vault/paper'
import type { Command } from 'commander'
import { confirm } from '../confirm.ts'
import { dataFolder } from '../data-folder.ts'
import { keyPlace } from '../master-key/key-place.ts'
import { rotateKey } from '../master-key/rotate-key.ts'
import { addDataOption } from '../options/shared-options.ts'
import type { Terminal } from '../terminal.ts'
import { AT_TERMINAL, withDatabase } from '../with-database.ts'

interface Options {
  readonly data?: string
  readonly yes?: boolean
  readonly backup?: boolean
}

/** The key under which the secrets of an installation are sealed. */
export function addKey(key: Command, terminal: Terminal): void {
  const exporting = key.command('export').description('Print the master key, to keep it on paper: it is in no backup')
  addDataOption(exporting)
    .option('--yes', 'do not ask')
    .option('--backup', 'print the key of the backups in a store instead')
    .action((options: Options) =>
      withDatabase(options, (db) => (options.backup === true ? exportBackupKey : exportKey)(db, options, terminal)),
    )
  const restoring = key.command('restore').description('Write the master key again, as it was printed')
  addDataOption(restoring)
    .argument('<key...>', 'the printed groups')
    .action((groups: string[], options: Options) =>
      withDatabase(options, (db) => restore(db, groups.join(''), options, terminal)),
    )
  const rotating = key
    .command('rotate')
    .description('Replace the master key, and seal everything again under a new one')
  addDataOption(rotating)
    .option('--yes', 'do not ask')
    .action((options: Options) => withDatabase(options, (db) => rotate(db, options, terminal)))
}

async function exportKey(db: Drizzle, { data, yes }: Options, terminal: Terminal): Promise<void> {
  const master = keyPlace(data).read()
  if (master === null) throw new UserError('invalid-input', 'There is no master key: it is made with the first secret')
  try {
    await confirm(yes, 'Anyone who reads the master key can open all secrets of this installation. Print it?')
    terminal.out(`${writePaperKey(master)}\n`)
    await keyExported(db, fingerprintOf(master))
    await recordAudit(db, { ...AT_TERMINAL, action: 'master-key-exported', object: null, detail: {} })
    terminal.err('Keep it away from this machine. "tradeloom key restore" brings it back\n')
  } finally {
    master.fill(0)
  }
}

async function exportBackupKey(db: Drizzle, { data, yes }: Options, terminal: Terminal): Promise<void> {
  const key = await readBackupKey(readBackupKeySetting(process.env), dataFolder(data))
  if (key === null) throw new UserError('invalid-input', 'There is no backup key: the first upload to a store makes it')
  try {
    await confirm(yes, 'Anyone who has the backup key can read the backups in the store. Print it?')
    terminal.out(`${writePaperKey(key, 'backup key')}\n`)
    await recordAudit(db, { ...AT_TERMINAL, action: 'backup-key-exported', object: null, detail: {} })
    terminal.err('Keep it away from this machine: "tradeloom restore" needs it as TRADELOOM_BACKUP_KEY\n')
  } finally {
    key.fill(0)
  }
}

async function restore(db: Drizzle, printed: string, { data }: Options, terminal: Terminal): Promise<void> {
  const { path, providedBy } = keyPlace(data)
  if (providedBy !== null) throw new UserError('conflict', `${providedBy} provides the key: write it there yourself`)
  const master = readPrinted(printed)
  try {
    if (!(await isActiveKey(db, fingerprintOf(master)))) {
      throw new UserError('conflict', 'This master key does not belong to this database. Nothing was changed')
    }
    restoreMasterKey(path, master)
    await recordAudit(db, { ...AT_TERMINAL, action: 'master-key-restored', object: null, detail: {} })
    terminal.err('The master key is back. Restart the server, so that it reads it\n')
  } finally {
    master.fill(0)
  }
}

function readPrinted(printed: string): Buffer {
  try {
    return readPaperKey(printed)
  } catch (error) {
    throw error instanceof VaultError ? new UserError('invalid-input', error.message) : error
  }
}

async function rotate(db: Drizzle, { data, yes }: Options, terminal: Terminal): Promise<void> {
  const { path, providedBy } = keyPlace(data)
  if (providedBy !== null) throw new UserError('conflict', `${providedBy} provides the key, so it is not replaced here`)
  if (await isServerRunning(db)) throw new UserError('conflict', 'Please stop the server first: it works with the key')
  await confirm(yes, 'Copies of the present master key, on paper or elsewhere, will stop working. Replace it?')
  const sealed = await rotateKey(db, path)
  await recordAudit(db, { ...AT_TERMINAL, action: 'master-key-rotated', object: null, detail: { sealed } })
  terminal.err(`The master key was replaced, and ${sealed} secret(s) were sealed again. Print it with "key export"\n`)
}
