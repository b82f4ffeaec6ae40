import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importFiles, openMarketStore, readReceipt } from '@tradeloom/market-data'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createMarketService } from '../instruments/market.service.ts'
import { ImportQuotas } from './import-quotas.ts'
import type { ImportRow } from './market-imports.repository.ts'
import { MarketImportsService } from './market-imports.service.ts'

let dir = ''
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'tradeloom-restart-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

function row(id: string): ImportRow {
  return {
    id,
    userId: 'user-1',
    instrumentId: 'EURUSD:TEST',
    format: 'csv',
    timezone: null,
    mapping: null,
    files: ['data.csv'],
    status: 'In Progress',
    progress: 0,
    rows: 0,
    detail: null,
    report: null,
    createdAt: new Date(0),
    endedAt: null,
  }
}

it('tells after a restart which of the imports that were going on are there and which are not', async () => {
  const store = openMarketStore(join(dir, 'market'))
  const file = join(dir, 'uploads/done/data.csv')
  // As the process of an import leaves it whose server ends before it hears of it.
  writeFileSync(
    join(dir, 'data.csv'),
    'time,open,high,low,close\n2024-01-02T00:00Z,1,2,1,2\n2024-01-02T00:01Z,1,2,1,2\n',
  )
  await importFiles({
    store: store.forOwner('user-1'),
    files: [join(dir, 'data.csv')],
    format: 'csv',
    instrument: 'EURUSD:TEST',
    receiptId: 'done',
  })
  const ends = new Map<string, Partial<ImportRow>>()
  const imports = new MarketImportsService({
    repository: {
      unfinished: async () => [row('done'), row('lost'), { ...row('nowhere'), instrumentId: 'NOWHERE:TEST' }],
      update: async (id, set) => {
        ends.set(id, set as Partial<ImportRow>)
        return { ...row(id), ...(set as Partial<ImportRow>) }
      },
    } as ConstructorParameters<typeof MarketImportsService>[0]['repository'],
    market: createMarketService(store, () => 0),
    bus: { publish: () => undefined } as never,
    logger: { error: () => undefined } as never,
    uploadsDir: join(file, '../..'),
    disk: { require: async () => undefined },
    quotas: new ImportQuotas({ storedBytes: 1e9, uploadBytes: 1e9, uploads: 1, files: 1 }),
  })
  await imports.prepare()
  expect(ends.get('done')).toMatchObject({ status: 'Completed', rows: 2, detail: null })
  expect(ends.get('lost')).toMatchObject({
    status: 'Failed',
    detail: 'The server was restarted during the import. Nothing of it was imported; try again',
  })
  // An instrument that cannot be has no folder to look in.
  expect(ends.get('nowhere')).toMatchObject({ status: 'Failed' })
  expect(await readReceipt(join(dir, 'market/.private/user-1'), 'EURUSD:TEST', 'done')).toBeNull()
})
