import { join, resolve } from 'node:path'
import {
  DEFAULT_RETENTION,
  isOffsite,
  listBackups,
  listOffsite,
  openOffsite,
  readOffsiteSettings,
  sendOffsite,
  type SealedStore,
  type Verification,
  type StoredBackup,
  takeBackup,
  verifyBackup,
  verifyOffsite,
} from '@tradeloom/backup'
import { type Drizzle, recordAudit } from '@tradeloom/database'
import { UserError } from '@tradeloom/domain'
import type { Command } from 'commander'
import { dataFolder } from '../data-folder.ts'
import { addOutputOptions } from '../options/shared-options.ts'
import { PROGRAM_VERSION } from '../program-version.ts'
import type { Terminal } from '../terminal.ts'
import { AT_TERMINAL, withDatabase } from '../with-database.ts'

interface Options {
  readonly data?: string
  readonly to?: string
  readonly json?: boolean
  readonly keepAll?: boolean
}

/** Works while the server is running and while it is not. */
export function addBackup(command: Command, terminal: Terminal): void {
  addOutputOptions(command)
    .option('--to <place>', 'folder of all backups (default: backups in the data folder), or s3://bucket/prefix')
    .option('--keep-all', 'remove no older backup')
    .action((options: Options) => take(options, terminal))
  const listing = command.command('list').description('List the backups, and whether each was verified by a restore')
  addOutputOptions(listing)
    .option('--to <place>', 'folder of all backups, or s3://bucket/prefix')
    .action((_: object, called: Command) => list(called.optsWithGlobals(), terminal))
  const verifying = command
    .command('verify')
    .description('Verify a backup: restore it next to the running server and compare everything')
    .argument('[name]', 'name of the backup, or its folder; the newest without it')
  addOutputOptions(verifying)
    .option('--to <place>', 'folder of all backups, or s3://bucket/prefix')
    .action((name: string | undefined, _: object, called: Command) => verify(name, called.optsWithGlobals(), terminal))
}

/** What goes to a store is taken in the folder of the server's backups first. */
function rootOf({ data, to }: Options): string {
  if (to !== undefined && !isOffsite(to)) return resolve(to)
  return resolve(process.env['TRADELOOM_BACKUPS'] || join(dataFolder(data), 'backups'))
}

/** Null if backups are in a folder. */
function offsiteOf({ data, to }: Options, makes = false): Promise<SealedStore> | null {
  if (to === undefined || !isOffsite(to)) return null
  return openOffsite(readOffsiteSettings(process.env, to), { dataDir: dataFolder(data), makes })
}

async function take(options: Options, terminal: Terminal): Promise<void> {
  const url = process.env['DATABASE_URL']
  await withDatabase(options, async (db, connection) => {
    // Whatever is wrong with a store is said before anything is done.
    await offsiteOf(options, true)
    const taken = await takeBackup({
      db,
      connection,
      dataDir: dataFolder(options.data),
      isOwnDatabase: url !== undefined && url !== '',
      root: rootOf(options),
      program: PROGRAM_VERSION,
      retention: options.keepAll === true ? null : DEFAULT_RETENTION,
    })
    await recordAudit(db, { ...AT_TERMINAL, action: 'backup-taken', object: taken.name, detail: {} })
    const { name, folder, record, removed } = taken
    const place = await send(options, db)
    if (options.json === true) {
      terminal.out(`${JSON.stringify({ name, folder, place, ...record, removed })}\n`)
      return
    }
    terminal.out(`${place ?? folder}\n`)
    const { database, files } = record
    const size = database.kind === 'embedded' ? database.bytes + files.bytes : files.bytes
    terminal.err(
      `${megabytes(size)} in ${record.seconds.toFixed(1)} s. The master key is not in it: "tradeloom key export"\n`,
    )
    if (database.kind === 'own') {
      terminal.err(`Your own PostgreSQL is not in it: back it up with its tools, at ${database.lsn} or later\n`)
    }
    if (removed.length > 0) terminal.err(`Removed, no longer needed: ${removed.join(', ')}\n`)
    if (place === null) terminal.err(`Not verified yet: "tradeloom backup verify ${name}"\n`)
    else {
      terminal.err(`Not verified yet: "tradeloom backup verify --to ${options.to}"\n`)
      terminal.err('It is encrypted, and lost without the backup key: print it with "tradeloom key export --backup"\n')
    }
  })
}

