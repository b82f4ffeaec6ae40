import type { ImportProgress, ImportReport, ReadRequest } from '@tradeloom/market-data'
import type { QuotaLimits } from './import-quotas.ts'

/** What an import process imports. */
export interface ImportJob extends Pick<
  ReadRequest,
  'files' | 'format' | 'instrument' | 'timezone' | 'mapping' | 'interval' | 'limits'
> {
  readonly marketDir: string
  /** Whose data it becomes; null: everybody is to see it. */
  readonly owner: string | null
  /** What the owner may store; null: as much as there is room for. */
  readonly quotas: QuotaLimits | null
  readonly receiptId: string
}

/** Messages of an import process. */
export type ImportWord =
  | { readonly kind: 'progress'; readonly progress: ImportProgress }
  | { readonly kind: 'done'; readonly report: ImportReport }
  /** `isExpected`: the message is for who brought the files, else for the log. */
  | { readonly kind: 'failed'; readonly message: string; readonly isExpected: boolean }
