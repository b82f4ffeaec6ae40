import { openMarketStore } from '../store/market-store.ts'
import { importFiles, type ImportReport } from './import-files.ts'
import type { ReadRequest } from './read-series.ts'
import { withinQuota } from './storage-quota.ts'

/** An import as plain data, which can be sent to another process. */
export interface ImportJob extends Pick<
  ReadRequest,
  'files' | 'format' | 'instrument' | 'timezone' | 'mapping' | 'symbol' | 'interval' | 'limits'
> {
  readonly marketDir: string
  /** The owner of the imported data; null if it is shared. */
  readonly owner: string | null
  /** What the owner may store; null if unlimited. */
  readonly quotaBytes: number | null
  readonly receiptId: string
}

export async function performImport(
  { marketDir, owner, quotaBytes, ...request }: ImportJob,
  work: Pick<ReadRequest, 'onProgress' | 'signal'>,
): Promise<ImportReport> {
  const view = openMarketStore(marketDir).forOwner(owner)
  const store = owner === null || quotaBytes === null ? view : withinQuota(view, quotaBytes)
  return importFiles({ ...request, ...work, store })
}