/** Where the backup is in a store; null if it stays in its folder. */
async function send(options: Options, db: Drizzle): Promise<string | null> {
  const { data, to, keepAll } = options
  if (to === undefined || !isOffsite(to)) return null
  const settings = readOffsiteSettings(process.env, to)
  const retention = keepAll === true ? null : DEFAULT_RETENTION
  const { name } = await sendOffsite({ db, settings, dataDir: dataFolder(data), root: rootOf(options), retention })
  await recordAudit(db, { ...AT_TERMINAL, action: 'backup-uploaded', object: name, detail: {} })
  return `${to.replace(/\/$/, '')}/${name}`
}

async function list(options: Options, terminal: Terminal): Promise<void> {
  const offsite = await offsiteOf(options)
  const root = offsite?.place ?? rootOf(options)
  const { backups, unreadable } = offsite ? await listOffsite(offsite) : await listBackups(root)
  if (options.json === true) {
    terminal.out(`${JSON.stringify({ root, backups, unreadable })}\n`)
    return
  }
  if (backups.length + unreadable.length === 0) terminal.err(`There is no backup in ${root} yet\n`)
  for (const { name, record, verification } of backups) {
    const { database, files } = record
    const size = database.kind === 'embedded' ? database.bytes + files.bytes : files.bytes
    terminal.out(`${name}  ${megabytes(size).padStart(9)}  ${stateOf(verification)}\n`)
  }
  for (const name of unreadable) terminal.out(`${name}  damaged: its record cannot be read\n`)
}

async function verify(name: string | undefined, options: Options, terminal: Terminal): Promise<void> {
  const { folder, verification } = await verifyOne(name, options)
  if (options.json === true) terminal.out(`${JSON.stringify({ folder, ...verification })}\n`)
  else if (verification.faults.length === 0) {
    terminal.out(`${folder} was restored and is intact\n`)
    terminal.err(
      `${verification.tables} tables with ${verification.rows} rows, ${verification.files} files, ${verification.journals} journals and ` +
        `${verification.auditLines} lines of the audit log in ${verification.seconds.toFixed(1)} s\n`,
    )
  } else terminal.out(`${folder} is damaged:\n${linesOf(verification.faults)}`)
  const { log } = verification
  if (log !== null && options.json !== true) {
    if (log.faults.length > 0) terminal.out(`The log that continues it is damaged:\n${linesOf(log.faults)}`)
    else if (log.until !== null)
      terminal.err(`Its log is whole until ${clock(log.until)}: ${log.segments} segment(s)\n`)
  }
  if (verification.faults.length + (log?.faults.length ?? 0) > 0) terminal.status = 1
}

async function verifyOne(
  name: string | undefined,
  options: Options,
): Promise<{ folder: string; verification: Verification }> {
  const offsite = await offsiteOf(options)
  if (!offsite) {
    const folder = await folderOf(name, rootOf(options))
    return { folder, verification: await verifyBackup(folder) }
  }
  const found = await verifyOffsite(offsite, name ?? null)
  return { folder: `${offsite.place}/${found.name}`, verification: found.verification }
}

async function folderOf(name: string | undefined, root: string): Promise<string> {
  const { backups } = await listBackups(root)
  if (name === undefined) {
    const [newest] = backups
    if (!newest) throw new UserError('invalid-input', `There is no backup in ${root}: make one with "tradeloom backup"`)
    return newest.folder
  }
  return backups.find((backup: StoredBackup) => backup.name === name)?.folder ?? resolve(name)
}

function stateOf(verification: Verification | null): string {
  if (verification === null) return 'not verified'
  const day = new Date(verification.at).toISOString().slice(0, 10)
  return verification.faults.length === 0 ? `verified ${day}` : `DAMAGED, found ${day}: ${verification.faults[0]}`
}

function linesOf(faults: readonly string[]): string {
  return faults.map((fault) => `  ${fault}\n`).join('')
}

function clock(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}
