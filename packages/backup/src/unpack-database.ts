import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { clusterFolder, giveCluster } from '@tradeloom/database'
import { UserError } from '@tradeloom/domain'
import { x as extract } from 'tar'
import { z } from 'zod'
import { type BackupRecord, DATABASE_MANIFEST, databaseFile, FILE_LIST } from './backup-record.ts'
import { type DataFile, dataFiles, hashFile } from './data-files.ts'

const manifestSchema = z.object({
  Files: z.array(z.object({ Path: z.string().optional(), Size: z.number(), Checksum: z.string() })),
  'Manifest-Checksum': z.string(),
})

/** Unpacks the database of a backup into a data folder, after comparing the archive with its hash. */
export async function unpackDatabase(
  folder: string,
  database: Extract<BackupRecord['database'], { kind: 'embedded' }>,
  dataDir: string,
): Promise<void> {
  const archive = join(folder, databaseFile(database.archive))
  const { sha256 } = await hashFile(archive).catch(() => ({ sha256: '' }))
  if (sha256 !== database.sha256) throw damaged(archive)
  const target = clusterFolder(dataDir)
  await mkdir(target, { recursive: true, mode: 0o700 })
  await extract({ file: archive, cwd: target, preservePaths: false, strict: true })
  await compareWithManifest(folder, target)
  giveCluster(dataDir)
}

/** PostgreSQL's own list of the files that it wrote, each with its hash. */
async function compareWithManifest(folder: string, target: string): Promise<void> {
  const path = join(folder, DATABASE_MANIFEST)
  const text = await readFile(path, 'utf8').catch(() => '')
  const { Files: files, 'Manifest-Checksum': checksum } = readManifest(text, path)
  // The hash is that of everything before its own line.
  const signed = text.slice(0, text.lastIndexOf('"Manifest-Checksum"'))
  if (createHash('sha256').update(signed).digest('hex') !== checksum) throw damaged(path)
  for (const { Path, Size, Checksum } of files) {
    if (Path === undefined) continue
    const { bytes, sha256 } = await hashFile(join(target, Path)).catch(() => ({ bytes: -1, sha256: '' }))
    if (bytes !== Size || sha256 !== Checksum) throw damaged(`${Path} of the database`)
  }
}

function readManifest(text: string, path: string): z.infer<typeof manifestSchema> {
  try {
    return manifestSchema.parse(JSON.parse(text))
  } catch {
    throw damaged(path)
  }
}

/** Writes the files of the data folder, each compared with its hash. Returns those that are missing or damaged. */
export async function unpackFiles(folder: string, record: BackupRecord, dataDir: string): Promise<string[]> {
  const files = await readFileList(folder, record)
  const faults: string[] = []
  for (const { path, sha256 } of files) {
    const bytes = await readFile(join(folder, 'files', path)).catch(() => null)
    if (bytes === null) faults.push(`file ${path} is missing`)
    else if (createHash('sha256').update(bytes).digest('hex') !== sha256) faults.push(`file ${path} is damaged`)
    else {
      const to = join(dataDir, path)
      await mkdir(join(to, '..'), { recursive: true, mode: 0o700 })
      await writeFile(to, bytes, { mode: 0o600, flush: true })
    }
  }
  return faults
}

async function readFileList(folder: string, { files }: BackupRecord): Promise<DataFile[]> {
  const path = join(folder, FILE_LIST)
  const { sha256 } = await hashFile(path).catch(() => ({ sha256: '' }))
  if (sha256 !== files.sha256) throw damaged(path)
  return dataFiles.parse(JSON.parse(await readFile(path, 'utf8')))
}

function damaged(what: string): UserError {
  return new UserError('damaged-data', `The backup is damaged: ${what} is not what was written. Use another one`)
}
