import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { type Database, newId, RESTORING_FILE, schema, silentLogger, startDatabase } from '@tradeloom/database'
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest'
import { listBackups } from './backup-folders.ts'
import type { BackupRecord } from './backup-record.ts'
import { restoreBackup } from './restore-backup.ts'
import { takeBackup, type TakenBackup } from './take-backup.ts'
import { verifyBackup } from './verify-backup.ts'

const DISK_MB = 64

const folders: string[] = []
function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tradeloom-luck-'))
  // When the tests run as root, PostgreSQL runs as another user.
  chmodSync(folder, 0o755)
  folders.push(folder)
  return folder
}

const dataDir = temporaryFolder()
const root = join(temporaryFolder(), 'backups')
let database: Database
let taken: TakenBackup

const take = (of: { root?: string; now?: () => number } = {}): Promise<TakenBackup> =>
  takeBackup({
    db: database.db,
    connection: database.connection,
    dataDir,
    isOwnDatabase: false,
    root,
    program: '0.1.0',
    retention: null,
    ...of,
  })
const usersNow = (): Promise<number> => database.db.$count(schema.users)

beforeAll(async () => {
  database = await startDatabase({ dataDir, logger: silentLogger })
  const person = { name: 'ann', username: 'ann', displayUsername: 'ann', email: 'ann@example.com' }
  await database.db.insert(schema.users).values({ id: newId(), ...person })
  taken = await take()
})
afterAll(async () => {
  await database?.stop()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** A small disk of its own with these options of `mount`, for as long as something is done there. */
async function onDisk(options: string, { skip }: TestContext, done: (disk: string) => Promise<void>): Promise<void> {
  const disk = temporaryFolder()
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', disk])
  if (mounted.status !== 0) skip('this user cannot mount a small disk')
  try {
    await done(disk)
  } finally {
    spawnSync('umount', [disk])
  }
}

describe('a backup', () => {
  it('whose disk becomes full while it is written is given up, and nothing of it is left', (context) =>
    onDisk(`size=${DISK_MB}m`, context, async (disk) => {
      const large = join(dataDir, 'market', 'large')
      mkdirSync(join(large, '..'))
      writeFileSync(large, Buffer.alloc(DISK_MB * 1024 * 1024))
      await expect(take({ root: join(disk, 'backups') })).rejects.toThrow(
        `The backup in ${disk}/backups was given up: no space is left on its disk`,
      )
      rmSync(large)
      expect(readdirSync(join(disk, 'backups'))).toEqual([])
      expect((await take({ root: join(disk, 'backups') })).record.files.count).toBe(1)
    }))

  it('that does not fit is not begun', (context) =>
    onDisk('size=4m', context, async (disk) => {
      await expect(take({ root: disk })).rejects.toThrow(/ has \d MB of free space, and the backup needs about \d+ MB/)
      expect(readdirSync(disk)).toEqual([])
    }))

  it('to a disk that may only be read is refused', (context) =>
    onDisk('ro', context, async (disk) => {
      await expect(take({ root: join(disk, 'backups') })).rejects.toThrow(
        `The backup in ${disk}/backups was given up: it is read-only`,
      )
    }))

  it('is taken, too, after the clock was set back to the second of another one, which stays', async () => {
    const before = readFileSync(join(taken.folder, 'backup.json'), 'utf8')
    const again = await take({ now: () => taken.record.takenAt - taken.record.seconds * 1_000 })
    expect(again.name > taken.name).toBe(true)
    const { backups, unreadable } = await listBackups(root)
    expect([backups.map(({ name }) => name), unreadable]).toEqual([[again.name, taken.name], []])
    expect(readFileSync(join(taken.folder, 'backup.json'), 'utf8')).toBe(before)
    expect((await verifyBackup(again.folder)).faults).toEqual([])
  })
})

describe('a restore', () => {
  it('into the folder of a running server is refused, and the server goes on', async () => {
    await expect(restoreBackup({ folder: taken.folder, dataDir })).rejects.toThrow('is not empty')
    expect(await usersNow()).toBe(1)
  })

  it('into a folder to which another process restores is refused, and leaves that alone', async () => {
    const target = temporaryFolder()
    writeFileSync(join(target, RESTORING_FILE), String(process.ppid))
    await expect(restoreBackup({ folder: taken.folder, dataDir: target })).rejects.toMatchObject({ code: 'busy' })
    expect(readdirSync(target)).toEqual([RESTORING_FILE])
  })

  it('of a moment, where the log was lost, is refused', async () => {
    const target = join(temporaryFolder(), 'data')
    const until = taken.record.takenAt + 1
    await expect(restoreBackup({ folder: root, dataDir: target, until })).rejects.toThrow(
      'cannot be restored: no log that continues a backup is next to it',
    )
    expect(existsSync(target)).toBe(false)
  })

  it('of a backup of another major version of PostgreSQL is refused, and leaves nothing', async () => {
    const folder = join(temporaryFolder(), 'copy')
    cpSync(taken.folder, folder, { recursive: true })
    makeMajor(folder, '17')
    const target = join(temporaryFolder(), 'data')
    await expect(restoreBackup({ folder, dataDir: target })).rejects.toThrow(
      "This Tradeloom has another PostgreSQL than the backup's 17",
    )
    expect(existsSync(target)).toBe(false)
  })
})

/** As the server of another major version would have written it. */
function makeMajor(folder: string, major: string): void {
  const archive = join(folder, 'db', 'base.tar.zst')
  const list = join(folder, 'db', 'backup_manifest')
  const path = join(folder, 'backup.json')
  const tar = zstdDecompressSync(readFileSync(archive))
  const file = tar.indexOf('PG_VERSION\0')
  tar.write(`${major}\n`, file + 512)
  const packed = zstdCompressSync(tar)
  writeFileSync(archive, packed)
  const manifest = JSON.parse(readFileSync(list, 'utf8')) as { Files: { Path: string; Checksum: string }[] }
  const known = manifest.Files.find(({ Path }) => Path === 'PG_VERSION')
  const text = readFileSync(list, 'utf8').replace(known?.Checksum ?? '', sha256(`${major}\n`))
  const signed = text.slice(0, text.lastIndexOf('"Manifest-Checksum"'))
  writeFileSync(list, text.replace(/("Manifest-Checksum": ")\w+/, `$1${sha256(signed)}`))
  const record = JSON.parse(readFileSync(path, 'utf8')) as BackupRecord
  const database = { ...record.database, major: Number(major), sha256: sha256(packed) }
  writeFileSync(path, JSON.stringify({ ...record, database }))
}

function sha256(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
