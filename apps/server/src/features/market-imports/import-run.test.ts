import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importFiles, type MarketStore, openMarketStore, readReceipt } from '@tradeloom/market-data'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Job } from '../../platform/jobs/define-job.ts'
import { RequestProcess } from '../../platform/processes/request-process.ts'
import { imports } from '../../processes/imports/imports.process.ts'
import { createMarketService } from '../instruments/market.service.ts'
import { ImportQuotas } from './import-quotas.ts'
import { ImportRun } from './import-run.ts'
import type { ImportEnd, ImportRow } from './market-imports.repository.ts'
import type { StoredUpload } from './upload-fields.ts'

const BARS = 'time,open,high,low,close\n2024-01-02T00:00Z,1,2,1,2\n2024-01-02T00:01Z,1,2,1,2\n'

let dir = ''
let store: MarketStore
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'tradeloom-import-'))
  store = openMarketStore(join(dir, 'market'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

function row(id: string, instrumentId: string): ImportRow {
  return {
    id,
    userId: 'user-1',
    instrumentId,
    format: 'csv',
    timezone: null,
    mapping: null,
    files: ['data.csv'],
    fetch: null,
    bytes: 0,
    status: 'In Progress',
    progress: 0,
    rows: 0,
    detail: null,
    report: null,
    createdAt: new Date(0),
    endedAt: null,
  }
}

const uploadOf = (id: string): string => join(dir, 'uploads', id, 'data.csv')

/** Takes over the import of a server that is gone; returns what is stored. */
async function takeOver(id: string, instrumentId = 'EURUSD:TEST', isHeld = true): Promise<ImportEnd | null> {
  let kept: ImportEnd | null = null
  const data: StoredUpload = {
    owner: 'user-1',
    instrumentId,
    format: 'csv',
    interval: 'M1',
    stored: ['data.csv'],
    names: ['data.csv'],
  }
  const change: Job<StoredUpload>['change'] = async (work) => {
    if (isHeld) await work({} as never)
    return isHeld
  }
  const { signal } = new AbortController()
  const job: Job<StoredUpload> = { id, tenant: 'user-1', data, signal, end: change, change }
  await new ImportRun(job, {
    repository: {
      begin: async () => row(id, instrumentId),
      endIn: async (_: unknown, __: string, end: ImportEnd) => {
        kept = end
        return { ...row(id, instrumentId), ...end }
      },
    } as never,
    market: createMarketService({ store, readListings: async () => [], now: () => 0 }),
    bus: { publish: () => undefined } as never,
    logger: { error: () => undefined } as never,
    uploadsDir: join(dir, 'uploads'),
    disk: { require: async () => undefined },
    quotas: new ImportQuotas({ storedBytes: 1e9, uploadBytes: 1e9, uploads: 1, files: 1 }),
    imports: new RequestProcess(imports),
    yields: false,
  }).perform()
  return kept
}

function upload(id: string): void {
  mkdirSync(join(dir, 'uploads', id), { recursive: true })
  writeFileSync(uploadOf(id), BARS)
}

/** The state of an import process whose server ended before it received the outcome. */
async function importBefore(id: string): Promise<void> {
  await importFiles({
    store: store.forOwner('user-1'),
    files: [uploadOf(id)],
    format: 'csv',
    instrument: 'EURUSD:TEST',
    interval: 'M1',
    receiptId: id,
  })
}

const receipt = (id: string) => readReceipt(join(dir, 'market/.private/user-1'), 'EURUSD:TEST', id)

it('completes an import whose server was lost after all data was in place', async () => {
  upload('done')
  await importBefore('done')
  expect(await takeOver('done')).toMatchObject({ status: 'Completed', rows: 2, detail: null, report: { imported: 2 } })
  expect(await receipt('done')).toBeNull()
  expect(existsSync(uploadOf('done'))).toBe(false)
})

it('imports the files again if nothing was in place', async () => {
  upload('half')
  expect(await takeOver('half')).toMatchObject({ status: 'Completed', rows: 2, report: { imported: 2 } })
  expect(existsSync(uploadOf('half'))).toBe(false)
})

it('reports that nothing was imported if the files are gone', async () => {
  expect(await takeOver('lost')).toMatchObject({
    status: 'Failed',
    detail: 'The server was restarted during the import. Nothing of it was imported; try again',
  })
  // An impossible instrument has no folder to look in.
  expect(await takeOver('nowhere', 'NOWHERE:TEST')).toMatchObject({ status: 'Failed' })
})

it('leaves files and receipt to the process that took over the import', async () => {
  upload('taken')
  expect(await takeOver('taken', 'EURUSD:TEST', false)).toBeNull()
  expect(await receipt('taken')).not.toBeNull()
  expect(existsSync(uploadOf('taken'))).toBe(true)
})
