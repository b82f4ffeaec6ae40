import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { detectImport } from './detect-import.ts'
import { BARS, type ExportedFile, TICKS, timeOfRow } from './exporters.fixture.ts'
import { readColumns } from './read-columns.ts'
import { TERMINAL_EXPORTS } from './terminal-exports.fixture.ts'
import { VENDOR_EXPORTS } from './vendor-exports.fixture.ts'

let dir = ''
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tradeloom-exporters-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

async function rowsOf(file: ExportedFile): Promise<number[][]> {
  const path = join(dir, file.name)
  await writeFile(path, file.content)
  const { format, instrument = 'EURUSD:TEST', stated } = file
  const { columns } = await readColumns({ files: [path], format, instrument, ...stated })
  const lists =
    columns.kind === 'tick'
      ? [columns.time, columns.bid, columns.ask]
      : [columns.time, columns.bidOpen, columns.bidHigh, columns.bidLow, columns.bidClose, columns.volume]
  return Array.from(columns.time, (_, row) => lists.map((list) => list[row] as number))
}

const named = [...TERMINAL_EXPORTS, ...VENDOR_EXPORTS].map((file): [string, ExportedFile] => [file.exporter, file])
const isRead = ([, { found }]: [string, ExportedFile]): boolean => !(found instanceof RegExp)

it.each(named.filter(isRead))('reads exactly the rows of a file by %s', async (_, file) => {
  const { found, volumes = [10, 20] } = file
  const prices =
    found === 'Tick' ? TICKS.map((tick) => [...tick]) : BARS.map((bar, row) => [...bar, volumes[row] as number])
  expect(await rowsOf(file)).toEqual(prices.map((values, row) => [timeOfRow(file, row), ...values]))
  if (file.stated) return
  const { format, detected = format } = file
  expect(await detectImport(join(dir, file.name))).toMatchObject({ format: detected, problem: null })
})

it.each(named.filter((one) => !isRead(one)))('refuses a file with line and reason: %s', async (_, file) => {
  await expect(rowsOf(file)).rejects.toThrow(file.found as RegExp)
})
