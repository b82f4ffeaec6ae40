import { createWriteStream, openAsBlob } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { ZipFile } from 'yazl'
import type { Fault } from './fault.ts'
import type { Installation } from './installation.ts'
import { importEnd } from './work-in-progress.ts'

const ENTRIES = 60_000
const UNPACKED_BYTES = 735_000_000
const ENTRIES_FILE = 'entries.zip'
const RATIO_FILE = 'ratio.csv.gz'
const HEADER = 'time,open,high,low,close,volume\n'
/** Archives that are small to send and huge to read. */
export const ARCHIVES: readonly Fault[] = [
  {
    name: 'many-entries',
    title: `A zip file of ${ENTRIES} files with one row each`,
    isRepeated: false,
    prepare: ({ folder }) => manyEntries(join(folder, ENTRIES_FILE)),
    strike: (installation) => bring(installation, ENTRIES_FILE),
  },
  {
    name: 'high-ratio',
    title: `A gz file that holds ${UNPACKED_BYTES / 1e6} MB`,
    isRepeated: false,
    prepare: ({ folder }) => highRatio(join(folder, RATIO_FILE)),
    strike: (installation) => bring(installation, RATIO_FILE),
  },
]

/** Imports the archive; whether accepted or refused, the import must end and report it. */
async function bring(installation: Installation, name: string): Promise<string[]> {
  const path = join(installation.folder, name)
  const form = new FormData()
  form.append('instrumentId', 'BTCUSDT:ARCHIVE')
  form.append('format', 'csv')
  form.append('file', await openAsBlob(path), name)
  const started = await installation.client
    .call<{ id: string }>('POST', '/api/market-data/imports', form)
    .catch((error: Error) => error)
  if (started instanceof Error) return / 4\d\d /.test(started.message) ? [] : [started.message]
  const { status, detail } = await importEnd(installation.client, started.id)
  console.log(`  the import is ${status}: ${detail ?? 'no remark'}`)
  const isTold = status === 'Completed' || (status === 'Failed' && detail !== null && !detail.includes("server's log"))
  return isTold ? [] : [`the import is ${status} (${detail})`]
}

async function manyEntries(path: string): Promise<void> {
  const zip = new ZipFile()
  for (let entry = 0; entry < ENTRIES; entry++) {
    zip.addBuffer(Buffer.from(HEADER + row(entry)), `${entry}.csv`, { compress: false })
  }
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(path))
}

async function highRatio(path: string): Promise<void> {
  const block = row(0).repeat(10_000)
  function* text(): Generator<string> {
    yield HEADER
    for (let bytes = 0; bytes < UNPACKED_BYTES; bytes += block.length) yield block
  }
  await pipeline(Readable.from(text()), createGzip({ level: 1 }), createWriteStream(path))
}

function row(minute: number): string {
  return `${new Date(Date.UTC(2023, 0, 2) + minute * 60_000).toISOString()},1.1,1.2,1.0,1.1,1\n`
}
